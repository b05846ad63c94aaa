package consult

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"anamnesis/internal/recognize"
	"anamnesis/internal/report"
	"anamnesis/internal/store"
)

// Observer is told of what happens, without health data; all methods may be called concurrently.
type Observer interface {
	Started()
	Turned()
	Finished(level string)
	// Weighed tells how long a call (turn, report) worked out what was said and what comes next.
	Weighed(call string, took time.Duration)
}

// Service puts consultations behind a store. It is safe for concurrent use.
type Service struct {
	iv    func() *Interview
	store store.Consultations
	now   func() time.Time
	see   Observer
	gate  *gate
	crew  crew
}

// NewService puts interviews behind a store; now gives the time, see may be nil.
func NewService(iv *Interview, st store.Consultations, now func() time.Time, see Observer) *Service {
	return NewServiceSoon(func() *Interview { return iv }, st, now, see)
}

// NewServiceSoon is NewService of interviews that may still be in the making: iv gives them once they are made.
func NewServiceSoon(iv func() *Interview, st store.Consultations, now func() time.Time, see Observer) *Service {
	return &Service{iv: iv, store: st, now: now, see: see, gate: newGate(), crew: newCrew()}
}

var _ Calls = (*Service)(nil)

// Arrive implements Calls.
func (s *Service) Arrive(sid string) *Ticket { return s.gate.arrive(sid) }

// Initial implements Calls.
func (s *Service) Initial(ctx context.Context, ses Session, in Start, key string, t *Ticket, enc Encode) ([]byte, error) {
	defer t.Release()
	if b, err := s.repeated(ctx, ses.SID, key); b != nil || err != nil {
		return b, err
	}
	switch _, err := s.store.Get(ctx, ses.SID); {
	case err == nil:
		return nil, ErrStarted
	case !errors.Is(err, store.ErrNotFound):
		return nil, fmt.Errorf("initial: %w", err)
	}
	now := s.now()
	var r *Record
	made, err := s.make(ctx, ses, enc, now, func() (*session, error) {
		iv := s.iv()
		r = iv.Begin(ses.SID, ses.Language, in, recognize.Date{Year: now.Year(), Month: now.Month(), Day: now.Day()})
		return iv.replay(r), nil
	})
	if err != nil {
		return nil, err
	}
	body := made.body
	c := store.Consultation{
		SID: ses.SID, PartnerID: ses.PartnerID, Started: now, Updated: now, Ended: ended(r, now), State: made.state, Notices: made.notices,
	}
	switch err := s.store.Create(ctx, c, reply(key, body)); {
	case errors.Is(err, store.ErrExists):
		if b, err := s.repeated(ctx, ses.SID, key); b != nil || err != nil {
			return b, err
		}
		return nil, ErrStarted
	case err != nil:
		return nil, fmt.Errorf("initial: %w", err)
	}
	if s.see != nil {
		s.see.Started()
	}
	s.finished(r, made.level)
	return body, nil
}

// Chat implements Calls.
func (s *Service) Chat(ctx context.Context, ses Session, a Answer, key string, t *Ticket, enc Encode) ([]byte, error) {
	return s.turn(ctx, ses, key, t, enc, func(r *Record) (*session, error) {
		if r.Open == nil || r.Reported {
			return nil, ErrEnded
		}
		now := s.iv().current(a)
		if e := s.iv().Check(s.iv().render(r), now); e != nil {
			return nil, e
		}
		return s.iv().answer(r, now), nil
	})
}

// Faults implements Calls.
func (s *Service) Faults(ctx context.Context, ses Session, a Answer) *Invalid {
	r, _, err := s.load(ctx, ses.SID)
	if err == nil && r.Open != nil && !r.Reported {
		return s.iv().Check(s.iv().render(r), s.iv().current(a))
	}
	return nil
}

// StepBack implements Calls.
func (s *Service) StepBack(ctx context.Context, ses Session, key string, t *Ticket, enc Encode) ([]byte, error) {
	return s.turn(ctx, ses, key, t, enc, func(r *Record) (*session, error) {
		if r.Reported {
			return nil, ErrEnded
		}
		if !r.StepBackPossible() {
			return nil, ErrNoStepBack
		}
		s.iv().StepBack(r)
		if !s.iv().asks(r.Open) { // asked on another edition
			return s.iv().advance(r), nil
		}
		return s.iv().replay(r), nil
	})
}

// turn loads, changes and swaps a record. Losing the swap is ErrSuperseded: a turn belongs to
// the state that stood when its request arrived and is never tried on another question.
//
// Whether the key has been used is looked up only where the turn cannot be applied. A repeated turn is never applied
// twice: the store refuses a key that has been used.
func (s *Service) turn(ctx context.Context, ses Session, key string, t *Ticket, enc Encode, change func(*Record) (*session, error)) ([]byte, error) {
	defer t.Release()
	r, version, err := s.load(ctx, ses.SID)
	if err != nil {
		return nil, err
	}
	if !t.fits(version) {
		return s.instead(ctx, ses.SID, key, ErrSuperseded)
	}
	at := s.now()
	made, err := s.make(ctx, ses, enc, at, func() (*session, error) { return change(r) })
	var refused refusal
	switch {
	case errors.As(err, &refused):
		return s.instead(ctx, ses.SID, key, refused.error)
	case err != nil:
		return nil, err
	}
	body := made.body
	err = s.store.Update(ctx, ses.SID, version, store.Change{PartnerID: ses.PartnerID, State: made.state, At: at, Ended: ended(r, at), Reply: reply(key, body), Notices: made.notices})
	switch {
	case errors.Is(err, store.ErrConflict):
		return s.instead(ctx, ses.SID, key, ErrSuperseded)
	case err != nil:
		return nil, fmt.Errorf("turn: %w", err)
	}
	if s.see != nil {
		s.see.Turned()
	}
	s.finished(r, made.level)
	return body, nil
}

// instead answers a turn that cannot be applied: with the first answer's bytes where it repeats
// one under the same key, else with the error.
func (s *Service) instead(ctx context.Context, sid, key string, refused error) ([]byte, error) {
	if b, err := s.repeated(ctx, sid, key); b != nil || err != nil {
		return b, err
	}
	return nil, refused
}

// State implements Calls.
func (s *Service) State(ctx context.Context, ses Session) (*Turn, error) {
	r, _, err := s.load(ctx, ses.SID)
	if err != nil {
		return nil, err
	}
	return s.iv().View(r, ses.Debug), nil
}

// reportKey is under which the report's bytes are kept, so that it can be read again byte for
// byte. No client's key hashes to it: those are hashed with a prefix of their own.
var reportKey = keyHash("report")

// Report implements Calls.
func (s *Service) Report(ctx context.Context, ses Session, enc func(*Turn, *report.Report) ([]byte, error)) ([]byte, error) {
	for {
		b, err := s.store.Reply(ctx, ses.SID, reportKey)
		if err == nil || !errors.Is(err, store.ErrNotFound) {
			return b, err
		}
		r, version, err := s.load(ctx, ses.SID)
		if errors.Is(err, ErrNotStarted) || err == nil && r.End == endNone {
			return nil, ErrReportNotReady
		}
		if err != nil {
			return nil, err
		}
		first := !r.Reported
		r.Reported = true
		made, err := s.makeReport(ctx, ses, r, enc)
		if err != nil {
			return nil, err
		}
		body, now := made.body, s.now()
		var told []store.Notice
		if first {
			told = notices(ses, made.level, true, r.End != endEmergency, now)
		}
		err = s.store.Update(ctx, ses.SID, version, store.Change{
			PartnerID: ses.PartnerID, State: made.state, At: now, Ended: now, Reply: &store.Reply{KeyHash: reportKey, Body: body}, Notices: told,
		})
		if errors.Is(err, store.ErrConflict) {
			continue // another request made the report, or an answer was taken back: look again
		}
		if err != nil {
			return nil, fmt.Errorf("report: %w", err)
		}
		if first && s.see != nil {
			s.see.Finished(made.level)
		}
		return body, nil
	}
}

func (s *Service) makeReport(ctx context.Context, ses Session, r *Record, enc func(*Turn, *report.Report) ([]byte, error)) (m made, err error) {
	if err := s.crew.join(ctx); err != nil {
		return m, err
	}
	defer s.crew.leave()
	defer s.weighed("report", time.Now())
	rep := s.iv().Report(r)
	m.level = rep.Level.ID
	if m.body, err = enc(s.iv().View(r, ses.Debug), rep); err != nil {
		return m, fmt.Errorf("report: %w", err)
	}
	m.state, err = r.Encode()
	return m, err
}

// Sex implements Calls.
func (s *Service) Sex(ctx context.Context, sid string) (string, error) {
	r, _, err := s.load(ctx, sid)
	if errors.Is(err, ErrNotStarted) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return r.Sex, nil
}

func (s *Service) load(ctx context.Context, sid string) (*Record, int64, error) {
	c, err := s.store.Get(ctx, sid)
	if err != nil {
		return nil, 0, notStarted(err)
	}
	r, err := Decode(c.State)
	if err != nil {
		return nil, 0, err
	}
	s.iv().carry(r)
	return r, c.Version, nil
}

func notStarted(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return ErrNotStarted
	}
	return fmt.Errorf("load: %w", err)
}

// made is what a turn comes to before the store writes it.
type made struct {
	state, body []byte
	level       string // of the report, where it came inside the answer or an emergency ended the questions
	notices     []store.Notice
}

// refusal is why a turn cannot be applied.
type refusal struct{ error }

// make does all of a turn that needs a processor: replay gives the record with its answer. Nothing is held afterwards,
// while the store writes.
func (s *Service) make(ctx context.Context, ses Session, enc Encode, at time.Time, replay func() (*session, error)) (m made, err error) {
	if err := s.crew.join(ctx); err != nil {
		return m, err
	}
	defer s.crew.leave()
	defer s.weighed("turn", time.Now())
	now, err := replay()
	if err != nil {
		return m, refusal{err}
	}
	defer now.close()
	if m.body, err = enc(now.view(ses.Debug)); err != nil {
		return m, fmt.Errorf("encode turn: %w", err)
	}
	if m.state, err = now.r.Encode(); err != nil {
		return m, err
	}
	if r := now.r; r.Reported || r.End == endEmergency {
		m.level = now.weigh().report().Level.ID
		m.notices = notices(ses, m.level, r.Reported, true, at)
	}
	return m, nil
}

// weighed tells the observer of work begun then. It lasts by a clock that is never set: it is measured, not kept.
func (s *Service) weighed(call string, begin time.Time) {
	if s.see != nil {
		s.see.Weighed(call, time.Since(begin))
	}
}

// finished tells the observer of an end that carries its report inside the answer.
func (s *Service) finished(r *Record, level string) {
	if r.Reported && s.see != nil {
		s.see.Finished(level)
	}
}

func (s *Service) repeated(ctx context.Context, sid, key string) ([]byte, error) {
	if key == "" {
		return nil, nil
	}
	b, err := s.store.Reply(ctx, sid, keyHash("client:"+key))
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return b, err
}

func reply(key string, body []byte) *store.Reply {
	if key == "" {
		return nil
	}
	return &store.Reply{KeyHash: keyHash("client:" + key), Body: body}
}

func keyHash(key string) []byte {
	sum := sha256.Sum256([]byte(key))
	return sum[:]
}

func ended(r *Record, now time.Time) time.Time {
	if r.Reported {
		return now
	}
	return time.Time{}
}
