package app

import (
	"net/http"

	"anamnesis/api"
	"anamnesis/web"
)

// web makes the web client that is served at /, nil where none is wanted.
func (s *Service) web() (http.Handler, error) {
	if s.cfg.Web == nil {
		return nil, nil
	}
	return web.Handler(web.Config{
		BaseURL: s.URL() + api.BasePath, PartnerID: s.cfg.Web.PartnerID, Secret: s.cfg.Web.Secret.Reveal(),
		APIKey: s.cfg.Web.APIKey.Reveal(), Language: s.cfg.Web.Language,
	})
}

// WebBuiltIn says whether Config.Web can be used.
const WebBuiltIn = true
