package text

import (
	"math/bits"
	"slices"
	"strings"
)

// keyLength is how much of a word the deletion index covers; what follows is
// checked by Distance. Seven letters keep the index small and lose nothing.
const keyLength = 7

// Near is one word of the vocabulary close to a query.
type Near struct {
	Word     int32 // index into the vocabulary given to NewSpeller
	Distance int
	Whole    bool // the query is the whole word, not only its beginning
	Sound    bool // found because it sounds alike
}

// Speller finds words of a fixed vocabulary by beginning, by typing error and by
// sound. Words are keyed by what is left after deleting up to two letters, so a
// lookup hashes a few dozen strings instead of comparing thousands of words.
type Speller struct {
	words    []string
	prefixes bool
	bits     int      // of a hash that say its bucket, and of an entry that say its word
	entries  []uint32 // ordered by hash: what its bucket does not say of it, then the word
	buckets  []int32  // first entry by the hash's top bits
	order    []int32  // words in alphabetical order
	keys     string   // of the sounds, one behind the other
	sounds   []sound  // ordered by key
}

// entry is a hash in the upper half and the word that has it in the lower, so that plain integers are
// sorted at the start, which is several times faster.
type entry uint64

func newEntry(hash uint32, word int32) entry { return entry(hash)<<32 | entry(uint32(word)) }

func (e entry) hash() uint32 { return uint32(e >> 32) }
func (e entry) word() int32  { return int32(uint32(e)) }

// sound is a word under its key, which is keys[from:from+length].
type sound struct {
	from, word int32
	length     int32
}

func (s *Speller) key(e sound) string { return s.keys[e.from : e.from+e.length] }

// NewSpeller indexes words, which must be folded and distinct. With prefixes it
// also finds words whose beginning is near, as a search box needs.
func NewSpeller(words []string, prefixes bool) *Speller {
	s := &Speller{words: words, prefixes: prefixes, bits: max(leastBits, bits.Len(uint(len(words))))}
	entries := make([]entry, 0, 64*len(words))
	for id, w := range words {
		for n := min(len(w), s.shortest(w)); n <= min(len(w), keyLength); n++ {
			eachDeletion(w[:n], depth(len(w), n), func(h uint32) {
				entries = append(entries, newEntry(h, int32(id)))
			})
		}
	}
	s.file(entries)
	s.sort()
	return s
}

// shortest is the first beginning of w that gets keys.
func (s *Speller) shortest(w string) int {
	if s.prefixes {
		return 3
	}
	return min(len(w), keyLength)
}

// depth allows two deletions only in words long enough for two errors.
func depth(length, n int) int {
	if length >= 6 && n >= 6 {
		return 2
	}
	return 1
}

// leastBits makes the buckets of a small vocabulary small.
const leastBits = 14

// file keeps what tells the entries of a bucket apart: a word has at most as many bits as a bucket.
func (s *Speller) file(entries []entry) {
	sortEntries(entries)
	entries = slices.Compact(entries)
	s.entries = make([]uint32, len(entries))
	s.buckets = make([]int32, 1<<s.bits+1)
	at := 0
	for b := range s.buckets {
		for ; at < len(entries) && int(entries[at].hash()>>(32-s.bits)) < b; at++ {
			s.entries[at] = entries[at].hash()<<s.bits | uint32(entries[at].word())
		}
		s.buckets[b] = int32(at)
	}
}

// sort puts the words in order, by letters and by sound.
func (s *Speller) sort() {
	s.order = make([]int32, len(s.words))
	s.sounds = make([]sound, len(s.words))
	var keys []byte
	for id, w := range s.words {
		from := len(keys)
		keys = AppendPhonetic(keys, w)
		s.order[id] = int32(id)
		s.sounds[id] = sound{int32(from), int32(id), int32(len(keys) - from)}
	}
	s.keys = string(keys)
	slices.SortFunc(s.order, func(a, b int32) int { return strings.Compare(s.words[a], s.words[b]) })
	slices.SortStableFunc(s.sounds, func(a, b sound) int { return strings.Compare(s.key(a), s.key(b)) })
}

// sortEntries sorts byte by byte from the last, in a third of the time that comparing takes. Bytes that all entries
// share, as the upper ones of word numbers, are passed over.
func sortEntries(list []entry) {
	from, to := list, make([]entry, len(list))
	for shift := 0; shift < 64; shift += 8 {
		var count [256]int
		for _, e := range from {
			count[byte(e>>shift)]++
		}
		if len(from) == 0 || count[byte(from[0]>>shift)] == len(from) {
			continue
		}
		at := 0
		for b, n := range count {
			count[b], at = at, at+n
		}
		for _, e := range from {
			b := byte(e >> shift)
			to[count[b]] = e
			count[b]++
		}
		from, to = to, from
	}
	copy(list, from)
}

// Prefix gives the words that begin with q, in alphabetical order, as indices
// into the vocabulary. The slice belongs to the Speller.
func (s *Speller) Prefix(q string) []int32 {
	lo, _ := slices.BinarySearchFunc(s.order, q, func(id int32, q string) int { return strings.Compare(s.words[id], q) })
	n, _ := slices.BinarySearchFunc(s.order[lo:], q, func(id int32, q string) int {
		if strings.HasPrefix(s.words[id], q) {
			return -1
		}
		return 1
	})
	return s.order[lo : lo+n]
}

// Errors is how many typing errors a word of n letters may have.
func Errors(n int) int {
	switch {
	case n < 4:
		return 0
	case n < 8:
		return 1
	}
	return 2
}

// Typos appends the words within limit (at most 2) errors of q, itself
// excepted, each once, in the order of the vocabulary.
func (s *Speller) Typos(dst []Near, q string, limit int) []Near {
	if limit <= 0 || len(q) > maxWord {
		return dst
	}
	start := len(dst)
	eachDeletion(q[:min(len(q), keyLength)], limit, func(h uint32) {
		for _, e := range s.bucket(h) {
			word := int32(e & (1<<s.bits - 1))
			if e>>s.bits == h<<s.bits>>s.bits && !contains(dst[start:], word) {
				if near, ok := s.near(q, word, limit); ok {
					dst = append(dst, near)
				}
			}
		}
	})
	slices.SortFunc(dst[start:], func(a, b Near) int { return int(a.Word - b.Word) })
	return dst
}

func (s *Speller) bucket(h uint32) []uint32 {
	b := h >> (32 - s.bits)
	return s.entries[s.buckets[b]:s.buckets[b+1]]
}

func (s *Speller) near(q string, word int32, limit int) (Near, bool) {
	w := s.words[word]
	if d := Distance(q, w, limit); d <= limit {
		return Near{Word: word, Distance: d, Whole: true}, d > 0
	}
	if !s.prefixes {
		return Near{}, false
	}
	d, n := PrefixDistance(q, w, limit)
	return Near{Word: word, Distance: d, Whole: n == len(w)}, d > 0 && d <= limit
}

func contains(found []Near, word int32) bool {
	for _, n := range found {
		if n.Word == word {
			return true
		}
	}
	return false
}

// Sounds appends the words that sound like q, or with prefixes begin like it,
// and whose letters are not more than half different.
func (s *Speller) Sounds(dst []Near, q string) []Near {
	if len(q) < 5 || len(q) > maxWord {
		return dst
	}
	var buf [maxWord * 2]byte
	key := string(AppendPhonetic(buf[:0], q))
	at, _ := slices.BinarySearchFunc(s.sounds, key, func(e sound, k string) int { return strings.Compare(s.key(e), k) })
	for _, e := range s.sounds[at:] {
		have := s.key(e)
		if !strings.HasPrefix(have, key) || len(have) > len(key) && (!s.prefixes || len(key) < 3) {
			break
		}
		if near, ok := s.alike(q, e.word, len(have) == len(key)); ok {
			dst = append(dst, near)
		}
	}
	return dst
}

// alike checks a word with the same sound by its letters.
func (s *Speller) alike(q string, word int32, whole bool) (Near, bool) {
	limit := min(4, len(q)*2/5+1)
	w := s.words[word]
	d := Distance(q, w, limit)
	if d > limit && s.prefixes && !whole {
		d, _ = PrefixDistance(q, w, limit)
	}
	return Near{Word: word, Distance: d, Whole: whole, Sound: true}, d > 0 && d <= limit
}

// eachDeletion calls f with the hash of w and of w with up to depth letters left out.
func eachDeletion(w string, depth int, f func(uint32)) {
	f(hashWithout(w, -1, -1))
	for i := range len(w) {
		f(hashWithout(w, i, -1))
		if depth < 2 {
			continue
		}
		for j := i + 1; j < len(w); j++ {
			f(hashWithout(w, i, j))
		}
	}
}

// hashWithout is FNV-1a over w less the letters at i and j, finished by a mix
// because the buckets go by the top bits.
func hashWithout(w string, i, j int) uint32 {
	h := uint32(2166136261)
	for k := range len(w) {
		if k != i && k != j {
			h = (h ^ uint32(w[k])) * 16777619
		}
	}
	h ^= h >> 15
	return h * 2246822519
}
