package main

import (
	_ "embed"
	"encoding/json"
	"os"
	"os/exec"
)

//go:embed numpy.py
var numpyScript string

// numpy runs two matrix products of numpy behind the same protocol, on one thread. The interpreter is the system's, which is the
// one that Debian's python3-numpy belongs to, or that of PEERS_PYTHON.
func numpy() error {
	python := os.Getenv("PEERS_PYTHON")
	if python == "" {
		python = "/usr/bin/python3"
	}
	cmd := exec.Command(python, "-c", numpyScript)
	cmd.Env = append(os.Environ(), "OPENBLAS_NUM_THREADS=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return json.NewEncoder(os.Stdout).Encode(measured{Error: "python3: " + err.Error()})
	}
	return cmd.Wait()
}
