package httpapi

import (
	"context"
	"io"
	"net/http"
	"time"

	"anamnesis/internal/analytics"
	"anamnesis/internal/audit"
	"anamnesis/internal/store"
)

// days is the input of POST /v4/analytics/query: from the first moment of the range to the first after it.
type days struct{ from, to time.Time }

// audited is what the audit log says of a range.
func (d days) audited() map[string]string {
	return map[string]string{"from": d.from.Format(time.DateOnly), "to": d.to.AddDate(0, 0, -1).Format(time.DateOnly)}
}

func readRange(in *input) days {
	first, ok1 := in.day("start_date")
	last, ok2 := in.day("end_date")
	if ok1 && ok2 && first.After(last) {
		in.fault("start_date: must not be after end_date")
	}
	from, to := analytics.Span(first, last)
	return days{from, to}
}

func (in *input) day(name string) (time.Time, bool) {
	v, ok := in.required(name)
	if !ok {
		return time.Time{}, false
	}
	s, ok := stringOf(v)
	if !ok {
		in.fault("%s: must be a string", name)
		return time.Time{}, false
	}
	t, err := analytics.Day(s)
	if err != nil {
		in.fault("%s: must be a date of the form YYYY-MM-DD", name)
		return time.Time{}, false
	}
	return t, true
}

// records streams: a range may hold more consultations than memory does.
func (s *server) records(ctx context.Context, c *call, in days) (any, error) {
	if err := s.audit(ctx, c, audit.PortalQuery, "", in.audited()); err != nil {
		return nil, err
	}
	partner := c.claims.PartnerID
	return reply{status: http.StatusOK, stream: func(ctx context.Context, w io.Writer) error {
		return s.writeRecords(ctx, w, partner, in)
	}}, nil
}

func (s *server) writeRecords(ctx context.Context, w io.Writer, partner string, in days) error {
	if _, err := io.WriteString(w, `{"records":[`); err != nil {
		return err
	}
	sep := ""
	err := s.Records.Range(ctx, partner, in.from, in.to, func(c store.Consultation, events []store.Event) error {
		f, err := s.Recorder.Record(c.State)
		if err != nil {
			return err
		}
		b, err := encode(analytics.Record(c, events, f))
		if err != nil {
			return err
		}
		_, err = w.Write(append([]byte(sep), b...))
		sep = ","
		return err
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, `]}`)
	return err
}
