package obs

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
)

// ErrLogConfig says that a level or a format is not known; the text names it.
var ErrLogConfig = errors.New("log configuration not valid")

// LogConfig is how the service logs. The zero value is JSON from level info on.
type LogConfig struct {
	Level  string // debug, info, warn, error, in any case, or with an offset as in "info+2"; "" is info
	Format string // json or text; "" is json
	Source bool   // adds file and line of the call; false by default, it costs a microsecond a record
}

// NewLogger makes a logger that writes one line a record to w, with the attributes that the context carries. It fails
// with ErrLogConfig. Times are written in UTC.
func NewLogger(w io.Writer, c LogConfig) (*slog.Logger, error) {
	var level slog.Level
	if c.Level != "" {
		if err := level.UnmarshalText([]byte(c.Level)); err != nil {
			return nil, fmt.Errorf("%w: level %q is none of debug, info, warn and error", ErrLogConfig, c.Level)
		}
	}
	opts := &slog.HandlerOptions{Level: level, AddSource: c.Source, ReplaceAttr: utc}
	switch c.Format {
	case "", "json":
		return slog.New(NewContextHandler(slog.NewJSONHandler(w, opts))), nil
	case "text":
		return slog.New(NewContextHandler(slog.NewTextHandler(w, opts))), nil
	}
	return nil, fmt.Errorf("%w: format %q is neither json nor text", ErrLogConfig, c.Format)
}

// utc writes every time in UTC, whatever the machine's zone.
func utc(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindTime {
		a.Value = slog.TimeValue(a.Value.Time().UTC())
	}
	return a
}
