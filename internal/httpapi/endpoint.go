package httpapi

import "context"

// endpoint does the work of one operation: it gives what to send, or an error.
type endpoint func(context.Context, *call) (any, error)

// handle makes an endpoint of reading the input and doing something with it. All faults that read
// finds are reported together, and do does not run.
func handle[T any](read func(*input) T, do func(context.Context, *call, T) (any, error)) endpoint {
	return func(ctx context.Context, c *call) (any, error) {
		in := &input{call: c}
		v := read(in)
		if err := in.err(); err != nil {
			return nil, err
		}
		return do(ctx, c, v)
	}
}

// nothing is the input of operations without one.
type nothing struct{}

func readNothing(*input) nothing { return nothing{} }
