package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/client"
	"anamnesis/internal/app"

	"github.com/chromedp/chromedp/kb"
)

// consult holds consultations with the service as a partner's own client does: as many as there are texts.
func (s *stage) consult(t *testing.T, partner app.NewPartner, texts ...string) (id, secret string) {
	t.Helper()
	ctx := context.Background()
	creds, err := app.CreatePartner(ctx, s.service.Store(), partner, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.New(client.Config{BaseURL: s.url + api.BasePath, PartnerID: creds.PartnerID, Secret: creds.Secret, APIKey: creds.APIKey})
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if err := consultation(ctx, c, text, i); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return creds.PartnerID, creds.Secret
}

// consultation goes to its end, but every fifth is left after its first question.
func consultation(ctx context.Context, c *client.Client, text string, n int) error {
	s, err := c.Login(ctx)
	if err != nil {
		return err
	}
	terms, err := s.Terms(ctx)
	if err != nil {
		return err
	}
	if _, err := s.Accept(ctx, terms.ContentVersion); err != nil {
		return err
	}
	state, err := s.Initial(ctx, api.InitialRequest{Gender: []string{"female", "male"}[n%2], Age: 20 + 7*n%60, InitialQuery: text})
	if err != nil || n%5 == 4 {
		return err
	}
	for turn := 0; state.Question != nil; turn++ {
		if state, err = s.Chat(ctx, firstChoice(state.Question, turn)); err != nil {
			return err
		}
	}
	if err := s.Event(ctx, api.EventRequest{Event: "symptom_search_empty", Value: json.RawMessage(`{"text":"Zzyx"}`)}); err != nil {
		return err
	}
	return s.Feedback(ctx, api.FeedbackRequest{Stars: 3 + n%3, Labels: []string{"clear"}, Message: "number " + text})
}

func firstChoice(q *api.Question, turn int) api.Answer {
	a := api.Answer{Type: q.Type}
	if q.Type == api.QuestionAutocomplete {
		a.Included = []string{q.Choices[0].ID}
		return a
	}
	for i, ch := range q.Choices {
		if i == 0 && (turn == 0 || *q.Constraints.MinSelections > 0) {
			a.Included = append(a.Included, ch.ID)
		} else {
			a.Excluded = append(a.Excluded, ch.ID)
		}
	}
	return a
}

// console opens the console in a tab and logs in.
func console(t *testing.T, s *stage, v view, id, secret string) *screen {
	t.Helper()
	p := load(t, s, v, "/console/")
	p.until("one('form')")
	p.picture("login")
	p.audit("login")
	p.click("input", 0)
	p.write(id)
	p.press(kb.Tab)
	p.write(secret)
	p.press(kb.Enter)
	return p
}

func TestConsole(t *testing.T) {
	s := newStage(t)
	texts := []string{"runny nose and sneezing", "crushing chest pain and sweating", "burning when I pee", "qwrtz plmkn", "headache", "cough and fever for 3 days", "sore throat"}
	id, secret := s.consult(t, app.NewPartner{Name: "clinic"}, texts...)
	other, otherSecret := s.consult(t, app.NewPartner{Name: "stranger"})
	for name, v := range map[string]view{"phone": phone, "desktop": desktop, "dark": {width: 1280, height: 800, dark: true, scale: 1}} {
		t.Run(name, func(t *testing.T) {
			p := console(t, s, v, id, secret)
			p.until("all('.tiles .tile').length === 5 && all('td').length > 0")
			p.picture("overview")
			p.audit("overview")
			if got := strings.Fields(p.text(".tiles")); got[0] != "Consultations" || got[1] != "7" || got[2] != "Completed" || got[3] != "86" {
				t.Errorf("the tiles say %q", got)
			}
			for what, want := range map[string]string{"empty search": "zzyx", "text without a result": "qwrtz plmkn", "feedback": "number qwrtz", "level": "No result"} {
				if !strings.Contains(p.text("main"), want) {
					t.Errorf("no %s: %q", what, want)
				}
			}
			rows := js[int](p, "all('section:last-child tbody tr').length")
			if rows != len(texts) {
				t.Errorf("%d consultations of the day, want %d", rows, len(texts))
			}
			p.click("section:last-child td .link", 2)
			p.until("one('dialog h3')")
			if got := p.text("dialog blockquote"); got != texts[2] {
				t.Errorf("the replay begins with %q", got)
			}
			p.press(kb.ArrowRight, kb.ArrowRight)
			p.picture("replay")
			p.audit("replay")
			if !p.has("dialog .chosen") || !p.has("dialog .pill") {
				t.Errorf("the replay shows %s", p.text("dialog"))
			}
			p.press(kb.Escape)
			if js[bool](p, "document.documentElement.scrollWidth > innerWidth") {
				t.Error("wider than the screen")
			}
		})
	}
	t.Run("stranger", func(t *testing.T) {
		p := console(t, s, desktop, other, otherSecret)
		p.until("all('.tiles .tile').length === 5")
		if got := p.text("main"); strings.Contains(got, "zzyx") || strings.Contains(got, "headache") || !strings.Contains(got, "No consultation") {
			t.Errorf("a stranger sees %s", got)
		}
		p.picture("empty")
		p.audit("empty")
	})
	t.Run("wrong secret", func(t *testing.T) {
		p := console(t, s, desktop, id, otherSecret)
		p.until("one('.problem').textContent.includes('do not belong together')")
		p.audit("wrong")
	})
}

// TestConsoleKeepsItsToken: the browser is shown no token, and without the cookie there is nothing.
func TestConsoleKeepsItsToken(t *testing.T) {
	s := newStage(t)
	c := &http.Client{}
	status, body, h := send(t, c, "POST", s.url+"/console/session", `{"partner_id":"`+s.partner+`","secret":"`+s.secret+`"}`)
	cookie := h.Get("Set-Cookie")
	if status != http.StatusOK || strings.Contains(body+cookie, "eyJ") || !strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Strict") || !strings.Contains(cookie, "Path=/console") {
		t.Errorf("%d %s %s", status, body, cookie)
	}
	value := strings.Split(cookie, ";")[0]
	today := time.Now().UTC().Format(time.DateOnly)
	in := `{"start_date":"` + today + `","end_date":"` + today + `"}`
	for name, tt := range map[string]struct {
		cookie string
		want   int
	}{"with": {value, 200}, "without": {"", 401}, "changed": {value[:len(value)-4] + "AAAA", 401}, "another's": {strings.Replace(value, "anamnesis_console", "anamnesis_session", 1), 401}} {
		if status, body, _ := send(t, c, "POST", s.url+"/console/data/overview", in, "Cookie", tt.cookie); status != tt.want {
			t.Errorf("%s the cookie: %d %s", name, status, body)
		}
	}
	s.skew.Store(int64(2 * time.Hour))
	if status, _, _ := send(t, c, "POST", s.url+"/console/data/overview", in, "Cookie", value); status != http.StatusUnauthorized {
		t.Errorf("after its time the cookie got %d", status)
	}
}
