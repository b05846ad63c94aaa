package api

// Error is the body of every response that is not a success. Its texts are for logs, not for the person.
type Error struct {
	Error            string   `json:"error"`
	ValidationErrors []string `json:"validation_errors,omitempty"` // one for each fault of the request's content
}
