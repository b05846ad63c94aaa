package bench

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// Machine is what a run was made on.
type Machine struct {
	CPU      string  `json:"cpu"`
	Cores    int     `json:"cores"`
	MemoryGB float64 `json:"memory_gb"`
	System   string  `json:"system"`
	Go       string  `json:"go"`
	// Busy is the load average over the minute before the run; the figures of a machine that others use are worth less.
	Busy float64 `json:"busy"`
}

// thisMachine reads /proc where there is one.
func thisMachine() Machine {
	m := Machine{Cores: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version()}
	m.CPU = strings.TrimSpace(procLine("/proc/cpuinfo", "model name"))
	kb, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(procLine("/proc/meminfo", "MemTotal")), " kB"), 64)
	m.MemoryGB = kb / (1 << 20)
	if b, err := os.ReadFile("/proc/loadavg"); err == nil {
		_, _ = fmt.Sscan(string(b), &m.Busy)
	}
	return m
}

// procLine is what stands behind a name and a colon.
func procLine(file, name string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if k, v, ok := strings.Cut(s.Text(), ":"); ok && strings.TrimSpace(k) == name {
			return v
		}
	}
	return ""
}

func (m Machine) String() string {
	return fmt.Sprintf("%s, %d cores, %.0f GB, %s, %s; load average before the run %.2f", m.CPU, m.Cores, m.MemoryGB, m.System, m.Go, m.Busy)
}

// allocations counts what the program has allocated since its start.
func allocations() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}
