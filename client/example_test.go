package client_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"anamnesis/api"
	"anamnesis/client"
	"anamnesis/internal/app"
)

// A whole consultation: everything is denied but what was written first.
func Example() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	c := exampleService(ctx)

	session, err := c.Login(ctx)
	if err != nil {
		log.Fatal(err)
	}
	terms, err := session.Terms(ctx) // show them
	if err != nil {
		log.Fatal(err)
	}
	onboarding, err := session.Accept(ctx, terms.ContentVersion)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(onboarding.SymptomsQuestion.Messages[0].Value)

	state, err := session.Initial(ctx, api.InitialRequest{Gender: api.GenderFemale, Age: 34, InitialQuery: "sore throat since yesterday"})
	for err == nil && !state.ConversationDetails.ReportPossible {
		state, err = session.Chat(ctx, answer(state.Question)) // show the question, ask the person
	}
	if err != nil {
		log.Fatal(err)
	}
	report, err := session.Report(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.ConversationDetails.ConversationEnded, report.Report.Summary.InitialSymptoms[0].Name)
	// Output:
	// What is troubling you?
	// true Sore throat
}

// answer confirms what was understood, says no to symptoms, and takes the first choice elsewhere.
func answer(q *api.Question) api.Answer {
	a := api.Answer{Type: q.Type}
	if q.Type == api.QuestionAutocomplete {
		a.Included = []string{api.ChoiceSkip}
		return a
	}
	least := 0
	if q.Constraints != nil && q.Constraints.MinSelections != nil {
		least = *q.Constraints.MinSelections
	}
	for i, choice := range q.Choices {
		switch {
		case q.Type == api.QuestionSymptom || q.Type == api.QuestionFactor:
			if choice.ID == "n" {
				a.Included = append(a.Included, choice.ID)
			} else {
				a.Excluded = append(a.Excluded, choice.ID)
			}
		case i < least, q.Type == api.QuestionGeneric && least == 0:
			a.Included = append(a.Included, choice.ID)
		default:
			a.Excluded = append(a.Excluded, choice.ID)
		}
	}
	return a
}

// exampleService runs a service on a free port, with one partner, until ctx is done.
func exampleService(ctx context.Context) *client.Client {
	dir, err := os.MkdirTemp("", "anamnesis-example-")
	if err != nil {
		log.Fatal(err)
	}
	service, err := app.New(ctx, app.Config{Listen: "127.0.0.1:0", Database: "sqlite:" + filepath.Join(dir, "example.db")})
	if err != nil {
		log.Fatal(err)
	}
	creds, err := app.CreatePartner(ctx, service.Store(), app.NewPartner{Name: "example"}, time.Now())
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		_ = service.Run(ctx)
		_ = os.RemoveAll(dir)
	}()
	c, err := client.New(client.Config{
		BaseURL: service.URL() + api.BasePath, PartnerID: creds.PartnerID, Secret: creds.Secret, APIKey: creds.APIKey,
	})
	if err != nil {
		log.Fatal(err)
	}
	return c
}
