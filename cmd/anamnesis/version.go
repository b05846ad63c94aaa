package main

import "runtime/debug"

// version is the release, or for a build from a work tree the commit it was made from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	if v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return v + " " + s.Value
		}
	}
	return v
}
