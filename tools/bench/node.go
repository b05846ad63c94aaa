package main

import (
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed search.cjs
var searchScript string

// node runs a search library of Node behind the same protocol. Its packages are those of package-lock.json beside this
// file, in PEERS_NODE_MODULES or tools/bench/node_modules.
func node(library string) error {
	modules := os.Getenv("PEERS_NODE_MODULES")
	if modules == "" {
		modules = filepath.Join("tools", "bench", "node_modules")
	}
	modules, err := filepath.Abs(modules)
	if err != nil {
		return err
	}
	cmd := exec.Command("node", "-e", searchScript, library)
	cmd.Env = append(os.Environ(), "NODE_PATH="+modules)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmd.Run()
}
