package postgres

import (
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
)

// optional is a time as a nullable column.
func optional(t time.Time) pgtype.Timestamptz { return pgtype.Timestamptz{Time: t, Valid: !t.IsZero()} }

// blob keeps "no bytes" apart from NULL, which NOT NULL columns refuse.
func blob(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// bytes scans a bytea column, none as nil.
type bytes struct{ to *[]byte }

// ScanBytes implements pgtype.BytesScanner.
func (b bytes) ScanBytes(v []byte) error {
	*b.to = append([]byte(nil), v...)
	return nil
}

// instant scans a time column as UTC, NULL as the zero time.
type instant struct{ to *time.Time }

// ScanTimestamptz implements pgtype.TimestamptzScanner.
func (i instant) ScanTimestamptz(v pgtype.Timestamptz) error {
	*i.to = time.Time{}
	if v.Valid {
		*i.to = v.Time.UTC()
	}
	return nil
}

// list scans a list of strings from a JSON column, none as nil.
type list struct{ to *[]string }

// ScanText implements pgtype.TextScanner.
func (l list) ScanText(v pgtype.Text) error {
	*l.to = nil
	if v.String == "" || v.String == "[]" {
		return nil
	}
	return json.Unmarshal([]byte(v.String), l.to)
}

func listed(s []string) string {
	if len(s) == 0 {
		return "[]"
	}
	b, _ := json.Marshal(s) // strings always encode
	return string(b)
}
