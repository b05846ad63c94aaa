package obs

import (
	"context"
	"log/slog"
	"slices"
)

// RequestIDKey is the attribute under which the request id stands in every record of a request.
const RequestIDKey = "request_id"

type (
	requestIDKey struct{}
	attrsKey     struct{}
)

// WithRequestID gives the context the id of its request.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// RequestID is the id of the context's request, "" outside of one.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// With gives the context attributes that every record logged with it carries, after those that it has. Of two with
// one key both are written. No health data: see the package comment.
func With(ctx context.Context, attrs ...slog.Attr) context.Context {
	return context.WithValue(ctx, attrsKey{}, slices.Concat(contextAttrs(ctx), attrs))
}

func contextAttrs(ctx context.Context) []slog.Attr {
	attrs, _ := ctx.Value(attrsKey{}).([]slog.Attr)
	return attrs
}

// ContextHandler adds to each record the request id and the attributes of the context it was logged with.
type ContextHandler struct{ slog.Handler }

// NewContextHandler wraps h.
func NewContextHandler(h slog.Handler) ContextHandler { return ContextHandler{h} }

// Handle implements slog.Handler.
func (h ContextHandler) Handle(ctx context.Context, r slog.Record) error {
	id, attrs := RequestID(ctx), contextAttrs(ctx)
	if id != "" || len(attrs) > 0 {
		r = r.Clone()
	}
	if id != "" {
		r.AddAttrs(slog.String(RequestIDKey, id))
	}
	r.AddAttrs(attrs...)
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h ContextHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return ContextHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler. The context's attributes go into the group too.
func (h ContextHandler) WithGroup(name string) slog.Handler {
	return ContextHandler{h.Handler.WithGroup(name)}
}
