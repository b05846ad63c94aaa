package httpapi

import (
	"bytes"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"anamnesis/api"
	"anamnesis/internal/clinical"
	"anamnesis/internal/consult"
)

// TestAppendTurn holds what is written by hand against encoding/json.
func TestAppendTurn(t *testing.T) {
	s := &server{}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.Just(""), rapid.String(), rapid.Just("<a>&\"\\\u2028"))
		list := func(name string) (out []consult.Named) {
			for range rapid.IntRange(0, 2).Draw(t, name) {
				out = append(out, consult.Named{Code: text.Draw(t, "code"), Name: text.Draw(t, "name")})
			}
			return out
		}
		turn := &consult.Turn{
			StepBackPossible: rapid.Bool().Draw(t, "back"), ReportPossible: rapid.Bool().Draw(t, "report"), Ended: rapid.Bool().Draw(t, "ended"),
			Scenario: text.Draw(t, "scenario"), Stage: text.Draw(t, "stage"), Percentage: rapid.IntRange(0, 100).Draw(t, "percentage"),
			Selected: list("selected"), Excluded: list("excluded"), Ignored: list("ignored"), Debug: rapid.SliceOf(text).Draw(t, "debug"),
		}
		if rapid.Bool().Draw(t, "question") {
			q := &consult.Question{Type: text.Draw(t, "type"), ID: text.Draw(t, "id"), Min: rapid.IntRange(0, 2).Draw(t, "min"), Max: rapid.IntRange(0, 2).Draw(t, "max")}
			for range rapid.IntRange(0, 3).Draw(t, "messages") {
				q.Messages = append(q.Messages, consult.Message{Value: text.Draw(t, "value"), Type: text.Draw(t, "kind"), Format: text.Draw(t, "format")})
			}
			for range rapid.IntRange(0, 3).Draw(t, "choices") {
				q.Choices = append(q.Choices, consult.Choice{ID: text.Draw(t, "id"), Text: text.Draw(t, "text"), Definition: text.Draw(t, "definition")})
			}
			turn.Question = q
		}
		want, err := encode(s.chatResponse("en-US", turn))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.appendTurn(nil, "en-US", turn); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%v\n%s\nshould be\n%s", err, got, want)
		}
	})
}

func TestAppendSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.Just(""), rapid.String(), rapid.Just("<i>a</i>&amp;\""))
		found := make([]api.Suggestion, rapid.IntRange(0, 3).Draw(t, "n"))
		for i := range found {
			found[i] = api.Suggestion{ID: text.Draw(t, "id"), CUI: text.Draw(t, "cui"), DropdownName: text.Draw(t, "name"), DisplayName: text.Draw(t, "display"), Highlight: text.Draw(t, "highlight")}
		}
		prefix := text.Draw(t, "prefix")
		want, err := encode(api.SearchResponse{UserFacingPrefix: prefix, Autocomplete: found})
		if err != nil {
			t.Fatal(err)
		}
		got := appendSearch(nil, func(string, string, clinical.Sex) (string, []api.Suggestion) { return prefix, found }, "", "", 0)
		if !bytes.Equal(got, want) {
			t.Errorf("%s\nshould be\n%s", got, want)
		}
	})
}

func TestSearchesAreKept(t *testing.T) {
	s, asked := &searches{}, 0
	find := func() []byte { asked++; return fmt.Append(nil, asked) }
	for _, c := range []struct {
		t    typed
		want string
	}{
		{typed{"en-US", "hea", 0}, "1"}, {typed{"en-US", "hea", 0}, "1"}, {typed{"en-GB", "hea", 0}, "2"}, {typed{"en-US", "hea", 1}, "3"},
		{typed{"en-US", "headaches", 0}, "4"}, {typed{"en-US", "headaches", 0}, "5"}, {typed{"en-US", "hea", 0}, "1"},
	} {
		if got := string(s.answer(c.t, find)); got != c.want {
			t.Errorf("%v: answer %s, should be %s", c.t, got, c.want)
		}
	}
	for i := range 3 * keptAnswers {
		s.answer(typed{"en-US", fmt.Sprintf("%x", i), 0}, find)
	}
	if len(s.kept) > keptAnswers {
		t.Errorf("%d answers are kept", len(s.kept))
	}
}
