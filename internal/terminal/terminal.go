package terminal

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"anamnesis/api"

	"golang.org/x/term"
)

// ErrLeft says that the person left before the report.
var ErrLeft = errors.New("the consultation was left")

// Session is what a consultation needs of the service. *client.Session is one.
type Session interface {
	Terms(ctx context.Context) (*api.TermsResponse, error)
	Accept(ctx context.Context, contentVersion string) (*api.OnboardingResponse, error)
	Initial(ctx context.Context, in api.InitialRequest) (*api.ChatResponse, error)
	Chat(ctx context.Context, a api.Answer) (*api.ChatResponse, error)
	StepBack(ctx context.Context) (*api.ChatResponse, error)
	State(ctx context.Context) (*api.ChatResponse, error)
	Search(ctx context.Context, text, gender string) (*api.SearchResponse, error)
	Report(ctx context.Context) (*api.ReportResponse, error)
}

// Run holds a consultation and shows its report, which it gives back. Where in and out are a terminal it takes the
// whole screen, and leaves the report behind; elsewhere it reads and writes lines. env looks up NO_COLOR, TERM and the
// locale; lang (BCP 47) is the language of the words around what the service says. A person who leaves, or whose input ends, makes it ErrLeft.
func Run(ctx context.Context, ses Session, in io.Reader, out io.Writer, env func(string) string, lang string) (*api.PatientReport, error) {
	tty, ok := open(in, out, env)
	if !ok {
		return newPlain(ses, in, out, wordsOf(lang)).run(ctx)
	}
	tty.paint.words = wordsOf(lang)
	report, err := tty.run(ctx, ses)
	if err != nil {
		return nil, err
	}
	width, _ := tty.size()
	_, err = io.WriteString(out, strings.Join(layOut(report, tty.paint, width), "\n")+"\n")
	return report, err
}

// terminal is the person's, before and after the consultation takes its screen.
type terminal struct {
	in, out *os.File
	paint   paint
}

// open says whether in and out are a terminal that screens can be drawn on.
func open(in io.Reader, out io.Writer, env func(string) string) (*terminal, bool) {
	i, ok := in.(*os.File)
	o, ok2 := out.(*os.File)
	if !ok || !ok2 || env("TERM") == "dumb" || !term.IsTerminal(int(i.Fd())) || !term.IsTerminal(int(o.Fd())) {
		return nil, false
	}
	return &terminal{i, o, paint{color: env("NO_COLOR") == "", unicode: unicodeLocale(env)}}, true
}

// unicodeLocale says whether the locale's characters are Unicode; one that is not set says nothing against it.
func unicodeLocale(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(env(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}

// size is 80x24 where the terminal does not say.
func (t *terminal) size() (width, height int) {
	w, h, err := term.GetSize(int(t.out.Fd()))
	if err != nil || w < 1 || h < 1 {
		return 80, 24
	}
	return w, h
}

const (
	// enter takes the alternate screen, asks for pastes to be marked, and keeps long lines from wrapping.
	enterScreen = "\x1b[?1049h\x1b[?2004h\x1b[?7l\x1b[2J"
	leaveScreen = "\x1b[0m\x1b[?7h\x1b[?2004l\x1b[?25h\x1b[?1049l"
)

// run holds the consultation on the whole screen and gives the terminal back as it was, whatever happens.
func (t *terminal) run(ctx context.Context, ses Session) (r *api.PatientReport, err error) {
	before, err := term.MakeRaw(int(t.in.Fd()))
	if err != nil {
		return nil, err
	}
	defer func() {
		_, _ = io.WriteString(t.out, leaveScreen)
		err = errors.Join(err, term.Restore(int(t.in.Fd()), before))
	}()
	if _, err := io.WriteString(t.out, enterScreen); err != nil {
		return nil, err
	}
	resized, stop := resizes()
	defer stop()
	over := make(chan struct{})
	defer close(over)
	d := &display{out: t.out, size: t.size, input: read(t.in, over), resized: resized, paint: t.paint, percent: -1, debounce: searchPause}
	return (&flow{display: d, ses: ses}).run(ctx)
}

// read passes on what arrives, until stop. Nothing ends a read of a terminal, so the last one waits on for a key or
// the end of the process.
func read(in io.Reader, stop <-chan struct{}) <-chan []byte {
	out := make(chan []byte)
	go func() {
		defer close(out)
		for {
			b := make([]byte, 1024)
			n, err := in.Read(b)
			if n > 0 {
				select {
				case out <- b[:n]:
				case <-stop:
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	return out
}
