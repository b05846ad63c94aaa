package text

// maxWord is the longest word, in bytes, that is compared letter by letter;
// nobody mistypes a longer one into a word that we know.
const maxWord = 40

// Distance is the optimal string alignment distance of two folded words:
// insertions, deletions, substitutions and swaps of neighbours, each 1. It gives
// limit+1 as soon as the distance is known to exceed limit.
func Distance(a, b string, limit int) int {
	d, _ := align(a, b, limit, false)
	return d
}

// PrefixDistance is the smallest Distance of q to any beginning of w, that
// beginning's length in bytes beside it.
func PrefixDistance(q, w string, limit int) (distance, length int) {
	return align(q, w, limit, true)
}

// align fills the matrix row by row over a, keeping three rows on the stack.
func align(a, b string, limit int, prefix bool) (int, int) {
	if prefix && len(b) > len(a)+limit {
		b = b[:len(a)+limit]
	}
	if len(a) > maxWord || len(b) > maxWord || len(a)-len(b) > limit || !prefix && len(b)-len(a) > limit {
		return limit + 1, 0
	}
	var rows [3][maxWord + 1]uint8
	for j := range len(b) + 1 {
		rows[0][j] = uint8(j)
	}
	for i := 1; i <= len(a); i++ {
		row, up, up2 := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		row[0] = uint8(i)
		least := row[0]
		for j := 1; j <= len(b); j++ {
			cost := uint8(1)
			if a[i-1] == b[j-1] {
				cost = 0
			}
			v := min(up[j]+1, row[j-1]+1, up[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				v = min(v, up2[j-2]+1)
			}
			row[j] = v
			least = min(least, v)
		}
		if int(least) > limit {
			return limit + 1, 0
		}
	}
	return best(rows[len(a)%3][:len(b)+1], limit, prefix)
}

func best(row []uint8, limit int, prefix bool) (int, int) {
	at := len(row) - 1
	if prefix {
		for j, v := range row {
			if v < row[at] || v == row[at] && j > at {
				at = j
			}
		}
	}
	return min(int(row[at]), limit+1), at
}
