package document

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"anamnesis/api"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// Measures of the page, in millimeters, and sizes, in points.
const (
	margin   = 18
	line     = 5.2
	sizeText = 10.5
	family   = "go"
)

// PDF makes an A4 document for the doctor: what to do first, then the person's words, what is present, absent and unsure, the
// causes with their reasons, and every question with its answer.
func PDF(d *Document) ([]byte, error) {
	p := newPage(d)
	p.head()
	p.outcome()
	p.words()
	p.findings()
	p.causes()
	p.watchFor()
	p.answers()
	p.foot()
	var out bytes.Buffer
	if err := p.Output(&out); err != nil {
		return nil, fmt.Errorf("PDF: %w", err)
	}
	return out.Bytes(), nil
}

type page struct {
	*fpdf.Fpdf
	doc *Document
}

func newPage(d *Document) *page {
	p := &page{fpdf.New("P", "mm", "A4", ""), d}
	p.AddUTF8FontFromBytes(family, "", goregular.TTF)
	p.AddUTF8FontFromBytes(family, "B", gobold.TTF)
	p.SetMargins(margin, margin, margin)
	p.SetAutoPageBreak(true, margin)
	p.SetCreationDate(d.Ended) // the same report gives the same bytes
	p.SetModificationDate(d.Ended)
	p.SetCatalogSort(true)
	p.SetTitle(d.Text("document.title"), true)
	p.SetLang(d.Language)
	p.SetProducer("Anamnesis", true)
	p.SetFooterFunc(func() {
		p.SetY(-12)
		p.font("", 8)
		p.SetTextColor(90, 90, 90)
		p.CellFormat(0, 5, fmt.Sprintf("%s %s · %d", d.Text("document.sid"), d.SID, p.PageNo()), "", 0, "C", false, 0, "")
		p.SetTextColor(0, 0, 0)
	})
	p.AddPage()
	return p
}

func (p *page) font(style string, size float64) { p.SetFont(family, style, size) }

func (p *page) text(key string) string { return p.doc.Text(key) }

func (p *page) paragraph(s string) {
	p.font("", sizeText)
	p.MultiCell(0, line, s, "", "L", false)
}

func (p *page) heading(s string) {
	if p.GetY() > 250 {
		p.AddPage()
	}
	p.Ln(3)
	p.font("B", 12.5)
	p.MultiCell(0, 6.5, s, "", "L", false)
	p.Ln(0.5)
}

// item is one line of a list.
func (p *page) item(mark, s string) {
	p.font("", sizeText)
	left := p.GetX()
	p.CellFormat(5, line, mark, "", 0, "L", false, 0, "")
	p.SetLeftMargin(left + 5)
	p.MultiCell(0, line, s, "", "L", false)
	p.SetLeftMargin(left)
	p.SetX(left)
}

func (p *page) head() {
	s := &p.doc.Report.Summary
	p.font("B", 18)
	p.MultiCell(0, 9, p.text("document.title"), "", "L", false)
	p.SetTextColor(70, 70, 70)
	gender := p.text("gender." + s.Gender)
	p.paragraph(fmt.Sprintf("%s, %d · %s", gender, s.Age, p.doc.Ended.UTC().Format("2006-01-02 15:04 MST")))
	p.SetTextColor(0, 0, 0)
	p.Ln(2)
}

// outcome stands in a box, red for an emergency.
func (p *page) outcome() {
	r := p.doc.Report
	p.SetFillColor(232, 240, 246)
	if r.Emergency {
		p.SetFillColor(251, 226, 224)
	}
	p.font("B", 14)
	p.MultiCell(0, 9, r.OverallOutcome.MainRecommendation, "", "L", true)
	p.font("", sizeText)
	for _, m := range r.OverallOutcome.Messages {
		if m.Type != api.MessageHeader {
			p.MultiCell(0, line, m.Value, "", "L", true)
		}
	}
	p.Ln(1)
}

func (p *page) words() {
	p.heading(p.text("document.words"))
	p.paragraph("“" + strings.TrimSpace(p.doc.Words) + "”")
	if d := p.doc.Report.Summary.Duration; d != "" {
		p.paragraph(p.text("document.duration") + ": " + p.text("duration."+d))
	}
}

func (p *page) findings() {
	s := &p.doc.Report.Summary
	for _, group := range []struct {
		key, mark string
		facts     []api.Fact
	}{
		{"document.present", "+", append(append([]api.Fact{}, s.InitialSymptoms...), s.AdditionalSymptoms...)},
		{"document.factors", "+", s.FactorsPresent},
		{"document.absent", "–", s.ExcludedSymptoms},
		{"document.unsure", "?", s.UnsureSymptoms},
		{"document.nofactors", "–", s.ExcludedFactors},
	} {
		if len(group.facts) == 0 {
			continue
		}
		p.heading(p.text(group.key))
		if group.mark != "+" { // long, and read at a glance
			p.paragraph(strings.Join(names(group.facts), " · "))
			continue
		}
		for _, f := range group.facts {
			p.item(group.mark, f.Name)
		}
	}
}

func names(facts []api.Fact) []string {
	out := make([]string, len(facts))
	for i, f := range facts {
		out[i] = f.Name
	}
	return out
}

func (p *page) causes() {
	if p.doc.Report.SubdomainsContainer == nil {
		return
	}
	for _, category := range p.doc.Report.SubdomainsContainer.Categories {
		p.heading(p.text("document." + strings.ToLower(category.Type)))
		for _, group := range category.Subdomains {
			for i := range group.Conditions {
				p.cause(&group.Conditions[i])
			}
		}
	}
}

func (p *page) cause(c *api.Condition) {
	p.font("B", sizeText)
	name := c.Name
	if len(c.ICD10) > 0 {
		name += " (ICD-10 " + strings.Join(c.ICD10, ", ") + ")"
	}
	p.MultiCell(0, line, fmt.Sprintf("%s – %s, %.0f %% – %s", name, c.Likelihood, 100*c.Probability, c.Level.DisplayName), "", "L", false)
	if c.Reasons != nil {
		for _, r := range c.Reasons.For {
			p.item("+", r.Text)
		}
		for _, r := range c.Reasons.Against {
			p.item("–", r.Text)
		}
	}
	p.Ln(1)
}

func (p *page) watchFor() {
	if len(p.doc.Report.WatchFor) == 0 {
		return
	}
	p.heading(p.text("document.watch_for"))
	for _, w := range p.doc.Report.WatchFor {
		p.item("•", w)
	}
}

func (p *page) answers() {
	if len(p.doc.Reasons.Questions) == 0 {
		return
	}
	p.heading(p.text("document.answers"))
	for _, q := range p.doc.Reasons.Questions {
		p.font("B", 9.5)
		p.MultiCell(0, line, q.Text, "", "L", false)
		for _, c := range q.Included {
			p.item("+", c.Text)
		}
		if len(q.Included) == 0 {
			p.item("–", p.text("document.none"))
		}
	}
}

// foot says what the document is not. It stays on one page.
func (p *page) foot() {
	p.Ln(4)
	p.SetTextColor(70, 70, 70)
	p.font("", 9)
	width, _ := p.GetPageSize()
	lines := 1
	for _, m := range p.doc.Report.Disclaimer {
		lines += len(p.SplitText(m.Value, width-2*margin))
	}
	if _, height := p.GetPageSize(); p.GetY()+4.6*float64(lines) > height-margin {
		p.AddPage()
	}
	for _, m := range p.doc.Report.Disclaimer {
		p.MultiCell(0, 4.6, m.Value, "", "L", false)
	}
	p.MultiCell(0, 4.6, p.text("document.edition")+" "+p.doc.Report.Edition[:min(12, len(p.doc.Report.Edition))]+" · "+p.doc.Started.UTC().Format(time.RFC3339), "", "L", false)
}
