package httpapi

import (
	"anamnesis/api"
	"anamnesis/internal/report"
)

// patientReport puts a report on the wire.
func (s *server) patientReport(lang string, r *report.Report) *api.PatientReport {
	return &api.PatientReport{
		OverallOutcome: api.OverallOutcome{
			SubdomainTriageLevel:      api.TriageLevel(r.Level),
			MainRecommendation:        r.MainRecommendation,
			MainServiceRecommendation: r.MainService.Name,
			Service:                   service(r.MainService),
			Messages:                  messages(r.Messages),
			Instructions:              messages(r.Instructions),
		},
		SubdomainsContainer: container(r.Categories),
		OtherOptions:        otherOptions(r.Options),
		InformationArticles: s.informationArticles(lang, r.Articles),
		Summary:             reportSummary(r.Summary),
		Disclaimer:          messages(r.Disclaimer),
		Emergency:           r.Emergency,
		Rules:               rules(r.Rules),
		WatchFor:            r.WatchFor,
		SelfCare:            r.SelfCare,
		Edition:             r.Edition,
	}
}

func service(v report.Service) *api.Service {
	if v.ID == "" {
		return nil
	}
	out := api.Service(v)
	return &out
}

func container(categories []report.Category) *api.SubdomainsContainer {
	out := &api.SubdomainsContainer{}
	for _, c := range categories {
		if len(c.Subdomains) == 0 {
			continue
		}
		category := api.SubdomainCategory{Type: c.Type}
		for _, d := range c.Subdomains {
			category.Subdomains = append(category.Subdomains, subdomain(d))
		}
		out.Categories = append(out.Categories, category)
	}
	if len(out.Categories) == 0 {
		return nil
	}
	return out
}

func subdomain(d report.Subdomain) api.Subdomain {
	out := api.Subdomain{CUI: d.Code, Name: d.Name, TriageLevel: api.TriageLevel(d.Level), PrimaryService: d.Service.Name}
	for _, c := range d.Conditions {
		out.Conditions = append(out.Conditions, condition(c))
	}
	return out
}

func condition(c report.Condition) api.Condition {
	return api.Condition{
		CUI: c.Code, Name: c.Name, Level: api.TriageLevel(c.Level), PrimaryService: c.Service.Name, ArticleID: c.ArticleID,
		LayName: c.Lay, Probability: c.Probability, Likelihood: c.Likelihood, Reasons: reasons(c),
		WatchFor: c.WatchFor, SelfCare: c.SelfCare, ICD10: c.ICD10, Sources: c.Sources,
	}
}

func reasons(c report.Condition) *api.Reasons {
	if len(c.For)+len(c.Against) == 0 {
		return nil
	}
	return &api.Reasons{For: reasonList(c.For), Against: reasonList(c.Against)}
}

func reasonList(list []report.Reason) []api.Reason {
	out := make([]api.Reason, len(list))
	for i, r := range list {
		out[i] = api.Reason{CUI: r.Code, Name: r.Name, Weight: r.Weight, Text: r.Text}
	}
	return out
}

// otherOptions makes sure that the first message of each is the service's name.
func otherOptions(options []report.Option) *api.OtherOptions {
	if len(options) == 0 {
		return nil
	}
	out := &api.OtherOptions{}
	for _, o := range options {
		list := messages(o.Messages)
		if len(list) == 0 || list[0].Value != o.Service.Name {
			name := api.Message{Value: o.Service.Name, Type: api.MessageHeader, Format: api.FormatPlain}
			list = append([]api.Message{name}, list...)
		}
		out.Options = append(out.Options, api.Option{Messages: list, Service: service(o.Service)})
	}
	return out
}

// informationArticles names those articles only that GET /article has.
func (s *server) informationArticles(lang string, ids []string) *api.InformationArticles {
	out := &api.InformationArticles{}
	for _, id := range ids {
		if i, ok := s.Base.Article(id); ok {
			out.InformationArticles = append(out.InformationArticles, s.articleLink(lang, i))
		}
	}
	if len(out.InformationArticles) == 0 {
		return nil
	}
	return out
}

func rules(list []report.Rule) []api.Rule {
	out := make([]api.Rule, len(list))
	for i, r := range list {
		out[i] = api.Rule{ID: r.ID, Reason: r.Reason, Level: api.TriageLevel(r.Level), Unsure: r.Unsure}
	}
	return out
}

func reportSummary(v report.Summary) api.ReportSummary {
	out := api.ReportSummary{
		Age: v.Age, Gender: v.Gender, Duration: v.Duration,
		InitialSymptoms: facts(v.InitialSymptoms), AdditionalSymptoms: facts(v.AdditionalSymptoms),
		FactorsPresent: facts(v.Factors), ExcludedSymptoms: facts(v.ExcludedSymptoms),
		UnsureSymptoms: facts(v.UnsureSymptoms), ExcludedFactors: facts(v.ExcludedFactors),
	}
	for _, c := range v.Ranked {
		out.RankedCauses = append(out.RankedCauses, api.RankedCause{CUI: c.Code, Name: c.Name, Probability: c.Probability, Category: c.Category})
	}
	return out
}

func facts(list []report.Fact) []api.Fact {
	out := make([]api.Fact, len(list))
	for i, f := range list {
		out[i] = api.Fact{CUI: f.Code, Name: f.Name, Value: f.Value}
		if f.Lay != f.Name {
			out[i].LayName = f.Lay
		}
	}
	return out
}
