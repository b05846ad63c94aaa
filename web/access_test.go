package web_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"
)

func quote(s string) string { return strconv.Quote(s) }

func millis(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// TestNothingRecognised: the search by keyboard alone, as a screen reader's user works it.
func TestNothingRecognised(t *testing.T) {
	s := newStage(t)
	p := open(t, s, phone, "/")
	p.begin(person{age: "40", sex: 1, query: "qwrtz plmkn"})
	if !p.has("[role=combobox]") {
		t.Fatalf("not the search: %s", p.text(".screen"))
	}
	p.audit("search")
	p.press(kb.Tab)
	if got := js[string](p, "root().activeElement.getAttribute('role')"); got != "combobox" {
		t.Fatalf("the first stop is %q", got)
	}
	searches := s.count("GET /app/symptom-search")
	p.press("h")
	time.Sleep(400 * time.Millisecond)
	if got := s.count("GET /app/symptom-search"); got != searches {
		t.Error("one letter was searched for")
	}
	p.press("e", "a", "d", "a")
	p.until("all('[role=option]').length > 0")
	if got := s.count("GET /app/symptom-search"); got != searches+1 {
		t.Errorf("%d searches for five letters typed at once, want 1", got-searches)
	}
	p.picture("found")
	p.audit("found")
	p.press(kb.ArrowDown)
	option := js[string](p, "one('#' + root().activeElement.getAttribute('aria-activedescendant')).textContent")
	if option == "" || js[string](p, "root().activeElement.getAttribute('aria-expanded')") != "true" {
		t.Error("the arrow chose nothing")
	}
	p.press(kb.Escape)
	if p.has("[role=option]") {
		t.Error("escape left the list open")
	}
	p.press(kb.ArrowDown)
	p.until("all('[role=option]').length > 0")
	p.press(kb.ArrowDown, kb.Enter)
	p.until("all('.tag').length === 1")
	if got := p.text(".status"); !strings.HasSuffix(got, "added.") {
		t.Errorf("the live region says %q", got)
	}
	p.write("zzxqy")
	p.until("one('.status').textContent.includes('Nothing found')")
	for deadline := time.Now().Add(5 * time.Second); s.count("POST /app/analytics") != 1; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d searches that found nothing were told", s.count("POST /app/analytics"))
		}
	}
	p.picture("chosen")
	p.press(kb.Escape, kb.Backspace)
	p.until("all('.tag').length === 0")
	p.write("headache")
	p.until("all('[role=option]').length > 0")
	p.press(kb.ArrowDown, kb.Enter)
	p.press(kb.Tab, kb.Tab) // over the tag to the button
	p.next(func() { p.press(kb.Enter) })
	p.finish(person{tick: yes("1 to 6 days")})
}

// TestSearchSkipped ends without an assessment, and says so.
func TestSearchSkipped(t *testing.T) {
	s := newStage(t)
	p := open(t, s, desktop, "/")
	p.begin(person{age: "40", query: "qwrtz plmkn"})
	p.click(".main", 0)
	p.until("one('.status').textContent !== ''")
	p.next(func() { p.click(".quiet:not(.back)", 0) })
	for n := 0; !p.has(".lead") && n < 5; n++ {
		if p.has("[role=combobox]") {
			p.next(func() { p.click(".quiet:not(.back)", 0) })
		} else {
			p.answer(person{})
		}
	}
	p.picture("no-result")
	p.audit("no result")
	if !p.has(".lead.level-no_outcome") {
		t.Errorf("the report leads with %q", p.text(".lead"))
	}
}

// TestKeyboardOnly holds a consultation without a mouse: each screen begins at its title, the first stop after it is
// the first choice, and what is done is said.
func TestKeyboardOnly(t *testing.T) {
	s := newStage(t)
	p := open(t, s, desktop, "/")
	focus := func() string {
		return js[string](p, "((e) => e ? e.tagName.toLowerCase() + '.' + e.className : 'nothing')(root().activeElement)")
	}
	p.press(kb.Tab, kb.Tab, kb.Tab, kb.Tab, kb.Tab) // the emergency number comes first, then the languages
	if got := js[string](p, "root().activeElement.lang"); got != "es-ES" {
		t.Fatalf("the fifth stop is %s", focus())
	}
	p.press(kb.Tab)
	if got := js[string](p, "root().activeElement.type"); got != "checkbox" {
		t.Fatalf("the sixth stop is %s", focus())
	}
	p.press(kb.Tab, kb.Tab, kb.Enter) // nothing is ticked
	if got := js[string](p, "root().activeElement.getAttribute('aria-invalid')"); got != "true" {
		t.Errorf("an unticked policy leaves the focus at %s", focus())
	}
	p.press(" ", kb.Tab, " ", kb.Tab)
	p.next(func() { p.press(kb.Enter) })
	if focus() != "h1.title" {
		t.Errorf("the screen begins at %s", focus())
	}
	p.press(kb.Tab, "1", "7", kb.Enter)
	p.until("one('.problem')")
	if got := p.text(".problem"); !strings.Contains(got, "18 years and over") || !strings.Contains(got, "911") {
		t.Errorf("at 17: %q", got)
	}
	p.picture("too-young")
	p.audit("too young")
	p.press(kb.Backspace, "9")
	p.next(func() { p.press(kb.Enter) })
	p.press(kb.Tab, kb.ArrowDown, kb.ArrowUp)
	p.next(func() { p.press(kb.Enter) })
	p.press(kb.Tab)
	p.write(bladder.query)
	p.press(kb.Tab)
	p.next(func() { p.press(kb.Enter) })
	for n := 0; !p.has(".lead"); n++ {
		if n > 40 {
			t.Fatal("no end")
		}
		if focus() != "h1.title" {
			t.Errorf("%s begins at %s", p.text(".title"), focus())
		}
		p.press(kb.Tab)
		if p.has("button.choice") {
			if strings.HasPrefix(p.text("button.choice"), "Yes") {
				p.press(kb.ArrowDown)
			}
			p.next(func() { p.press(" ") })
			continue
		}
		boxes := js[int](p, "all('.tick input').length")
		if n == 0 {
			p.press(kb.Enter) // ticks this one, and sends nothing
			if !js[bool](p, "one('.tick input').checked") {
				t.Error("enter did not tick the choice")
			}
		}
		for range boxes {
			p.press(kb.Tab)
		}
		p.next(func() { p.press(kb.Enter) })
	}
	if focus() != "h1.title" {
		t.Errorf("the report begins at %s", focus())
	}
	p.press(kb.Tab)
	p.until("root().activeElement !== null")
}

// TestArticle opens over the report, takes the focus, and gives it back.
func TestArticle(t *testing.T) {
	s := newStage(t)
	p := open(t, s, phone, "/")
	p.begin(bladder)
	p.finish(bladder)
	p.click("details summary", 0)
	p.picture("reasons")
	p.audit("reasons")
	p.click(".cause .link", 0)
	p.until("one('dialog h2#article-title')")
	p.picture("article")
	p.audit("article")
	if p.has("dialog ul button.link") || p.has("dialog p button.link") { // one to another article
		title := p.text("dialog h2")
		p.click("dialog button.link", 0)
		p.until("one('dialog h2#article-title') && one('dialog h2').innerText !== " + quote(title))
		p.click("dialog .back", 0)
		p.until("one('dialog h2#article-title')?.innerText === " + quote(title))
	}
	p.press(kb.Escape)
	p.until("!one('dialog')")
	if got := js[string](p, "root().activeElement?.className ?? ''"); got != "link" {
		t.Errorf("the focus is at %q", got)
	}
}

func TestFeedback(t *testing.T) {
	s := newStage(t)
	p := open(t, s, phone, "/")
	p.begin(heart)
	p.finish(heart)
	p.click(".star", 3)
	p.until("all('.feedback textarea').length === 1")
	p.click(".chip", 1)
	p.click(".feedback textarea", 0)
	p.write("clear")
	p.picture("feedback")
	p.audit("feedback")
	p.click(".feedback .actions button", 0)
	p.until("one('.feedback [role=status]').textContent.includes('Thank you')")
	if got := s.count("POST /app/analytics/feedback"); got != 1 {
		t.Errorf("sent %d times", got)
	}
}

// TestReflow: at 320 CSS pixels (1280 at 400 %) and with text at 200 % nothing runs out of the side, and no control is
// smaller than 24 pixels (WCAG 2.2, 1.4.4, 1.4.10, 2.5.8).
func TestReflow(t *testing.T) {
	s := newStage(t)
	for name, v := range map[string]view{"400-percent": {width: 320, height: 256, scale: 4}, "200-percent": {width: 640, height: 400, scale: 2}} {
		t.Run(name, func(t *testing.T) {
			p := open(t, s, v, "/")
			check := func(what string) {
				t.Helper()
				p.picture(what)
				wide := js[[]string](p, `[...root().querySelectorAll('*')].filter((e) => e.checkVisibility() && !e.closest('.unseen') && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + '.' + e.className)`)
				if len(wide) > 0 || js[bool](p, "document.documentElement.scrollWidth > innerWidth") {
					t.Errorf("%s: wider than the screen: %q", what, wide)
				}
				small := js[[]string](p, `all('button, a, input, summary, textarea').filter((e) => !e.matches('.star input, .chip input')).map((e) => [e, (e.closest('label') || e).getBoundingClientRect()]).filter(([e, r]) => r.width < 24 || r.height < 24).map(([e]) => e.tagName + '.' + e.className)`)
				if len(small) > 0 {
					t.Errorf("%s: smaller than 24 pixels: %q", what, small)
				}
			}
			check("terms")
			p.begin(bladder)
			for n := 0; !p.has(".lead"); n++ {
				if n < 4 {
					check("question")
				}
				p.answer(bladder)
			}
			check("report")
		})
	}
	t.Run("large-text", func(t *testing.T) {
		p := open(t, s, phone, "/")
		js[bool](p, "(document.documentElement.style.fontSize = '200%', true)")
		p.begin(bladder)
		p.picture("question")
		if js[bool](p, "document.documentElement.scrollWidth > innerWidth") {
			t.Error("wider than the screen")
		}
	})
}

// TestRightToLeft mirrors everything that has a direction.
func TestRightToLeft(t *testing.T) {
	s := newStage(t)
	p := open(t, s, phone, "/?dir=rtl")
	p.begin(bladder)
	p.picture("question")
	if at := js[[]float64](p, "[one('.tick input').getBoundingClientRect().x, one('.tick .say').getBoundingClientRect().x]"); at[0] < at[1] {
		t.Errorf("the box stands at %v, its text at %v", at[0], at[1])
	}
	p.answer(bladder)
	p.audit("question")
	p.picture("question")
	p.finish(bladder)
	p.picture("report")
	if js[bool](p, "document.documentElement.scrollWidth > innerWidth") {
		t.Error("wider than the screen")
	}
	if border := js[[]string](p, "((c) => [c.borderRightWidth, c.borderLeftWidth])(getComputedStyle(one('.lead')))"); border[0] <= border[1] {
		t.Errorf("the border's widths are %v", border)
	}
}

// TestBritish: the language decides the emergency number.
func TestBritish(t *testing.T) {
	s := newStage(t)
	p := open(t, s, phone, "/?lang=en-GB")
	if got := p.text(".help"); !strings.Contains(got, "999") {
		t.Errorf("the emergency line is %q", got)
	}
	p.begin(heart)
	p.finish(heart)
	if got := js[string](p, "one('.lead .call').href"); got != "tel:999" {
		t.Errorf("the call button leads to %q", got)
	}
	if got := js[string](p, "one('.frame').lang"); got != "en-GB" {
		t.Errorf("the language is %q", got)
	}
}

// TestEmbedded: the element on a page of somebody else's, in their colours, its headings below theirs.
func TestEmbedded(t *testing.T) {
	s := newStage(t)
	for name, v := range map[string]view{"phone": phone, "desktop": desktop} {
		t.Run(name, func(t *testing.T) {
			p := open(t, s, v, "/embed.html")
			p.picture("terms")
			p.audit("terms")
			if got := js[string](p, "document.title"); !strings.HasPrefix(got, "Riverside") {
				t.Errorf("the title became %q", got)
			}
			p.begin(bladder)
			p.picture("question")
			p.audit("question")
			if got := js[string](p, "one('.title').tagName"); got != "H2" {
				t.Errorf("the heading is %s", got)
			}
		})
	}
}

// TestTakenAlong: the questions with their answers, and the PDF for the doctor.
func TestTakenAlong(t *testing.T) {
	s := newStage(t)
	p := open(t, s, phone, "/")
	p.begin(bladder)
	p.finish(bladder)
	p.click(".told summary", 0)
	p.until("all('.asked dt').length > 3")
	p.picture("told")
	p.audit("told")
	if got := p.text(".asked"); !strings.Contains(got, "Is there anything else that is troubling you?\nNo, continue") {
		t.Errorf("the questions and answers are %s", got)
	}
	p.until("all('a.button').length === 1")
	if got := js[string](p, "fetch(one('a.button').href).then((r) => r.text()).then((x) => x.slice(0, 5))"); got != "%PDF-" {
		t.Errorf("the PDF begins with %q", got)
	}
}

// TestPrint puts the whole report on paper, with all reasons and without controls.
func TestPrint(t *testing.T) {
	s := newStage(t)
	p := open(t, s, desktop, "/")
	p.begin(bladder)
	p.finish(bladder)
	js[bool](p, "(window.print = () => { window.printed = all('details[open]').length; dispatchEvent(new Event('afterprint')); }, true)")
	p.click(".actions .main", 0)
	p.until("window.printed >= 2")
	if js[int](p, "all('details[open]').length") != 0 {
		t.Error("what was opened for the paper stayed open")
	}
	p.run(command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
	if shown := js[[]string](p, "all('button, .feedback, .help').filter((e) => e.getClientRects().length).map((e) => e.className)"); len(shown) > 0 {
		t.Errorf("on paper: %q", shown)
	}
	p.picture("print")
}

// TestFirstPaint: the first screen is there soon after the page was asked for.
func TestFirstPaint(t *testing.T) {
	s := newStage(t)
	p := open(t, s, phone, "/")
	script := func(size string) int {
		return js[int](p, "performance.getEntriesByType('resource').filter((r) => r.name.endsWith('.js')).reduce((n, r) => n + r."+size+", 0)")
	}
	paint := func() float64 {
		p.until("performance.getEntriesByName('first-contentful-paint').length === 1")
		return js[float64](p, "performance.getEntriesByName('first-contentful-paint')[0].startTime")
	}
	whole, sent, first := script("decodedBodySize"), script("encodedBodySize"), paint()
	p.reload()
	t.Logf("first contentful paint after %.0f ms, %.0f ms again; %d bytes of script, %d on the way", first, paint(), whole, sent)
	if whole > 60<<10 || whole == 0 || sent*2 > whole {
		t.Errorf("%d bytes of script, %d on the way", whole, sent)
	}
}

func TestReducedMotion(t *testing.T) {
	s := newStage(t)
	p := open(t, s, phone, "/")
	p.run(command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}}))
	p.begin(cold)
	if got := js[string](p, "getComputedStyle(one('.bar span')).transitionDuration"); strings.Trim(got, "0s, ") != "" {
		t.Errorf("the progress bar moves for %s", got)
	}
}
