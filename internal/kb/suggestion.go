package kb

import (
	"slices"
	"strings"
)

func join(words []string) string { return strings.Join(words, ", ") }

// suggestion names the id of the index that id may be a slip of.
func suggestion(id string, index map[string]int) string {
	best, least := "", 1+len(id)/4
	for other := range index {
		d := distance(id, other, least)
		if d < least || d == least && (best == "" || other < best) {
			best, least = other, d
		}
	}
	if best == "" {
		return ""
	}
	return " (" + best + "?)"
}

// distance is the number of letters to change from a to b, or more than most.
func distance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}

// sortedKeys gives a map's keys in order.
func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
