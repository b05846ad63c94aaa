package e2e

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"anamnesis/internal/kb"
)

// TestNothingPersonalIsLogged reads the whole log, at level debug, and the metrics after all transcripts.
func TestNothingPersonalIsLogged(t *testing.T) {
	s := theStage(t)
	log, metrics := s.log.String(), scrape(t, s.URL())
	if n := strings.Count(log, "\n"); n < 20*len(s.scripts) {
		t.Fatalf("only %d lines were logged", n)
	}
	if !strings.Contains(metrics, "anamnesis_consultations_started_total") {
		t.Fatal("the metrics do not count consultations")
	}
	secrets := map[string]string{"the secret": s.creds.Secret, "the api key": s.creds.APIKey}
	for _, sc := range s.scripts {
		secrets["the query of "+sc.name] = sc.query
		if tr := s.played[sc.name]; tr != nil {
			tr.secrets(sc.name, secrets)
		}
	}
	for what, secret := range secrets {
		for where, text := range map[string]string{"log": log, "metrics": metrics} {
			if strings.Contains(text, secret) {
				t.Errorf("the %s holds %s", where, what)
			}
		}
	}
	words := logWords(t, log) + labels(metrics)
	for _, name := range symptoms(s.base) {
		if strings.Contains(words, " "+name+" ") {
			t.Errorf("log or metrics name the symptom %q", name)
		}
	}
}

func (tr *transcript) secrets(name string, into map[string]string) {
	into["the token of "+name] = tr.token
	into["the signature of the token of "+name] = tr.token[strings.LastIndex(tr.token, ".")+1:]
	for _, text := range tr.searched {
		into["the search of "+name+" for "+text] = text
	}
	for _, st := range tr.steps {
		into["a question of "+name+": "+heading(st.question)] = heading(st.question)
		for _, c := range st.question.Choices {
			if code.MatchString(c.ID) {
				into["the choice "+c.ID] = c.ID
			}
		}
	}
}

// code is the form of the codes of concepts.
var code = regexp.MustCompile(`\bCM?[0-9]{6,8}$`)

// logWords gives the values of all lines, in lower case, words parted by one space. The keys are
// the program's own words.
func logWords(t *testing.T, log string) string {
	t.Helper()
	var b strings.Builder
	dec := json.NewDecoder(strings.NewReader(log))
	for {
		var line map[string]any
		if err := dec.Decode(&line); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		for _, v := range line {
			if text, ok := v.(string); ok {
				b.WriteString(spaced(text))
			}
		}
	}
	return b.String()
}

var wordRE = regexp.MustCompile(`[a-z0-9']+`)

// spaced gives a text's words in lower case with a space on either side.
func spaced(text string) string {
	return " " + strings.Join(wordRE.FindAllString(strings.ToLower(text), -1), " ") + " "
}

// labels gives the words of all values of labels.
func labels(metrics string) string {
	var b strings.Builder
	for _, m := range regexp.MustCompile(`="([^"]*)"`).FindAllStringSubmatch(metrics, -1) {
		b.WriteString(spaced(m[1]))
	}
	return b.String()
}

// symptoms are the names that a log must not hold: of all findings and factors.
func symptoms(b *kb.Base) []string {
	var out []string
	for i := range b.Concepts {
		for _, name := range []string{b.Concepts[i].Name, b.Concepts[i].Lay, strings.ReplaceAll(b.Concepts[i].ID, "_", " ")} {
			out = append(out, strings.ToLower(name))
		}
	}
	return out
}

func scrape(t *testing.T, url string) string {
	t.Helper()
	res, err := http.Get(url + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var b bytes.Buffer
	if _, err := b.ReadFrom(res.Body); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
