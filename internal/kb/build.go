package kb

import (
	"fmt"
	"os"
	"path/filepath"
)

// CompiledFile is the path of the compiled base inside the knowledge folder.
const CompiledFile = "compiled/base.cbor.zst"

// TranslationSuffix ends the names of compiled languages, which begin with their tag.
const TranslationSuffix = ".cbor.zst"

// TranslationFile is the path of a compiled language inside the knowledge folder.
func TranslationFile(lang string) string { return "compiled/" + lang + TranslationSuffix }

// Build lints and compiles the knowledge folder dir and writes SOURCES.md,
// CompiledFile and the file of each translation into it. With errors among the problems nothing is written and the
// base is nil, unless draft asks for what can be made of sources still being
// written: what does not resolve is left out. The error is one of reading or writing.
func Build(dir string, draft bool) (*Base, Problems, error) {
	s, problems := LintFolder(os.DirFS(dir), LintOptions{Draft: true})
	if len(problems.Errors()) > 0 && !draft {
		return nil, problems, nil
	}
	b, err := Compile(s)
	if err != nil {
		return nil, problems, err
	}
	data, err := Encode(b)
	if err != nil {
		return nil, problems, err
	}
	files := map[string][]byte{CompiledFile: data, pageFile: SourcesPage(s)}
	for _, t := range s.Translations(b) {
		if files[TranslationFile(t.Language)], err = EncodeTranslation(t); err != nil {
			return nil, problems, err
		}
	}
	for name, content := range files {
		if err := write(filepath.Join(dir, name), content); err != nil {
			return nil, problems, err
		}
	}
	return b, problems, nil
}

func write(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("writing the knowledge base: %w", err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		return fmt.Errorf("writing the knowledge base: %w", err)
	}
	return nil
}
