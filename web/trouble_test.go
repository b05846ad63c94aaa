package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// at is a screen with the first question of the bladder consultation past the confirmation: "is there anything else".
func at(t *testing.T, s *stage, v view) *screen {
	t.Helper()
	p := open(t, s, v, "/")
	p.begin(bladder)
	p.answer(bladder)
	return p
}

func TestReloadRestores(t *testing.T) {
	s := newStage(t)
	p := open(t, s, phone, "/")
	p.reload()
	if !p.has(".tick") {
		t.Errorf("after a reload of the terms: %s", p.text(".screen"))
	}
	p.terms()
	p.click("input", 0)
	p.write("34")
	p.next(func() { p.press(kb.Enter) })
	p.reload()
	if !p.has("button.choice") {
		t.Errorf("after a reload of the second onboarding question: %s", p.text(".screen"))
	}
	p.next(func() { p.click("button.choice", 0) })
	p.click("textarea", 0)
	p.write("burning when I pee")
	p.reload()
	if got := js[string](p, "one('textarea')?.value ?? ''"); got != "burning when I pee" {
		t.Errorf("the text after a reload is %q", got)
	}
	p.next(func() { p.click("button.main", 0) })
	p.answer(bladder)
	p.answer(bladder)
	title := p.text(".title")
	p.reload()
	if got := p.text(".title"); got != title {
		t.Errorf("after a reload %q, before it %q", got, title)
	}
	if stored := js[string](p, "JSON.stringify(Object.entries(sessionStorage)) + JSON.stringify(Object.entries(localStorage))"); strings.Contains(stored, "pee") {
		t.Errorf("the browser keeps what was written after it was sent: %s", stored)
	}
	p.finish(bladder)
	lead := p.text(".lead")
	p.reload()
	if got := p.text(".lead"); got != lead {
		t.Errorf("the report after a reload is %q, before it %q", got, lead)
	}
}

func TestStepBack(t *testing.T) {
	s := newStage(t)
	p := at(t, s, phone)
	before := p.text(".title")
	p.answer(bladder)
	if p.text(".title") == before {
		t.Fatal("the answer led nowhere")
	}
	p.next(func() { p.click("button.back", 0) })
	if got := p.text(".title"); got != before {
		t.Errorf("back at %q, from %q", got, before)
	}
	p.next(func() { p.click("button.back", 0) })
	if p.has("button.back") {
		t.Error("a way back from the first question")
	}
}

// TestLostConnection: whatever of a turn is lost, it is sent once, and the state that the service tells is shown.
func TestLostConnection(t *testing.T) {
	for _, tt := range []struct {
		name    string
		fate    fate
		applied bool
	}{{"the answer of a turn", answerLost, true}, {"a turn", lost, false}, {"a turn refused for now", unavailable, false}} {
		t.Run(strings.ReplaceAll(tt.name, " ", "-"), func(t *testing.T) {
			s := newStage(t)
			p := at(t, s, phone)
			title := p.text(".title")
			turns := s.count("POST /app/chat")
			var recovered time.Time
			first := true
			s.setCut(func(r *http.Request) fate { // the turn, and then everything for a while
				if first && r.Method == http.MethodPost {
					first, recovered = false, time.Now().Add(700*time.Millisecond)
					return tt.fate
				}
				if time.Now().Before(recovered) {
					return lost
				}
				return through
			})
			p.click("button.choice", 0)
			p.until("one('.notice.offline')")
			p.picture("offline")
			p.audit("offline")
			if tt.applied {
				p.until("window.title !== " + quote(title))
				if got := s.count("POST /app/chat"); got != turns+1 {
					t.Errorf("%d turns were sent, want 1", got-turns)
				}
			} else {
				p.until("one('.notice.again')")
				p.picture("again")
				if got := p.text(".title"); got != title {
					t.Errorf("the screen is %q", got)
				}
				if got := s.count("POST /app/chat"); got != turns {
					t.Errorf("the turn arrived %d times though it was lost", got-turns)
				}
				p.next(func() { p.click("button.choice", 0) })
				if got := s.count("POST /app/chat"); got != turns+1 || p.has(".notice") {
					t.Errorf("sent again: %d turns, notices %q", got-turns, p.text(".notices"))
				}
			}
		})
	}
}

// TestLostAtTheStart: the complaint is as dear as any answer.
func TestLostAtTheStart(t *testing.T) {
	s := newStage(t)
	p := open(t, s, desktop, "/")
	p.terms()
	p.click("input", 0)
	p.write("34")
	p.next(func() { p.press(kb.Enter) })
	p.next(func() { p.click("button.choice", 0) })
	p.click("textarea", 0)
	p.write("burning when I pee")
	back := time.Now().Add(700 * time.Millisecond)
	s.setCut(func(*http.Request) fate { // Chromium itself sends once more on another connection
		if time.Now().Before(back) {
			return lost
		}
		return through
	})
	p.click("button.main", 0)
	p.until("one('.notice.again')")
	if got := js[string](p, "one('textarea').value"); got != "burning when I pee" {
		t.Errorf("the text is %q", got)
	}
	p.next(func() { p.click("button.main", 0) })
	if got := s.count("POST /app/initial"); got != 1 {
		t.Errorf("%d times initial", got)
	}
}

func TestServiceUnreachable(t *testing.T) {
	s := newStage(t)
	s.setCut(func(r *http.Request) fate {
		if strings.HasPrefix(r.URL.Path, "/session") {
			return unavailable
		}
		return through
	})
	p := open(t, s, phone, "/")
	p.picture("unreachable")
	p.audit("unreachable")
	if !strings.Contains(p.text(".screen"), "medical help") {
		t.Errorf("shown: %s", p.text(".screen"))
	}
	s.setCut(nil)
	p.next(func() { p.click("button.main", 0) })
	if !p.has(".tick") {
		t.Errorf("after it came back: %s", p.text(".screen"))
	}
}

// later moves the clocks of the browser and of the service on, as if the machine had slept.
func (p *screen) later(s *stage, d time.Duration) {
	p.t.Helper()
	s.skew.Add(int64(d))
	js[bool](p, "(Date.now = ((now) => () => now() + "+millis(d)+")(Date.now), document.dispatchEvent(new Event('visibilitychange')), true)")
}

func TestExpiry(t *testing.T) {
	s := newStage(t)
	p := at(t, s, phone)
	p.later(s, 25*time.Minute)
	if p.has(".notice") {
		t.Errorf("warned six minutes before the end: %s", p.text(".notice"))
	}
	p.later(s, 90*time.Second)
	p.until("one('.notice')")
	if got := p.text(".notice"); !strings.Contains(got, "5 minutes") {
		t.Errorf("the warning is %q", got)
	}
	p.picture("closing")
	p.audit("closing")
	title := p.text(".title")
	p.answer(bladder)
	if p.text(".title") == title {
		t.Error("a warning stops the assessment")
	}
	p.next(func() { p.later(s, 6*time.Minute) })
	if got := p.text(".screen"); !strings.Contains(got, "has closed") || !strings.Contains(got, "what you wrote") {
		t.Errorf("at the end: %s", got)
	}
	p.picture("closed")
	p.audit("closed")
	p.next(func() { p.click("button.main", 0) })
	p.terms()
	if got := js[string](p, "one('textarea')?.value ?? ''"); got != bladder.query {
		t.Errorf("what was written is %q", got)
	}
}

// TestExpiryUnseen: the service's clock decides, also where the page did not notice.
func TestExpiryUnseen(t *testing.T) {
	s := newStage(t)
	p := at(t, s, phone)
	s.skew.Store(int64(40 * time.Minute))
	p.next(func() { p.click("button.choice", 0) })
	if got := p.text(".screen"); !strings.Contains(got, "has closed") {
		t.Errorf("shown: %s", got)
	}
}

// TestReportOutlivesItsSession: what to do stays on the screen.
func TestReportOutlivesItsSession(t *testing.T) {
	s := newStage(t)
	p := open(t, s, phone, "/")
	p.begin(heart)
	p.finish(heart)
	p.later(s, 40*time.Minute)
	p.until("one('.notice')")
	if !p.has(".lead .call") {
		t.Error("the report went with the session")
	}
	p.click(".articles .link", 0)
	p.until("one('dialog #article-title')?.textContent.includes('closed')")
}

// TestOtherPage: two pages of one browser never answer each other's questions.
func TestOtherPage(t *testing.T) {
	s := newStage(t)
	p := at(t, s, desktop)
	// The same assessment moved on in another page.
	js[bool](p, `fetch('app/chat', {method: 'POST', headers: {'X-Anamnesis': 'web', 'Content-Type': 'application/json'}, body: JSON.stringify({type: 'generic', included: ['continue_assessment'], excluded: ['add_symptoms']})}).then((r) => r.ok)`)
	title := p.text(".title")
	p.next(func() { p.click("button.choice", 0) })
	if got := p.text(".title"); got == title || !p.has(".notice.changed") {
		t.Errorf("shown: %s %s", p.text(".notices"), got)
	}
	p.answer(bladder)
	// Another assessment was started.
	js[bool](p, `fetch('session', {method: 'POST', headers: {'X-Anamnesis': 'web'}, body: '{}'}).then((r) => r.ok)`)
	p.next(func() { p.click(".main, .choice", 0) })
	if got := p.text(".screen"); !strings.Contains(got, "another assessment") {
		t.Errorf("shown: %s", got)
	}
	p.picture("other")
	p.next(func() { p.click("button.main", 0) })
	if !p.has(".tick") {
		t.Errorf("shown: %s", p.text(".screen"))
	}
}

// TestTwoPages: a page that shows the same assessment follows when another one answers.
func TestTwoPages(t *testing.T) {
	s := newStage(t)
	p := at(t, s, desktop)
	ctx, cancel := chromedp.NewContext(p.ctx)
	t.Cleanup(cancel)
	q := &screen{t: t, ctx: ctx, name: p.name + "-second"}
	q.run(command(cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: watcher}), chromedp.Navigate(s.url+"/"))
	q.wait(1)
	if q.text(".title") != p.text(".title") {
		t.Fatalf("the second page shows %s", q.text(".screen"))
	}
	p.next(func() { q.next(func() { q.click("button.choice", 0) }) })
	if q.text(".title") != p.text(".title") || s.count("POST /app/chat") != 2 {
		t.Errorf("%q and %q after %d turns", q.text(".title"), p.text(".title"), s.count("POST /app/chat"))
	}
}
