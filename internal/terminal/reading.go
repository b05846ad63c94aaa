package terminal

import "anamnesis/api"

// reading shows a report to its end.
type reading struct{ report *api.PatientReport }

func (r *reading) press(k key) (used, done bool) {
	done = k == keyEnter || k == 'q' || k == 'Q'
	return done, done
}

func (r *reading) draw(p paint, width int) page {
	lines := layOut(r.report, p, width)
	return page{lines: lines, from: len(lines) - 1, to: len(lines),
		hint: p.arrows() + p.words.say(": scroll") + p.mark(" · ", ", ") + p.words.say("Space: next page") + p.mark(" · ", ", ") + p.words.say("q: done")}
}

// trouble is shown where the service did not answer.
type trouble struct{ text string }

func (t *trouble) press(k key) (used, done bool) { return k == keyEnter, k == keyEnter }

func (t *trouble) draw(p paint, width int) page {
	lines := append(p.hang("", warning, p.words.say(t.text), width), "")
	lines = append(lines, p.hang("", "", p.words.say("Nothing that you answered is lost. If you feel worse, do not wait: get medical help."), width)...)
	return page{lines: lines, hint: p.words.say("Enter: try again") + p.mark(" · ", ", ") + p.words.say("q: leave")}
}
