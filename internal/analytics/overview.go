package analytics

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"anamnesis/api"
	"anamnesis/internal/store"
)

// EventEmptySearch is the analytics event by which a client tells of a search that found nothing; its value is an
// object with the text.
const EventEmptySearch = "symptom_search_empty"

// Bounds of an overview's lists.
const (
	maxTexts    = 50
	maxMessages = 50
)

// Overview counts consultations one by one. It is made by NewOverview.
type Overview struct {
	out       api.Overview
	days      map[string]int // index of a day in out.Days
	levels    map[string]*api.LevelCount
	questions map[int]int
	asked     []int
	seconds   []float64
	searches  map[string]int
	unknown   map[string]int
	labels    map[string]int
	stars     int
}

// levelOrder is the order of an overview's levels, most urgent first.
var levelOrder = [...]string{
	api.TriageAmbulance, api.TriageEmergency, api.TriageUrgent12h, api.TriageUrgent48h, api.TriageRoutine2w, api.TriageSelfCare,
	api.TriageInformation, api.TriageNoOutcome,
}

// NewOverview begins an overview of the days from <= day < to, which are UTC midnights.
func NewOverview(from, to time.Time) *Overview {
	o := &Overview{
		days: map[string]int{}, levels: map[string]*api.LevelCount{}, questions: map[int]int{}, searches: map[string]int{},
		unknown: map[string]int{}, labels: map[string]int{},
	}
	o.out.Days = []api.DayCount{}
	for d := from; d.Before(to); d = d.AddDate(0, 0, 1) {
		date := d.Format(time.DateOnly)
		o.days[date] = len(o.out.Days)
		o.out.Days = append(o.out.Days, api.DayCount{Date: date})
	}
	o.out.Feedback.Messages = []api.FeedbackMessage{}
	return o
}

// Add counts one consultation with its events and, where there is one, its feedback.
func (o *Overview) Add(c store.Consultation, events []store.Event, f Facts, feedback *store.Feedback) {
	o.out.Started++
	day, known := o.days[c.Started.UTC().Format(time.DateOnly)]
	if known {
		o.out.Days[day].Started++
	}
	if len(f.Rules) > 0 { // the outcome comes first; there is none before the end
		o.out.Completed++
		if known {
			o.out.Days[day].Completed++
		}
		o.outcome(c, f)
	}
	for _, e := range events {
		if e.Name == EventEmptySearch {
			o.search(e.Payload)
		}
	}
	if feedback != nil {
		o.feedback(feedback)
	}
}

func (o *Overview) outcome(c store.Consultation, f Facts) {
	id := f.Rules[0].Code
	if o.levels[id] == nil {
		o.levels[id] = &api.LevelCount{TriageLevel: api.TriageLevel{ID: id, DisplayName: f.Rules[0].Name}}
	}
	o.levels[id].Count++
	o.questions[f.Rounds]++
	o.asked = append(o.asked, f.Rounds)
	o.seconds = append(o.seconds, c.Updated.Sub(c.Started).Seconds())
	if id == api.TriageNoOutcome {
		count(o.unknown, f.Query)
	}
}

func (o *Overview) search(payload []byte) {
	var v struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(payload, &v) == nil {
		count(o.searches, v.Text)
	}
}

func count(in map[string]int, text string) {
	if text = strings.ToLower(strings.Join(strings.Fields(text), " ")); text != "" {
		in[text]++
	}
}

func (o *Overview) feedback(f *store.Feedback) {
	if f.Stars < 1 || f.Stars > len(o.out.Feedback.Stars) {
		return
	}
	o.out.Feedback.Count++
	o.out.Feedback.Stars[f.Stars-1]++
	o.stars += f.Stars
	for _, l := range f.Labels {
		count(o.labels, l)
	}
	if f.Message != "" {
		o.out.Feedback.Messages = append(o.out.Feedback.Messages, api.FeedbackMessage{ConversationID: f.SID, Stars: f.Stars, Message: f.Message})
	}
}

// Result gives what was counted. incomplete says that the range holds more.
func (o *Overview) Result(incomplete bool) api.Overview {
	out := o.out
	out.Incomplete = incomplete
	out.Levels = []api.LevelCount{}
	for _, id := range levelOrder {
		if l := o.levels[id]; l != nil {
			out.Levels = append(out.Levels, *l)
		}
	}
	out.Questions = []api.QuestionsCount{}
	for n, c := range o.questions {
		out.Questions = append(out.Questions, api.QuestionsCount{Questions: n, Count: c})
	}
	slices.SortFunc(out.Questions, func(a, b api.QuestionsCount) int { return cmp.Compare(a.Questions, b.Questions) })
	out.MedianQuestions, out.MedianSeconds = median(o.asked), median(o.seconds)
	out.EmptySearches, out.Unrecognized = texts(o.searches), texts(o.unknown)
	fb := &out.Feedback
	if fb.Labels = texts(o.labels); fb.Count > 0 {
		fb.Mean = float64(o.stars) / float64(fb.Count)
	}
	fb.Messages = slices.Clone(fb.Messages)
	slices.Reverse(fb.Messages)
	fb.Messages = fb.Messages[:min(maxMessages, len(fb.Messages))]
	return out
}

// texts lists the most frequent first, equals by the alphabet.
func texts(counts map[string]int) []api.TextCount {
	out := []api.TextCount{}
	for text, n := range counts {
		out = append(out, api.TextCount{Text: text, Count: n})
	}
	slices.SortFunc(out, func(a, b api.TextCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Text, b.Text))
	})
	return out[:min(maxTexts, len(out))]
}

// median is 0 of nothing.
func median[T int | float64](list []T) float64 {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	mid := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return float64(sorted[mid])
	}
	return (float64(sorted[mid-1]) + float64(sorted[mid])) / 2
}
