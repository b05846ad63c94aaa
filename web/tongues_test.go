package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// small is a phone of the narrowest kind that is still common.
var small = view{width: 360, height: 640, mobile: true, scale: 2}

// TestEveryScreen shows each kind of screen on a small phone in each language: nothing runs out of the side, axe-core
// finds nothing, and no key of the client's words is shown in place of its text.
func TestEveryScreen(t *testing.T) {
	for tag, words := range map[string]struct{ complaint, other, find string }{
		"en-US": {"sore throat and a fever since yesterday", "my mother has a headache since yesterday", "head"},
		"de-DE": {"Halsschmerzen und Fieber seit gestern", "meine Mutter hat seit gestern Kopfschmerzen", "kopf"},
		"es-ES": {"dolor de garganta y fiebre desde ayer", "a mi madre le duele la cabeza desde ayer", "cabeza"},
	} {
		t.Run(tag, func(t *testing.T) {
			s := newStage(t)
			p := open(t, s, small, "/?lang="+tag)
			look := func(what string) {
				t.Helper()
				p.picture(what)
				p.audit(what)
				wide := js[[]string](p, `[...root().querySelectorAll('.frame *')].filter((e) => e.checkVisibility() && !e.closest('.unseen') && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + '.' + e.className)`)
				if len(wide) > 0 {
					t.Errorf("%s: wider than the screen: %q", what, wide)
				}
				if keys := js[[]string](p, `one('.frame').innerText.match(/\b(note|report|told|feedback|article|search|closed|choose|query|age|terms|onboarding)\.[a-z]+\b/g) ?? []`); len(keys) > 0 {
					t.Errorf("%s: words without a text: %q", what, keys)
				}
			}
			look("terms")
			p.click("button.main", 0)
			look("terms-unticked")
			p.terms()
			p.click("input", 0)
			p.press("1", "2", kb.Enter)
			look("age-too-young")
			p.press(kb.Backspace, kb.Backspace)
			p.write("40")
			p.next(func() { p.press(kb.Enter) })
			look("sex")
			p.next(func() { p.click("button.choice", 0) })
			p.click("button.main", 0)
			look("complaint-empty")
			p.click("textarea", 0)
			p.write(words.complaint)
			p.next(func() { p.click("button.main", 0) })
			for n := 0; !p.has(".lead"); n++ {
				look("question")
				p.answerFirst(n == 0)
			}
			look("report")
			js[bool](p, "all('details').forEach((d) => { d.open = true; }) ?? true")
			p.until("one('.asked')")
			look("report-opened")
			p.click(".cause .link", 0)
			p.until("one('dialog h2#article-title')")
			look("article")
			p.press(kb.Escape)
			p.click(".star", 3)
			look("feedback")
			again := func(complaint string) {
				t.Helper()
				p.next(func() { p.click(".actions .framed", 0) })
				p.begin(person{age: "40", query: complaint})
			}
			again(words.other)
			for n := 0; n < 3; n++ {
				look("for-somebody-else")
				p.answerFirst(n == 0)
			}
			p.next(func() { p.later(s, 40*time.Minute) })
			look("closed")
			p.next(func() { p.click("button.main", 0) })
			p.terms()
			look("closed-kept")
			p.click("textarea", 0)
			p.press(strings.Repeat(kb.Backspace, 60))
			p.write("qwrtz plmkn")
			p.next(func() { p.click("button.main", 0) })
			p.click("[role=combobox]", 0)
			p.write(words.find)
			p.until("all('[role=option]').length > 0")
			look("found")
			p.press(kb.ArrowDown, kb.Enter)
			p.until("all('.tag').length === 1")
			look("chosen")
			s.setCut(func(*http.Request) fate { return unavailable })
			p.click("button.main", 0)
			p.until("one('.notice.offline')")
			look("offline")
			s.setCut(nil)
			p.click(".notice button", 0)
			p.until("one('.notice.again')")
			look("again")
		})
	}
}
