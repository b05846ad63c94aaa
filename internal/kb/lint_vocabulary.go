package kb

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"strings"
)

// vocabularies are the files that VerifyCodes reads: tab-separated with a heading.
var vocabularies = []string{"doid.tsv.gz", "hpo.tsv.gz", "symp.tsv"}

// verifyCodes reports CUIs that no vocabulary has, and warns where none of its
// names there shares a word with ours: a sign that the code was guessed.
func (l *linter) verifyCodes(folder, texts fs.FS) {
	names := map[string]string{}
	for _, file := range vocabularies {
		if err := readVocabulary(folder, file, names); err != nil {
			l.add(file, "", "%v", err)
		}
	}
	if texts != nil {
		if err := readPatientTerms(texts, names); err != nil && !errors.Is(err, fs.ErrNotExist) {
			l.add(patientTerms, "", "%v", err)
		}
	}
	check := func(file, field, code string, ours []string) {
		theirs, ok := names[code]
		switch {
		case !strings.HasPrefix(code, "C") || strings.HasPrefix(code, "CM"):
		case !ok:
			l.add(file, field, "%s is in none of %s", code, join(vocabularies))
		case !shareWord(theirs, strings.Join(ours, " ")):
			l.warn(file, field, "%s is named %s there", code, strings.TrimSpace(theirs))
		}
	}
	for i := range l.s.concepts {
		c := &l.s.concepts[i]
		check(c.file, c.ID+".code", c.Code, c.claims())
		for _, a := range c.Also {
			check(c.file, c.ID+".also", a.Code, []string{a.Name})
		}
	}
	for i := range l.s.conditions {
		c := &l.s.conditions[i]
		check(c.file, "code", c.Code, append([]string{c.Name, c.Lay}, c.Synonyms...))
	}
}

// readVocabulary adds the names of each CUI in one file.
func readVocabulary(folder fs.FS, file string, names map[string]string) error {
	column := -1
	return eachLine(folder, file, func(line []byte) error {
		cells := strings.Split(string(line), "\t")
		if column < 0 {
			for column = 0; column < len(cells) && cells[column] != "umls_cui"; column++ {
			}
			return nil
		}
		if column >= len(cells) {
			return nil
		}
		for cui := range strings.SplitSeq(cells[column], "|") {
			if cui != "" {
				names[cui] += " " + strings.Join(cells[1:min(column, len(cells))], "|")
			}
		}
		return nil
	})
}

// patientTerms has the concepts that patients' sentences were mapped to, with their names in UMLS.
const patientTerms = "psytar.jsonl.gz"

func readPatientTerms(folder fs.FS, names map[string]string) error {
	return eachLine(folder, patientTerms, func(line []byte) error {
		var sentence struct {
			Mentions []struct{ CUIs, Names []string }
		}
		if err := json.Unmarshal(line, &sentence); err != nil {
			return err
		}
		for _, m := range sentence.Mentions {
			for _, cui := range m.CUIs {
				if all := strings.Join(m.Names, " "); !strings.Contains(names[cui], all) {
					names[cui] += " " + all
				}
			}
		}
		return nil
	})
}

// eachLine gives f each line of a file, which may be compressed.
func eachLine(folder fs.FS, file string, f func([]byte) error) error {
	in, err := folder.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	var r io.Reader = in
	if strings.HasSuffix(file, ".gz") {
		if r, err = gzip.NewReader(in); err != nil {
			return err
		}
	}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if err := f(lines.Bytes()); err != nil {
			return err
		}
	}
	return lines.Err()
}

// shareWord is true where a word of four letters or more starts alike in both.
func shareWord(a, b string) bool {
	const stem = 4
	words := map[string]bool{}
	for _, w := range strings.Fields(Normalize(a)) {
		words[w[:min(stem, len(w))]] = true
	}
	for _, w := range strings.Fields(Normalize(b)) {
		if words[w[:min(stem, len(w))]] {
			return true
		}
	}
	return false
}
