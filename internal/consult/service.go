package consult

import (
	"context"
	"errors"

	"anamnesis/internal/report"
)

// The ways in which a call can be refused. The service's caller maps them to
// statuses; an Invalid carries one entry for each fault of the input.
var (
	// ErrNotStarted: no conversation exists yet for this session.
	ErrNotStarted = errors.New("no conversation exists yet")
	// ErrStarted: the conversation has been started before.
	ErrStarted = errors.New("the conversation has already been started")
	// ErrEnded: the conversation has ended or has no open question.
	ErrEnded = errors.New("no question is open")
	// ErrNoStepBack: stepping back is not possible now.
	ErrNoStepBack = errors.New("step back is not possible at this point")
	// ErrReportNotReady: the report cannot be made yet.
	ErrReportNotReady = errors.New("report generation not allowed at this point")
	// ErrSuperseded: another answer was applied to the question that this one answers.
	ErrSuperseded = errors.New("the question was answered by another request")
)

// Invalid lists every fault of an input; Mismatch says that the choices do not
// fit the question's, which the interface names in the error itself.
type Invalid struct {
	Mismatch bool
	Faults   []string
}

// Error gives the first fault.
func (e *Invalid) Error() string {
	if len(e.Faults) == 0 {
		return "invalid input"
	}
	return e.Faults[0]
}

// Session identifies the consultation that a token is bound to.
type Session struct {
	SID       string
	PartnerID string
	Language  string // BCP 47, one of the partner's
	Debug     bool   // the partner has debug messages on
}

// Encode turns a turn into the bytes of the response, so that an idempotent
// repetition can be answered with the same bytes; the store keeps them.
type Encode func(*Turn) ([]byte, error)

// Calls is what the HTTP layer needs of a consultation service; *Service implements it.
// Every method that changes something takes the arrival ticket of its request (see Arrive)
// and an idempotency key ("" for none); with a key seen before it returns the first answer's bytes.
type Calls interface {
	// Arrive notes that a turn of sid has arrived. A turn is judged against the state that stood
	// at arrival. The methods below release the ticket when they return, before the response is
	// written; a caller that does not get that far releases it itself.
	Arrive(sid string) *Ticket
	// Initial starts the conversation. Errors: *Invalid, ErrStarted.
	Initial(ctx context.Context, s Session, in Start, key string, t *Ticket, enc Encode) ([]byte, error)
	// Chat applies an answer. Errors: *Invalid, ErrNotStarted, ErrEnded, ErrSuperseded.
	Chat(ctx context.Context, s Session, a Answer, key string, t *Ticket, enc Encode) ([]byte, error)
	// Faults holds an answer against the open question without applying it; nil where there is no
	// fault, or no open question to hold it against.
	Faults(ctx context.Context, s Session, a Answer) *Invalid
	// StepBack reopens the previous question. Errors: ErrNotStarted, ErrEnded, ErrNoStepBack, ErrSuperseded.
	StepBack(ctx context.Context, s Session, key string, t *Ticket, enc Encode) ([]byte, error)
	// State gives the current turn without advancing. Errors: ErrNotStarted.
	State(ctx context.Context, s Session) (*Turn, error)
	// Report ends the conversation and gives its report; enc makes the bytes, the first of which are kept.
	// Errors: ErrNotStarted (as ErrReportNotReady to the client), ErrReportNotReady.
	Report(ctx context.Context, s Session, enc func(*Turn, *report.Report) ([]byte, error)) ([]byte, error)
	// Dossier gives what stands beside the report of an ended consultation. Errors: ErrNotStarted, ErrReportNotReady.
	Dossier(ctx context.Context, sid string) (*Dossier, error)
	// Sex gives the consultation's sex for the search, "" where none has started.
	Sex(ctx context.Context, sid string) (string, error)
}
