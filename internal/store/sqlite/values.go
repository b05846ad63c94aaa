package sqlite

import (
	"database/sql"
	"encoding/json"
	"time"
)

// scanner is a *sql.Row or *sql.Rows.
type scanner interface{ Scan(dest ...any) error }

// micros is a time as a column; optional is the same with NULL for the zero time.
func micros(t time.Time) int64 { return t.UnixMicro() }

// asStored is a time as it comes back from a column.
func asStored(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return time.UnixMicro(t.UnixMicro()).UTC()
}

func optional(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMicro()
}

// blob keeps "no bytes" apart from NULL, which NOT NULL columns refuse.
func blob(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// instant scans a time column, NULL as the zero time.
type instant struct{ to *time.Time }

func (i instant) Scan(v any) error {
	var n sql.NullInt64
	if err := n.Scan(v); err != nil {
		return err
	}
	*i.to = time.Time{}
	if n.Valid {
		*i.to = time.UnixMicro(n.Int64).UTC()
	}
	return nil
}

// list is a list of strings as a JSON column.
type list struct{ to *[]string }

func (l list) Scan(v any) error {
	var s string
	if v != nil {
		s, _ = v.(string)
	}
	*l.to = nil
	if s == "" || s == "[]" {
		return nil
	}
	return json.Unmarshal([]byte(s), l.to)
}

func listed(s []string) string {
	if len(s) == 0 {
		return "[]"
	}
	b, _ := json.Marshal(s) // strings always encode
	return string(b)
}
