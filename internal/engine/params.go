package engine

// Params are the engine's constants. They are starting points given in the design
// and settled on the development cases; none is fitted to a single case.
type Params struct {
	// Alpha tempers the priors by which causes are ranked, so that the rare but fitting is
	// not buried under the common. 1 = full priors, 0 = flat.
	Alpha float64
	// Demography tempers the ratios by age and sex in the same ranking. They are evidence about the person
	// as answers are, and no prior, so that they count in full: 1.
	Demography float64
	// Hit is P(answers yes | has the finding), Slip is P(answers yes | has it not).
	Hit, Slip float64
	// Unticked weighs a choice left unselected against an explicit no.
	Unticked float64
	// Unmeasured weighs the denial of a result (a urine strip, an oxygen reading, what a doctor told) against that of a
	// symptom: who says no has mostly not been measured. Our estimate: one in four has.
	Unmeasured float64
	// AskedCap and VolunteeredCap bound, in nats, what one positive can add over a condition
	// that does not list the finding.
	AskedCap, VolunteeredCap float64
	// ForeignCap bounds what the one complaint that a condition does not explain may cost it,
	// so that two illnesses at once do not meet in a compromise that explains both badly.
	ForeignCap float64
	// NegativeCap is the most, in nats, that all negative answers together can cost a condition.
	NegativeCap float64
	// FactorCap is the most, in nats, that the denial of one factor can cost a condition.
	FactorCap float64
	// FactorPower is the power to which the ratio of a factor that the person has counts where causes are ranked and
	// questions chosen. Urgency goes by the ratio as it is.
	FactorPower float64
	// Stray is the cost, in nats, of explaining none of the volunteered complaints.
	Stray float64
	// Damping is the weight of every further finding of one correlation group after the strongest.
	Damping float64
	// Neighbor is the weight of the denials in a correlation group of which something is present: who has said "itching"
	// hardly denies an itchy rash by leaving it unticked.
	Neighbor float64
	// VolunteerShare is the share of people with a finding that volunteer it, where the base gives none.
	VolunteerShare float64
	// VolunteerFloor is the least share of people with a finding that volunteer it, where the base gives one.
	VolunteerFloor float64
	// Residual weighs, in the ranking of causes, a condition that is a name for the complaint or for what is left when
	// nothing specific is found ("fever after travel"): what the person wants to know is what may be behind it. Urgency
	// and "none of these" go by the full posterior, which it does not touch.
	Residual float64
	// FormLead is how many times as likely as an illness a form of it (heart failure, fluid on the lungs) must be to be
	// named before it. Below that the form's share counts for the illness too, which the person has either way.
	FormLead float64
	// RateFloor bounds age and sex ratios from below; DurationFloor bounds a bucket's share.
	RateFloor, DurationFloor float64
	// NoneRate is the rate of "none of these" per 10,000 adults who seek advice.
	NoneRate float64
	// RankedMix is the share of the tempered posterior, beside the full one, in the mixture that
	// questions are chosen for.
	RankedMix float64
	// Focus is the power to which that mixture is raised before questions are chosen for it: above 1, telling the
	// leading causes apart counts more than thinning out the long tail of unlikely ones.
	Focus float64
	// ActiveShare is the share under which a condition takes no part in choosing questions.
	ActiveShare float64
	// DangerValue weighs information about "is it an emergency" against information about the cause.
	DangerValue float64
	// CostWeight is the information, in nats, that one unit of a finding's cost must pay for.
	CostWeight float64
}

// DefaultParams are the values in use.
func DefaultParams() Params {
	return Params{
		Alpha: 0.3, Demography: 1, Hit: 0.95, Slip: 0.01, Unticked: 0.8, Unmeasured: 0.25,
		AskedCap: 3.5, VolunteeredCap: 4.6, ForeignCap: 8, NegativeCap: 6,
		FactorCap: 3.5, FactorPower: 1.15, Stray: 2, Damping: 0.7, Neighbor: 0.75, VolunteerShare: 0.15, VolunteerFloor: 0.15, Residual: 0.4, FormLead: 5,
		RateFloor: 0.02, DurationFloor: 0.03, NoneRate: 300, RankedMix: 1, Focus: 1,
		ActiveShare: 1e-5, DangerValue: 3, CostWeight: 0.002,
	}
}
