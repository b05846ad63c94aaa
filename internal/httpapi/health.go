package httpapi

import "context"

// status is the body of the probes.
type status struct {
	Status string `json:"status"`
	// Modes say how parts of the service work now, such as {"rate_limits": "redis"}.
	Modes map[string]string `json:"modes,omitempty"`
}

// healthz says that the process answers.
func (s *server) healthz(context.Context, *call) (any, error) { return status{Status: "ok"}, nil }

// readyz says that it can do its work.
func (s *server) readyz(ctx context.Context, _ *call) (any, error) {
	if err := s.Ready(ctx); err != nil {
		s.Log.ErrorContext(ctx, "not ready", "error", err.Error())
		return nil, errNotReady
	}
	out := status{Status: "ready"}
	if s.Modes != nil {
		out.Modes = s.Modes()
	}
	return out, nil
}
