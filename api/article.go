package api

// ArticlesResponse is the answer of GET /articles, in the order asked; unknown ids are left out.
type ArticlesResponse struct {
	Articles []Article `json:"articles"`
}

// Article is one page of the library. A link of the form article:<id> in its text leads to another article.
type Article struct {
	ID                 string          `json:"id"`
	Name               string          `json:"name"`
	Snippet            string          `json:"snippet,omitempty"`
	CategoryID         string          `json:"category_id,omitempty"`
	CategoryName       string          `json:"category_name,omitempty"`
	ReadingTimeMinutes int             `json:"reading_time_minutes"`
	URLs               []string        `json:"urls,omitempty"` // of the works that it rests on
	Paragraphs         []Paragraph     `json:"paragraphs,omitempty"`
	Images             []Image         `json:"images,omitempty"`
	Contributors       []Contributor   `json:"contributors,omitempty"`
	Metadata           ArticleMetadata `json:"metadata"`
	RelatedArticles    []ArticleLink   `json:"related_articles,omitempty"`
}

// Paragraph is one headed part of an article.
type Paragraph struct {
	Title    string    `json:"title,omitempty"`
	Messages []Message `json:"messages,omitempty"`
}

// Image illustrates an article.
type Image struct {
	URL string `json:"url"`
	Alt string `json:"alt,omitempty"`
}

// Contributor had a part in an article.
type Contributor struct {
	Name string `json:"name"`
	Role string `json:"role,omitempty"`
}

// ArticleMetadata says where an article comes from. Reviewed means by a clinician.
type ArticleMetadata struct {
	Language       string   `json:"language"`
	Version        string   `json:"version,omitempty"`
	Reviewed       bool     `json:"reviewed"`
	ConditionCodes []string `json:"condition_codes,omitempty"`
	Sources        []Source `json:"sources,omitempty"`
}

// Source is a work cited.
type Source struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	URL   string `json:"url,omitempty"`
	Year  int    `json:"year,omitempty"`
}

// ArticleLink names an article.
type ArticleLink struct {
	ID      string `json:"id"`
	Name    string `json:"name,omitempty"`
	Snippet string `json:"snippet,omitempty"`
}
