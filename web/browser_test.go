package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"anamnesis/internal/app"
	"anamnesis/web"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdpnetwork "github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// shots names a folder that every screen is put into as a picture, to be looked at.
var shots = os.Getenv("ANAMNESIS_SHOTS")

// The browser is started once for all tests, and ended by TestMain.
var browser struct {
	once   sync.Once
	ctx    context.Context
	cancel func()
	err    error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if browser.cancel != nil {
		browser.cancel()
	}
	os.Exit(code)
}

// tab opens a page of its own in the browser. Without Chromium the test is skipped, but in CI it fails.
func tab(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser is not short")
	}
	t.Parallel()
	browser.once.Do(func() {
		path, err := exec.LookPath("chromium")
		if err != nil {
			browser.err = err
			return
		}
		alloc, cancel := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Flag("lang", "en-US"), chromedp.Flag("hide-scrollbars", true))...)
		ctx, stop := chromedp.NewContext(alloc)
		browser.ctx, browser.cancel = ctx, func() { stop(); cancel() }
		browser.err = chromedp.Do(ctx)
	})
	if browser.err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("chromium: %v", browser.err)
		}
		t.Skipf("chromium is needed (Debian: apt-get install chromium): %v", browser.err)
	}
	ctx, cancel := chromedp.NewContext(browser.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	t.Cleanup(stop)
	return ctx
}

// stage is a whole service with the web client of one partner, and a line in between that can be cut.
type stage struct {
	url     string
	service *app.Service
	partner string // id
	secret  string
	skew    atomic.Int64 // nanoseconds that the service's clock runs ahead

	mu    sync.Mutex
	cut   func(*http.Request) fate
	calls []string // method and path of what reached the back end of the page
}

// fate is what becomes of a request on the line.
type fate int

const (
	through     fate = iota // it arrives, and so does its answer
	lost                    // it does not arrive
	answerLost              // it arrives, its answer does not
	unavailable             // 503
)

// newStage starts one whose partner has these languages; none means all.
func newStage(t *testing.T, languages ...string) *stage {
	t.Helper()
	if len(languages) == 0 {
		languages = []string{"en-US", "en-GB", "es-ES", "de-DE"}
	}
	s := &stage{}
	ctx, cancel := context.WithCancel(context.Background())
	clock := func() time.Time { return time.Now().Add(time.Duration(s.skew.Load())) }
	file := "sqlite:" + filepath.Join(t.TempDir(), "web.db")
	st, err := app.OpenStore(ctx, file, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	creds, err := app.CreatePartner(ctx, st, app.NewPartner{Name: "web", Languages: languages}, clock())
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	s.partner, s.secret = creds.PartnerID, creds.Secret
	s.service, err = app.New(ctx, app.Config{Listen: "127.0.0.1:0", Database: file, Now: clock, Web: func(base string, inside *http.Client) (http.Handler, error) {
		h, err := web.Handler(web.Config{BaseURL: base, Client: inside, PartnerID: creds.PartnerID, Secret: creds.Secret, APIKey: creds.APIKey, Now: clock})
		return s.line(h), err
	}})
	if err != nil {
		t.Fatal(err)
	}
	s.url = s.service.URL()
	done := make(chan error, 1)
	go func() { done <- s.service.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return s
}

// line passes requests on as cut says.
func (s *stage) line(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		f := through
		if s.cut != nil {
			f = s.cut(r)
		}
		if f != lost && f != unavailable && strings.HasPrefix(r.URL.Path, "/app/") {
			s.calls = append(s.calls, r.Method+" "+r.URL.Path)
		}
		s.mu.Unlock()
		switch f {
		case through:
			next.ServeHTTP(w, r)
		case unavailable:
			http.Error(w, `{"error":"unavailable"}`, http.StatusServiceUnavailable)
		default:
			if f == answerLost {
				next.ServeHTTP(&nowhere{http.Header{}}, r)
			}
			panic(http.ErrAbortHandler)
		}
	})
}

// nowhere takes an answer that is lost on its way.
type nowhere struct{ header http.Header }

func (n *nowhere) Header() http.Header         { return n.header }
func (n *nowhere) Write(b []byte) (int, error) { return len(b), nil }
func (n *nowhere) WriteHeader(int)             {}

func (s *stage) setCut(f func(*http.Request) fate) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cut = f
}

func (s *stage) count(call string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, c := range s.calls {
		if c == call {
			n++
		}
	}
	return n
}

// view is a screen to look at the page with.
type view struct {
	width, height int
	mobile, dark  bool
	scale         float64
}

var (
	phone   = view{width: 390, height: 844, mobile: true, scale: 2}
	desktop = view{width: 1280, height: 800, scale: 1}
)

// screen is the page in one tab.
type screen struct {
	t      *testing.T
	ctx    context.Context
	name   string
	shot   int
	mu     sync.Mutex
	faults []string // what the browser complained about
}

// open shows an address and waits for the element's first screen.
func open(t *testing.T, s *stage, v view, path string) *screen {
	t.Helper()
	p := load(t, s, v, path)
	p.wait(1)
	return p
}

// load shows an address.
func load(t *testing.T, s *stage, v view, path string) *screen {
	t.Helper()
	p := &screen{t: t, ctx: tab(t), name: strings.ReplaceAll(strings.TrimPrefix(t.Name(), "Test"), "/", "-")}
	if err := chromedp.Listen(p.ctx, p.listen); err != nil {
		t.Fatal(err)
	}
	scheme := "light"
	if v.dark {
		scheme = "dark"
	}
	p.run(
		command(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}), // beside other tabs
		command(cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: watcher}),
		chromedp.EmulateViewport(int64(v.width), int64(v.height), chromedp.EmulateScale(v.scale)),
		command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}),
		command(cdpnetwork.Enable, cdpnetwork.EnableParams{}),
		chromedp.Navigate(s.url+path),
	)
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, f := range p.faults {
			t.Errorf("the browser says: %s", f)
		}
	})
	return p
}

// watcher counts the screens that were shown, and gives a way into the element.
const watcher = `
	window.screens = 0;
	addEventListener('assessment-screen', (e) => { window.screens++; window.title = e.detail.title; });
	window.root = () => document.querySelector('symptom-assessment')?.shadowRoot ?? document;
	window.one = (s) => root().querySelector(s);
	window.all = (s) => [...root().querySelectorAll(s)].filter((e) => e.checkVisibility());`

// listen notes exceptions and what the content security policy refused.
func (p *screen) listen(ev any) {
	var fault string
	switch e := ev.(type) {
	case *runtime.EventExceptionThrown:
		fault = fmt.Sprint(e.ExceptionDetails.Text, " ", e.ExceptionDetails.Exception.Description)
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" {
			fault = fmt.Sprintf("console.error %s", e.Args[0].Description)
		}
	case *cdpnetwork.EventRequestWillBeSent:
		if u, err := url.Parse(e.Request.URL); err == nil && u.Scheme != "data" && u.Scheme != "about" && u.Hostname() != "127.0.0.1" {
			fault = "a request to " + e.Request.URL
		}
	}
	if fault == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = append(p.faults, fault)
}

// command is a command of the protocol whose answer does not matter.
func command[P, R any](c cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

func (p *screen) run(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.t.Fatalf("%s: %v", p.name, err)
	}
}

// js evaluates an expression in the page.
func js[T any](p *screen, expr string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expr, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %s: %v", p.name, expr, err)
	}
	return v
}

// until waits for an expression to be true.
func (p *screen) until(expr string) {
	p.t.Helper()
	deadline := time.Now().Add(15 * time.Second)
	for !js[bool](p, "!!("+expr+")") {
		if time.Now().After(deadline) {
			p.picture("stuck")
			p.t.Fatalf("%s: never true: %s\non: %s", p.name, expr, js[string](p, "(one('.frame') ?? document.body).innerText"))
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// wait waits until n screens were shown since the page was loaded.
func (p *screen) wait(n int) {
	p.t.Helper()
	p.until(fmt.Sprintf("window.screens >= %d", n))
}

// next does something and waits for the screen that follows.
func (p *screen) next(do func()) {
	p.t.Helper()
	n := js[int](p, "window.screens")
	do()
	p.wait(n + 1)
}

// click presses the middle of the n-th of the elements that match, as a person does: what lies over it gets the click.
func (p *screen) click(selector string, n int) {
	p.t.Helper()
	at := js[[]float64](p, fmt.Sprintf(`(() => { const e = all(%q)[%d]; if (!e) return [];
		e.scrollIntoView({block: 'center', behavior: 'instant'}); const r = e.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2]; })()`, selector, n))
	if len(at) != 2 {
		p.picture("stuck")
		p.t.Fatalf("%s: nothing to click at %s %d\non: %s", p.name, selector, n, js[string](p, "(one('.frame') ?? document.body).innerText"))
	}
	p.run(chromedp.MouseClickXY(at[0], at[1]))
}

// press presses keys as a keyboard does: the character comes with the key going down, so that a page which prevents
// the one prevents the other.
func (p *screen) press(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		for _, r := range k {
			var down input.DispatchKeyEventParams
			for _, e := range kb.Encode(r) {
				switch e.Type {
				case kb.KeyDown, kb.KeyRawDown:
					down = *e
				case kb.KeyChar:
					down.Type, down.Text, down.UnmodifiedText = kb.KeyDown, e.Text, e.UnmodifiedText
				case kb.KeyUp:
					p.run(command(input.DispatchKeyEvent, down), command(input.DispatchKeyEvent, *e))
				}
			}
		}
	}
}

func (p *screen) write(text string) {
	p.t.Helper()
	p.run(command(input.InsertText, input.InsertTextParams{Text: text}))
}

func (p *screen) text(selector string) string {
	p.t.Helper()
	return js[string](p, fmt.Sprintf("one(%q)?.innerText ?? ''", selector))
}

func (p *screen) has(selector string) bool {
	p.t.Helper()
	return js[bool](p, fmt.Sprintf("all(%q).length > 0", selector))
}

// reload loads the page again.
func (p *screen) reload() {
	p.t.Helper()
	p.run(chromedp.Reload())
	p.wait(1)
}

// picture keeps what is to be seen, where pictures are wanted.
func (p *screen) picture(what string) {
	p.t.Helper()
	if shots == "" {
		return
	}
	time.Sleep(450 * time.Millisecond) // transitions
	capture := chromedp.FullScreenshot(100)
	if p.has("dialog") {
		capture = chromedp.CaptureScreenshot()
	}
	b, err := chromedp.Run(p.ctx, capture)
	if err != nil {
		p.t.Fatal(err)
	}
	p.shot++
	name := filepath.Join(shots, fmt.Sprintf("%s-%02d-%s.png", p.name, p.shot, what))
	if err := os.WriteFile(name, b, 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// axe fetches axe-core once by npm into the user's cache: it is other people's work, so it is not kept here.
var axe = sync.OnceValues(func() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "anamnesis-axe")
	file := filepath.Join(dir, "package", "axe.min.js")
	if b, err := os.ReadFile(file); err == nil {
		return string(b), nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	pack := exec.Command("npm", "pack", "axe-core@4", "--silent")
	pack.Dir = dir
	out, err := pack.Output()
	if err != nil {
		return "", fmt.Errorf("npm pack axe-core: %w", err)
	}
	name := filepath.Base(strings.TrimSpace(string(out)))
	untar := exec.Command("tar", "-xzf", name, "package/axe.min.js")
	untar.Dir = dir
	if out, err := untar.CombinedOutput(); err != nil {
		return "", fmt.Errorf("tar: %w: %s", err, out)
	}
	b, err := os.ReadFile(file)
	return string(b), err
})

// audit runs axe-core with every rule of WCAG 2.2 A and AA and its best practices on what is shown.
func (p *screen) audit(what string) {
	p.t.Helper()
	script, err := axe()
	if err != nil {
		if os.Getenv("CI") == "true" {
			p.t.Fatal(err)
		}
		p.t.Logf("%s: not audited, since axe-core cannot be had: %v", what, err)
		return
	}
	if !js[bool](p, "typeof axe === 'object'") {
		p.run(chromedp.Evaluate[chromedp.Void](script))
	}
	found := js[json.RawMessage](p, `axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations']})
		.then((r) => r.violations.map((v) => v.id + ': ' + v.help + ' at ' + v.nodes.map((n) => n.target.flat().join(' ') + ' ' + n.failureSummary.slice(0, 300)).join(', ')))`)
	var violations []string
	if err := json.Unmarshal(found, &violations); err != nil {
		p.t.Fatal(err)
	}
	for _, v := range violations {
		p.t.Errorf("%s %s: axe: %s", p.name, what, v)
	}
}
