package obs

import (
	"fmt"
	"io"
	"log/slog"
)

// Redacted is what stands in the place of every Secret.
const Redacted = "[redacted]"

// Secret is a text that must not be printed: a password in a connection string, a key of an operator. Every way to
// format, log or encode it gives Redacted, an empty one too, so that not even its being set is told. It can be
// decoded from JSON, flags and the environment like a string.
type Secret string

// Reveal is the text itself. It is the one way to it, so that a search for its name finds every use.
func (s Secret) Reveal() string { return string(s) }

// String implements fmt.Stringer.
func (Secret) String() string { return Redacted }

// Format implements fmt.Formatter. With String alone, a verb meant for numbers would print the text.
func (Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, Redacted) }

// LogValue implements slog.LogValuer.
func (Secret) LogValue() slog.Value { return slog.StringValue(Redacted) }

// MarshalJSON implements json.Marshaler.
func (Secret) MarshalJSON() ([]byte, error) { return []byte(`"` + Redacted + `"`), nil }

// MarshalText implements encoding.TextMarshaler, for YAML and flags. (JSON takes the key of a map from the string itself:
// a Secret is no key.)
func (Secret) MarshalText() ([]byte, error) { return []byte(Redacted), nil }
