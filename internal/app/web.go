package app

import (
	"errors"
	"net/http"
)

// web makes the web client that is served at /, nil where none is wanted.
//
// THE ONE PLACE TO MOUNT IT: return web.Handler(web.Config{BaseURL: s.URL() + api.BasePath, PartnerID: …, Secret: …,
// APIKey: …, Language: …}) from the credentials in s.cfg.Web.
func (s *Service) web() (http.Handler, error) {
	if s.cfg.Web == nil {
		return nil, nil
	}
	return nil, errors.New("the web client is not built in yet")
}

// WebBuiltIn says whether Config.Web can be used.
const WebBuiltIn = false
