// Command opa is the policy server that `anamnesis bench` runs the service beside, built from its published module.
package main

import (
	"os"

	"github.com/open-policy-agent/opa/cmd"
)

func main() {
	if err := cmd.Command(nil, "OPA").Execute(); err != nil {
		os.Exit(1)
	}
}
