package document

import (
	"time"

	"anamnesis/api"
)

// Document is an ended consultation.
type Document struct {
	SID      string // UUID
	Language string // BCP 47
	Words    string // as the person wrote them
	Started  time.Time
	Ended    time.Time
	Report   *api.PatientReport
	Reasons  *api.ReportReasons
	// Text words a key of the messages, such as "document.title", in the document's language.
	Text func(key string) string
}
