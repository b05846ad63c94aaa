package httpapi

import (
	"context"
	"slices"
	"strings"

	"anamnesis/api"
	"anamnesis/internal/kb"
)

// wordsAMinute is how fast a person reads.
const wordsAMinute = 200

func readArticleID(in *input) string { return in.call.r.PathValue("id") }

func (s *server) article(_ context.Context, c *call, id string) (any, error) {
	i, ok := s.Base.Article(id)
	if !ok {
		return nil, errNoArticle
	}
	return s.articleIn(c.claims.Language, i), nil
}

// readArticleIDs takes a comma-separated list; the parameter may also be repeated.
func readArticleIDs(in *input) []string {
	var ids []string
	for _, given := range in.param("ids") {
		for id := range strings.SplitSeq(given, ",") {
			if id = strings.TrimSpace(id); id != "" {
				ids = append(ids, id)
			}
		}
	}
	switch {
	case in.broken:
	case len(ids) == 0:
		in.fault("ids: must be given")
	case len(ids) > api.MaxArticleIDs:
		in.fault("ids: at most %d", api.MaxArticleIDs)
	}
	return ids
}

// articleList answers in the order asked, each article once.
func (s *server) articleList(_ context.Context, c *call, ids []string) (any, error) {
	out := api.ArticlesResponse{Articles: []api.Article{}}
	for n, id := range ids {
		if i, ok := s.Base.Article(id); ok && !slices.Contains(ids[:n], id) {
			out.Articles = append(out.Articles, s.articleIn(c.claims.Language, i))
		}
	}
	return out, nil
}

// articleIn words an article for a language; one that has not been translated is in English as a whole, and says so.
// Its numbers to call are the reader's all the same.
func (s *server) articleIn(reader string, i int) api.Article {
	lang, base := s.Base.ArticleLanguage(reader, i)
	a := &base.Articles[i]
	text := func(t string) string { return base.Text(reader, t) }
	out := api.Article{
		ID: a.ID, Name: text(a.Title), Snippet: text(a.Snippet),
		Contributors: []api.Contributor{{Name: "Anamnesis knowledge base", Role: "author"}},
		Metadata:     api.ArticleMetadata{Language: lang, Version: s.Base.Edition},
	}
	if a.Category >= 0 && a.Category < len(base.Groups) {
		g := &base.Groups[a.Category]
		out.CategoryID, out.CategoryName = g.ID, text(g.Name)
	}
	count := 0
	for _, p := range a.Sections {
		count += len(strings.Fields(p.Text))
		out.Paragraphs = append(out.Paragraphs, api.Paragraph{
			Title:    text(p.Title),
			Messages: []api.Message{{Value: text(p.Text), Type: api.MessageParagraph, Format: api.FormatMarkdown}},
		})
	}
	out.ReadingTimeMinutes = max(1, (count+wordsAMinute-1)/wordsAMinute)
	s.citeSources(&out, a)
	s.linkArticles(&out, reader, a)
	return out
}

func (s *server) citeSources(out *api.Article, a *kb.Article) {
	for _, d := range a.Conditions {
		if d >= 0 && int(d) < len(s.Base.Conditions) {
			out.Metadata.ConditionCodes = append(out.Metadata.ConditionCodes, s.Base.Conditions[d].Code)
		}
	}
	for i := range s.Base.Sources {
		src := &s.Base.Sources[i]
		if !slices.Contains(a.Sources, src.ID) {
			continue
		}
		out.Metadata.Sources = append(out.Metadata.Sources, api.Source{ID: src.ID, Title: src.Title, URL: src.URL, Year: src.Year})
		if src.URL != "" {
			out.URLs = append(out.URLs, src.URL)
		}
	}
}

func (s *server) linkArticles(out *api.Article, lang string, a *kb.Article) {
	for _, id := range a.Related {
		if i, ok := s.Base.Article(id); ok {
			out.RelatedArticles = append(out.RelatedArticles, s.articleLink(lang, i))
		}
	}
}

func (s *server) articleLink(lang string, i int) api.ArticleLink {
	_, base := s.Base.ArticleLanguage(lang, i)
	a := &base.Articles[i]
	return api.ArticleLink{ID: a.ID, Name: base.Text(lang, a.Title), Snippet: base.Text(lang, a.Snippet)}
}
