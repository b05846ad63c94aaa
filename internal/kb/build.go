package kb

import "errors"

// Build is a placeholder.
func Build(dir string) (*Base, Problems, error) { return nil, nil, errors.New("not yet") }
