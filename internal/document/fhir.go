package document

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"anamnesis/api"

	"github.com/google/uuid"
)

// Code systems of the bundle.
const (
	systemUMLS = "http://www.nlm.nih.gov/research/umls"
	systemOwn  = "urn:anamnesis:codes" // codes of concepts that have no CUI: CM and six digits
	systemICD  = "http://hl7.org/fhir/sid/icd-10"
	systemTerm = "http://terminology.hl7.org/CodeSystem/"
)

// object is a FHIR resource or a part of one. encoding/json writes its keys in order, so the same document gives the same bytes.
type object = map[string]any

// FHIR makes a FHIR R4 Bundle of type collection: Patient (sex only), Encounter, QuestionnaireResponse, an Observation for
// each finding and factor, a Condition for each cause shown, RiskAssessment, ServiceRequest, Provenance. It names nobody.
func FHIR(d *Document) ([]byte, error) {
	b := &bundle{doc: d, space: uuid.NewSHA1(uuid.NameSpaceURL, []byte("urn:anamnesis:consultation:"+d.SID))}
	b.patient()
	b.encounter()
	b.questionnaire()
	b.observations()
	b.conditions()
	b.risk()
	b.request()
	b.provenance()
	out, err := json.Marshal(object{
		"resourceType": "Bundle", "type": "collection", "id": b.id("bundle"), "language": d.Language,
		"identifier": object{"system": "urn:ietf:rfc:3986", "value": "urn:uuid:" + b.id("bundle")},
		"timestamp":  instant(d.Ended), "entry": b.entries,
	})
	if err != nil {
		return nil, fmt.Errorf("FHIR bundle: %w", err)
	}
	return out, nil
}

type bundle struct {
	doc     *Document
	space   uuid.UUID
	entries []object
	all     []object // references to everything, for the provenance
	basis   []object // to the observations
	causes  []object // to the conditions
}

// id is the same for the same consultation and name.
func (b *bundle) id(name string) string { return uuid.NewSHA1(b.space, []byte(name)).String() }

func (b *bundle) ref(name string) object { return object{"reference": "urn:uuid:" + b.id(name)} }

// add puts a resource about the patient into the bundle.
func (b *bundle) add(name, kind string, resource object) object {
	resource["resourceType"], resource["id"] = kind, b.id(name)
	b.entries = append(b.entries, object{"fullUrl": "urn:uuid:" + b.id(name), "resource": resource})
	ref := b.ref(name)
	b.all = append(b.all, ref)
	return ref
}

func (b *bundle) patient() {
	gender := "unknown"
	if g := b.doc.Report.Summary.Gender; g == "female" || g == "male" {
		gender = g
	}
	b.add("patient", "Patient", object{"gender": gender})
}

func (b *bundle) encounter() {
	b.add("encounter", "Encounter", object{
		"status": "finished", "subject": b.ref("patient"),
		"class":      object{"system": systemTerm + "v3-ActCode", "code": "VR", "display": "virtual"},
		"identifier": []object{{"system": "urn:anamnesis:sid", "value": b.doc.SID}},
		"period":     object{"start": instant(b.doc.Started), "end": instant(b.doc.Ended)},
		"reasonCode": []object{{"text": b.doc.Words}},
	})
	b.add("age", "Observation", object{
		"status": "preliminary", "subject": b.ref("patient"), "encounter": b.ref("encounter"), "effectiveDateTime": instant(b.doc.Ended),
		"code":          object{"coding": []object{{"system": "http://loinc.org", "code": "30525-0", "display": "Age"}}},
		"valueQuantity": object{"value": b.doc.Report.Summary.Age, "unit": "years", "system": "http://unitsofmeasure.org", "code": "a"},
	})
}

func (b *bundle) questionnaire() {
	items := []object{{"linkId": "initial", "text": b.doc.Text("symptoms.text"), "answer": []object{{"valueString": b.doc.Words}}}}
	for i, q := range b.doc.Reasons.Questions {
		item := object{"linkId": fmt.Sprintf("%d-%s", i+1, q.ID), "text": q.Text}
		var answers []object
		for _, c := range q.Included {
			answers = append(answers, object{"valueString": c.Text})
		}
		if len(answers) == 0 {
			answers = []object{{"valueString": b.doc.Text("document.none")}}
		}
		item["answer"] = answers
		items = append(items, item)
	}
	b.add("answers", "QuestionnaireResponse", object{
		"status": "completed", "subject": b.ref("patient"), "encounter": b.ref("encounter"),
		"authored": instant(b.doc.Ended), "source": b.ref("patient"), "item": items,
	})
}

func (b *bundle) observations() {
	s := &b.doc.Report.Summary
	for _, group := range []struct {
		kind  string
		facts []api.Fact
	}{
		{"finding", s.InitialSymptoms}, {"finding", s.AdditionalSymptoms}, {"finding", s.ExcludedSymptoms}, {"finding", s.UnsureSymptoms},
		{"factor", s.FactorsPresent}, {"factor", s.ExcludedFactors},
	} {
		for _, f := range group.facts {
			b.observation(group.kind, f)
		}
	}
}

func (b *bundle) observation(kind string, f api.Fact) {
	category := "survey"
	if kind == "factor" {
		category = "social-history"
	}
	o := object{
		"status": "preliminary", "subject": b.ref("patient"), "encounter": b.ref("encounter"), "effectiveDateTime": instant(b.doc.Ended),
		"category":  []object{{"coding": []object{{"system": systemTerm + "observation-category", "code": category}}}},
		"code":      concept(f.CUI, f.Name),
		"performer": []object{b.ref("patient")},
	}
	switch f.Value {
	case "yes":
		o["valueBoolean"] = true
	case "no":
		o["valueBoolean"] = false
	default:
		o["dataAbsentReason"] = object{"coding": []object{{"system": systemTerm + "data-absent-reason", "code": "asked-unknown"}}}
	}
	b.basis = append(b.basis, b.add(kind+" "+f.CUI, "Observation", o))
}

// concept is a code of ours or of the UMLS, with codes of ICD-10 beside it.
func concept(code, name string, icd ...string) object {
	system := systemUMLS
	if strings.HasPrefix(code, "CM") {
		system = systemOwn
	}
	codings := []object{{"system": system, "code": code, "display": name}}
	for _, c := range icd {
		codings = append(codings, object{"system": systemICD, "code": c})
	}
	return object{"coding": codings, "text": name}
}

func (b *bundle) conditions() {
	if b.doc.Report.SubdomainsContainer == nil {
		return
	}
	for _, category := range b.doc.Report.SubdomainsContainer.Categories {
		status := "provisional"
		if category.Type == api.CategoryToRuleOut {
			status = "differential"
		}
		for _, group := range category.Subdomains {
			for i := range group.Conditions {
				b.condition(status, &group.Conditions[i])
			}
		}
	}
}

func (b *bundle) condition(status string, c *api.Condition) {
	o := object{
		"subject": b.ref("patient"), "encounter": b.ref("encounter"), "recordedDate": instant(b.doc.Ended),
		"verificationStatus": object{"coding": []object{{"system": systemTerm + "condition-ver-status", "code": status}}},
		"code":               concept(c.CUI, c.Name, c.ICD10...),
	}
	if status == "provisional" {
		o["clinicalStatus"] = object{"coding": []object{{"system": systemTerm + "condition-clinical", "code": "active"}}}
	}
	var notes []object
	if c.Reasons != nil {
		for _, r := range append(append([]api.Reason{}, c.Reasons.For...), c.Reasons.Against...) {
			notes = append(notes, object{"text": r.Text})
		}
	}
	if len(notes) > 0 {
		o["note"] = notes
	}
	b.causes = append(b.causes, b.add("condition "+c.CUI, "Condition", o))
}

func (b *bundle) risk() {
	var predictions []object
	for _, c := range b.doc.Report.Summary.RankedCauses {
		predictions = append(predictions, object{"outcome": concept(c.CUI, c.Name), "probabilityDecimal": round(c.Probability)})
	}
	o := object{
		"status": "preliminary", "subject": b.ref("patient"), "encounter": b.ref("encounter"), "occurrenceDateTime": instant(b.doc.Ended),
		"method": object{"text": "Bayesian inference over knowledge base " + b.doc.Report.Edition},
	}
	if len(predictions) > 0 {
		o["prediction"] = predictions
	}
	if len(b.basis) > 0 {
		o["basis"] = b.basis
	}
	b.add("risk", "RiskAssessment", o)
}

// round keeps four places: more would pretend to a precision that estimates do not have.
func round(p float64) json.Number { return json.Number(fmt.Sprintf("%.4f", min(1, max(0, p)))) }

func (b *bundle) request() {
	r := b.doc.Report
	o := object{
		"status": "draft", "intent": "proposal", "priority": priority(r.OverallOutcome.SubdomainTriageLevel.ID),
		"subject": b.ref("patient"), "encounter": b.ref("encounter"), "authoredOn": instant(b.doc.Ended),
		"code": object{
			"coding": []object{{"system": "urn:anamnesis:triage", "code": r.OverallOutcome.SubdomainTriageLevel.ID, "display": r.OverallOutcome.SubdomainTriageLevel.DisplayName}},
			"text":   r.OverallOutcome.MainRecommendation,
		},
	}
	if r.OverallOutcome.MainServiceRecommendation != "" {
		o["performerType"] = object{"text": r.OverallOutcome.MainServiceRecommendation}
	}
	if len(b.causes) > 0 {
		o["reasonReference"] = b.causes
	}
	var notes []object
	for _, rule := range r.Rules {
		notes = append(notes, object{"text": rule.Reason})
	}
	if len(notes) > 0 {
		o["note"] = notes
	}
	b.add("request", "ServiceRequest", o)
}

func priority(level string) string {
	switch level {
	case api.TriageAmbulance, api.TriageEmergency:
		return "stat"
	case api.TriageUrgent12h:
		return "asap"
	case api.TriageUrgent48h:
		return "urgent"
	}
	return "routine"
}

func (b *bundle) provenance() {
	targets := b.all
	b.add("provenance", "Provenance", object{
		"target": targets, "recorded": instant(b.doc.Ended),
		"agent": []object{
			{"type": object{"coding": []object{{"system": systemTerm + "provenance-participant-type", "code": "assembler"}}},
				"who": object{"display": "Anamnesis symptom assessment, knowledge base " + b.doc.Report.Edition}},
			{"type": object{"coding": []object{{"system": systemTerm + "provenance-participant-type", "code": "informant"}}}, "who": b.ref("patient")},
		},
	})
}

func instant(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
