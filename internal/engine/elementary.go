package engine

import "math"

// The exponential and the logarithm are within 2e-15 of the exact value relative to it or to 1. A turn needs some
// thousands of them, and package math takes three times as long.

// elementary is what the exponential is made from.
type elementary struct {
	powers [tableSize]uint64 // bits of 2^(i/tableSize), less what the sum of of shifts in again
}

const (
	tableBits = 8
	tableSize = 1 << tableBits
	// 2^52 and half of it: a number added to it is rounded to an integer, in the lowest bits.
	rounding = 3 << 51
	// ln 2/tableSize in two parts, the first of which has few bits, so that its multiples are exact.
	stepHigh = 0x1.62e42fef00000p-9
	stepLow  = 0x1.473de6af278edp-42

	mantissaBits, mantissaMask = 52, 1<<52 - 1
	one                        = 0x3ff << mantissaBits
)

func newElementary() *elementary {
	t := new(elementary)
	for i := range t.powers {
		t.powers[i] = math.Float64bits(math.Exp2(float64(i)/tableSize)) - uint64(i)<<(mantissaBits-tableBits)
	}
	return t
}

// leastExponent is the exponent below which exp gives 0.
const leastExponent = -700

// exp is e to the power of x, for x up to 700; 0 for x below -700. It is short enough to be inlined.
func (t *elementary) exp(x float64) float64 {
	if x < leastExponent {
		return 0
	}
	steps := x*(tableSize/math.Ln2) + rounding
	n := math.Float64bits(steps)
	steps -= rounding
	r := x - steps*stepHigh - steps*stepLow
	power := math.Float64frombits(t.powers[n%tableSize] + n<<(mantissaBits-tableBits))
	return power + power*(r+r*r*(1./2+r*(1./6+r*(1./24))))
}

// log is the natural logarithm of x, a normal positive number: that of x divided by a power of 2, so that it is near 1, by
// its series in f/(2+f), with the coefficients of FreeBSD's e_log.c.
func log(x float64) float64 {
	bits := math.Float64bits(x) + one - root
	f := math.Float64frombits(bits&mantissaMask+root) - 1
	s := f / (2 + f)
	z := s * s
	w := z * z
	rest := z*(log1+w*(log3+w*(log5+w*log7))) + w*(log2+w*(log4+w*log6))
	square := .5 * f * f
	return float64(int(bits>>mantissaBits)-one>>mantissaBits)*math.Ln2 + (f - (square - s*(square+rest)))
}

const (
	root = 0x3fe6a09e667f3bcd // the bits of half the root of 2
	log1 = 6.666666666666735130e-01
	log2 = 3.999999999940941908e-01
	log3 = 2.857142874366239149e-01
	log4 = 2.222219843214978396e-01
	log5 = 1.818357216161805012e-01
	log6 = 1.531383769920937332e-01
	log7 = 1.479819860511658591e-01
)

// entropy is that of a yes-or-no answer, in nats, within 1e-14.
func entropy(p float64) float64 {
	if !(p > 0 && p < 1) {
		return 0
	}
	return -p*log(p) - (1-p)*log(1-p)
}
