package api

import _ "embed"

//go:embed openapi.yaml
var document []byte

// Document is the OpenAPI 3.1 description of the interface, in YAML. The caller does not change it.
func Document() []byte { return document }
