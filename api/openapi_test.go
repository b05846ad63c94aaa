package api_test

import (
	"context"
	"testing"

	"anamnesis/api"

	"github.com/getkin/kin-openapi/openapi3"
)

func TestDocumentIsValid(t *testing.T) {
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromData(api.Document())
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(context.Background(), openapi3.EnableExamplesValidation(), openapi3.EnableSchemaPatternValidation()); err != nil {
		t.Fatal(err)
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			if op.Summary == "" || op.OperationID == "" || len(op.Tags) != 1 {
				t.Errorf("%s %s: summary, operationId and one tag are wanted", method, path)
			}
			if op.Responses.Value("500") == nil {
				t.Errorf("%s %s: no error responses", method, path)
			}
		}
	}
}
