package client

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"anamnesis/api"
)

// Config says where the service is and who calls.
type Config struct {
	BaseURL   string // with the prefix, such as https://host/api/v1
	PortalURL string // of retrieval, without /v4; "" is the host of BaseURL
	PartnerID string // PartnerID and Secret are needed to log in and for retrieval
	Secret    string
	APIKey    string
	Language  string // BCP 47, for login; "" leaves it to the service

	HTTP    *http.Client  // nil is a client of its own; its Timeout should be 0, calls have their own
	Retries int           // how often a call that may be sent again is; 0 is 3, negative is never
	Backoff time.Duration // before the first retry, doubled for each further one, with jitter; 0 is 200 ms
	Slack   time.Duration // what a call may take beyond the server's budget; 0 is 2 s
}

// maxBackoff bounds a single wait. A Retry-After beyond it ends the retries instead.
const maxBackoff = 10 * time.Second

// Client calls the service as one partner. It is safe for concurrent use.
type Client struct {
	cfg Config

	mu     sync.Mutex
	portal string    // bearer token of retrieval
	until  time.Time // when to get another
}

// New checks the configuration.
func New(c Config) (*Client, error) {
	base, err := url.Parse(c.BaseURL)
	if err != nil || base.Host == "" {
		return nil, errors.New("client: BaseURL must be an absolute URL")
	}
	if c.APIKey == "" {
		return nil, errors.New("client: APIKey is needed")
	}
	if c.PortalURL == "" {
		c.PortalURL = base.Scheme + "://" + base.Host
	}
	c.BaseURL, c.PortalURL = strings.TrimRight(c.BaseURL, "/"), strings.TrimRight(c.PortalURL, "/")
	if c.HTTP == nil {
		c.HTTP = &http.Client{}
	}
	if c.Retries == 0 {
		c.Retries = 3
	}
	if c.Backoff <= 0 {
		c.Backoff = 200 * time.Millisecond
	}
	if c.Slack <= 0 {
		c.Slack = 2 * time.Second
	}
	return &Client{cfg: c}, nil
}

// budgets are the server's, by operation.
const (
	turn    = api.BudgetTurn
	terms   = api.BudgetTerms
	search  = api.BudgetSearch
	article = api.BudgetArticle
)
