package client

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"anamnesis/api"
)

// Search lists symptoms that a text may mean. gender is female, male, or "" for the consultation's.
func (s *Session) Search(ctx context.Context, text, gender string) (*api.SearchResponse, error) {
	q := url.Values{"text": {text}}
	if gender != "" {
		q.Set("gender", gender)
	}
	var r api.SearchResponse
	if err := s.c.do(ctx, s.op(http.MethodGet, "/symptom-search?"+q.Encode(), search, nil), &r); err != nil {
		return nil, err
	}
	return &r, nil
}

// Articles gives up to 20 articles in the order asked; unknown ids are left out.
func (s *Session) Articles(ctx context.Context, ids ...string) ([]api.Article, error) {
	var r api.ArticlesResponse
	q := url.Values{"ids": {strings.Join(ids, ",")}}
	if err := s.c.do(ctx, s.op(http.MethodGet, "/articles?"+q.Encode(), article, nil), &r); err != nil {
		return nil, err
	}
	return r.Articles, nil
}

// Article gives one article. An unknown id is an Error with status 404.
func (s *Session) Article(ctx context.Context, id string) (*api.Article, error) {
	var r api.Article
	if err := s.c.do(ctx, s.op(http.MethodGet, "/article/"+url.PathEscape(id), article, nil), &r); err != nil {
		return nil, err
	}
	return &r, nil
}

// Event keeps an interaction of the caller's own. value is any JSON, nil for none.
func (s *Session) Event(ctx context.Context, e api.EventRequest) error {
	return s.c.do(ctx, s.op(http.MethodPost, "/analytics", turn, e), nil)
}

// Feedback keeps what the person thought of the assessment; the last one counts.
func (s *Session) Feedback(ctx context.Context, f api.FeedbackRequest) error {
	return s.c.do(ctx, s.op(http.MethodPost, "/analytics/feedback", turn, f), nil)
}
