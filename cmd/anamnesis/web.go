package main

import (
	"net/http"

	"anamnesis/internal/auth"
	"anamnesis/web"
)

// webClient makes the web client of a partner, whose back end keeps the credentials. It is served at /.
func webClient(c auth.Credentials, language string) func(string, *http.Client) (http.Handler, error) {
	return func(baseURL string, inside *http.Client) (http.Handler, error) {
		return web.Handler(web.Config{
			BaseURL: baseURL, Client: inside, PartnerID: c.PartnerID, Secret: c.Secret, APIKey: c.APIKey, Language: language,
		})
	}
}
