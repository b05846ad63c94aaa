package httpapi_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/internal/auth"
	"anamnesis/internal/clinical"
	"anamnesis/internal/httpapi"
	"anamnesis/internal/store"

	"github.com/google/go-cmp/cmp"
)

func TestWholeConsultation(t *testing.T) {
	f := newFixture(t, func(_ *httpapi.Config, p *store.Partner) { p.Debug = true })
	token := f.started()
	var turn api.ChatResponse
	f.do(request{method: "GET", path: base + "/chat", token: token}).into(t, &turn)
	if turn.Question == nil || turn.Question.Type != "symptoms" || len(turn.DebugMessages) != 1 || turn.ConversationDetails.StepBackPossible {
		t.Errorf("first turn: %+v", turn)
	}
	steps := []request{
		{method: "POST", path: base + "/chat", body: goodAnswer},
		{method: "POST", path: base + "/step-back"},
		{method: "POST", path: base + "/step-back", body: `{}`}, // refused: nothing to go back to
		{method: "POST", path: base + "/chat", body: goodAnswer},
		{method: "GET", path: base + "/report"}, // refused: not ready
		{method: "POST", path: base + "/chat", body: goodAnswer},
		{method: "POST", path: base + "/chat", body: goodAnswer}, // refused: nothing is asked
		{method: "GET", path: base + "/report"},
		{method: "GET", path: base + "/report"},
		{method: "GET", path: base + "/chat"},
		{method: "POST", path: base + "/step-back"}, // refused: ended
	}
	want := []int{200, 200, 400, 200, 400, 200, 400, 200, 200, 200, 400}
	var got []int
	var reports [][]byte
	for _, s := range steps {
		s.token = token
		r := f.do(s)
		got = append(got, r.status)
		if strings.HasSuffix(s.path, "/report") && r.status == http.StatusOK {
			reports = append(reports, r.body)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("statuses (-want +got):\n%s", diff)
	}
	if len(reports) == 2 && bytes.Contains(reports[0], []byte("unknown-one")) {
		t.Error("the report names an article that does not exist")
	}
}

func TestTermsAndOnboarding(t *testing.T) {
	f := newFixture(t, nil)
	token := f.login()
	var terms api.TermsResponse
	f.do(request{method: "GET", path: base + "/terms", token: token}).into(t, &terms)
	if len(terms.ContentVersion) != 40 || terms.Messages[1].Value != "Call 911." {
		t.Errorf("terms: %+v", terms)
	}
	r := f.do(request{method: "POST", path: base + "/terms", token: token, body: `{"content_version":"` + terms.ContentVersion + `","all_policies_accepted":"true"}`})
	var a api.AcceptResponse
	r.into(t, &a)
	c := a.OnboardingResponse.AgeQuestion.Constraints
	if *c.MinSelections != 18 || *c.MaxSelections != 125 || *c.MinValue != 18 || *c.MaxValue != 125 {
		t.Errorf("age constraints: %s", r.body)
	}
	up := a.LoginResponse.AccessToken
	if r := f.do(request{method: "GET", path: base + "/terms", token: up}); r.status != 200 {
		t.Errorf("reading the terms again: %d", r.status)
	}
	if r := f.do(request{method: "POST", path: base + "/terms", token: up, body: `{}`}); r.status != 401 {
		t.Errorf("accepting with the upgraded token: %d", r.status)
	}
	claims, err := f.auth.Verify(context.Background(), up, "upgraded")
	if err != nil {
		t.Fatal(err)
	}
	if kept, _ := f.store.Consents().Consents(context.Background(), claims.Session); len(kept) != 1 || kept[0].ContentVersion != terms.ContentVersion {
		t.Errorf("consents: %+v", kept)
	}
}

func TestIdempotencyKeyGivesTheSameBytes(t *testing.T) {
	f := newFixture(t, nil)
	token := f.started()
	rq := request{method: "POST", path: base + "/chat", token: token, body: goodAnswer, header: map[string]string{"Idempotency-Key": "k1"}}
	first, second := f.do(rq), f.do(rq)
	if !bytes.Equal(first.body, second.body) || second.status != 200 {
		t.Errorf("%s\n%s", first.body, second.body)
	}
	rq.header = map[string]string{"Idempotency-Key": strings.Repeat("k", 129)}
	if r := f.do(rq); r.status != 400 || len(r.fault(t).ValidationErrors) != 1 {
		t.Errorf("key too long: %d %s", r.status, r.body)
	}
}

func TestSearchAndArticles(t *testing.T) {
	f := newFixture(t, nil)
	token := f.session()
	get := func(path string) response { return f.do(request{method: "GET", path: base + path, token: token}) }
	var found api.SearchResponse
	get("/symptom-search?text=head").into(t, &found)
	if len(found.Autocomplete) != 1 || f.search.sex != clinical.Female {
		t.Errorf("search: %+v, sex %v", found, f.search.sex)
	}
	get("/symptom-search?text=head&gender=male")
	if f.search.sex != clinical.Male {
		t.Errorf("gender is not taken")
	}
	if r := get("/symptom-search?text=zzz"); string(r.body) != `{"autocomplete":[]}` {
		t.Errorf("nothing found: %s", r.body)
	}
	var list api.ArticlesResponse
	get("/articles?ids=influenza,nope,common-cold,influenza").into(t, &list)
	if len(list.Articles) != 2 || list.Articles[0].ID != "influenza" || list.Articles[1].ID != "common-cold" {
		t.Errorf("articles: %+v", list)
	}
	var one api.Article
	get("/article/common-cold").into(t, &one)
	if one.Paragraphs[0].Messages[0].Value != "Milder than [influenza](article:influenza). Call 911 if you cannot breathe." || len(one.RelatedArticles) != 1 || len(one.URLs) != 1 {
		t.Errorf("article: %+v", one)
	}
	if r := get("/articles?ids=nope"); string(r.body) != `{"articles":[]}` {
		t.Errorf("unknown articles: %s", r.body)
	}
	if r := get("/article/nope"); r.status != 404 {
		t.Errorf("unknown article: %d", r.status)
	}
}

func TestEventsFeedbackAndRetrieval(t *testing.T) {
	f := newFixture(t, nil)
	token := f.session()
	claims, err := f.auth.Verify(context.Background(), token, "upgraded")
	if err != nil {
		t.Fatal(err)
	}
	ctx, day := context.Background(), time.Date(2026, 11, 21, 23, 59, 59, 0, time.UTC)
	err = f.store.Consultations().Create(ctx, store.Consultation{SID: claims.Session, PartnerID: f.creds.PartnerID, Started: day, Updated: day, State: []byte("shaking")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{`{"event":"opened"}`, `{"name":"rated","value":5}`, `{"the service":"c","value":{"a":[1]}}`} {
		if r := f.do(request{method: "POST", path: base + "/analytics", token: token, body: body}); r.status != 200 || string(r.body) != "{}" {
			t.Errorf("%s: %d %s", body, r.status, r.body)
		}
	}
	if r := f.do(request{method: "POST", path: base + "/analytics/feedback", token: token, body: `{"stars":4,"labels":["clear"],"message":"ok"}`}); string(r.body) != "{}" {
		t.Errorf("feedback: %d %s", r.status, r.body)
	}
	portal := f.portalToken()
	r := f.do(request{method: "POST", path: "/v4/analytics/query", token: portal, header: map[string]string{"X-Api-Key": ""}, body: `{"start_date":"2026-11-21","end_date":"2026-11-21"}`})
	want := `{"records":[{"datetime_conv_start":"2026-11-21 23:59:59.000000 UTC","conversation_id":"` + claims.Session + `","user_input":"male, 1978, shaking",` +
		`"extracted_symptoms":"C0015967 (Fever)","additional_symptoms":"","excluded_symptoms":"","confirmed_influencing_factors":"","excluded_influencing_factors":"",` +
		`"outcome_conditions":"","rounds_count":3,"events":[{"id":"opened"},{"id":"rated","payload":{"value":5}},{"id":"c","payload":{"a":[1]}}]}]}`
	if diff := cmp.Diff(want, string(r.body)); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
	counted := f.do(request{method: "POST", path: "/v4/analytics/overview", token: portal, body: `{"start_date":"2026-11-21","end_date":"2026-11-21"}`})
	want = `{"started":1,"completed":0,"median_questions":0,"median_seconds":0,"days":[{"date":"2026-11-21","started":1,"completed":0}],"levels":[],"questions":[],` +
		`"feedback":{"count":1,"mean":4,"stars":[0,0,0,1,0],"labels":[{"text":"clear","count":1}],"messages":[{"conversation_id":"` + claims.Session + `","stars":4,"message":"ok"}]},` +
		`"empty_searches":[],"unrecognized":[],"incomplete":false}`
	if diff := cmp.Diff(want, string(counted.body)); diff != "" {
		t.Errorf("overview (-want +got):\n%s", diff)
	}
	replay := request{method: "POST", path: "/v4/analytics/replay", token: portal, body: `{"conversation_id":"` + claims.Session + `"}`}
	want = `{"conversation_id":"` + claims.Session + `","gender":"male","age":48,"initial_query":"shaking","edition":"old","current_edition":"new",` +
		`"start":{"level":{"id":"self_care","display_name":"Self-care"},"causes":[]},"steps":[{"question":"Is it shaking?","type":"symptom",` +
		`"choices":[{"text":"Yes","chosen":false},{"text":"No","chosen":true}],"level":{"id":"self_care","display_name":"Self-care"},` +
		`"causes":[{"cui":"C0009443","name":"Common cold","probability":0.5}]}]}`
	if diff := cmp.Diff(want, string(f.do(replay).body)); diff != "" {
		t.Errorf("replay (-want +got):\n%s", diff)
	}
	f.refuseStrangers(replay)
	if r := f.do(request{method: "POST", path: "/v4/analytics/query", token: portal, body: `{"start_date":"2026-11-22","end_date":"2026-11-22"}`}); string(r.body) != `{"records":[]}` {
		t.Errorf("empty range: %s", r.body)
	}
}

// refuseStrangers looks at a consultation as another partner, who is told what is said of one that is not there.
func (f *fixture) refuseStrangers(replay request) {
	f.t.Helper()
	other := auth.NewCredentials()
	f.partner(store.Partner{ID: other.PartnerID, Name: "other", Languages: []string{"en-US"}}, other)
	own := f.creds
	f.creds = other
	replay.token = f.portalToken()
	f.creds = own
	stranger := f.do(replay)
	replay.body = `{"conversation_id":"nowhere\u0000"}`
	nowhere := f.do(replay)
	if stranger.status != 404 || nowhere.status != 404 || string(stranger.body) != string(nowhere.body) {
		f.t.Errorf("a stranger got %d %s, nothing at all %d %s", stranger.status, stranger.body, nowhere.status, nowhere.body)
	}
	counted := f.do(request{method: "POST", path: "/v4/analytics/overview", token: replay.token, body: `{"start_date":"2026-11-21","end_date":"2026-11-21"}`})
	if !strings.HasPrefix(string(counted.body), `{"started":0,`) {
		f.t.Errorf("a stranger's overview is %s", counted.body)
	}
}

// portalToken gets a token of retrieval, once by each way.
func (f *fixture) portalToken() string {
	f.t.Helper()
	form := map[string]string{"Content-Type": "application/x-www-form-urlencoded", "X-Api-Key": ""}
	r := f.do(request{method: "POST", path: "/v4/oauth/token", header: form, body: "grant_type=client_credentials&client_id=" + f.creds.PartnerID + "&client_secret=" + f.creds.Secret})
	if r.status != 200 {
		f.t.Fatalf("token: %d %s", r.status, r.body)
	}
	req, _ := http.NewRequest("POST", f.url, nil)
	req.SetBasicAuth(f.creds.PartnerID, f.creds.Secret)
	form["Authorization"] = req.Header.Get("Authorization")
	var l api.LoginResponse
	f.do(request{method: "POST", path: "/v4/oauth/token", header: form, body: "grant_type=client_credentials"}).into(f.t, &l)
	return l.AccessToken
}
