package engine

import "math"

// elementary are the exponential and the logarithm from tables, each within 2e-15 of the exact value relative to it or
// to 1. A turn needs some thousands of them, and package math takes three times as long.
type elementary struct {
	powers [tableSize]uint64 // bits of 2^(i/tableSize), less what the sum of of shifts in again
	logs   [tableSize]struct{ inverse, log float64 }
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
		middle := 1 + (float64(i)+.5)/tableSize
		t.logs[i].inverse, t.logs[i].log = 1/middle, -math.Log(1/middle)
	}
	return t
}

// leastExponent is the exponent below which exp gives 0.
const leastExponent = -700

// exp is e to the power of x, for x up to 700; 0 for x below -700. It is short enough to be inlined, as log is.
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

// log is the natural logarithm of x, a normal positive number.
func (t *elementary) log(x float64) float64 {
	bits := math.Float64bits(x)
	at := &t.logs[bits>>(mantissaBits-tableBits)%tableSize]
	exponent := float64(int(bits>>mantissaBits) - one>>mantissaBits)
	r := math.Float64frombits(bits&mantissaMask|one)*at.inverse - 1 // within 1/512
	return exponent*math.Ln2 + at.log + (r - r*r*(1./2-r*(1./3-r*(1./4-r*(1./5)))))
}

// entropy is that of a yes-or-no answer, in nats, within 1e-14.
func (t *elementary) entropy(p float64) float64 {
	if !(p > 0 && p < 1) {
		return 0
	}
	return -p*t.log(p) - (1-p)*t.log(1-p)
}
