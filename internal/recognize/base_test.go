package recognize

import (
	"os"
	"strings"
	"testing"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// testConcepts is a base by hand, a concept a line: id; kind; plain name;
// synonyms; phrases; sex; standard attributes; or, for an attribute, parent,
// dimension and value in the last field.
const testConcepts = `
cough; symptom; cough; tussis; can't stop coughing, coughing a lot, hacking; ; severe sudden constant intermittent worsening recurrent nocturnal improving
dry_cough; symptom; dry cough; ; tickly cough; ; of cough character dry
productive_cough; symptom; cough with phlegm; ; coughing up phlegm, chesty cough; ; of cough character phlegm
coughing_blood; symptom; coughing up blood; hemoptysis; blood when i cough
fever; symptom; fever; pyrexia; high temperature, running a temperature, feverish; ; sudden worsening recurrent nocturnal improving
temperature_38; result; a measured temperature of 38 or more; ; thermometer says 101
slow_pulse; result; a pulse below 50; ;
fast_pulse; result; a pulse above 100; ;
very_fast_pulse; result; a pulse above 130; ;
low_oxygen_reading; result; a low oxygen reading; ;
chills; symptom; chills; ; cold chills, feel shivery
headache; symptom; headache; head pain; head hurts, splitting headache, pounding head; ; severe sudden gradual constant intermittent worsening recurrent nocturnal mild
headache_one_sided; symptom; headache on one side; ; headache on the left, headache on the right, one side of my head; ; of headache site one side
headache_throbbing; symptom; throbbing headache; ; pounding headache; ; of headache character throbbing
dizziness; symptom; dizziness; ; dizzy, giddy
fainting; symptom; fainting; syncope; passed out, blacked out
confusion; symptom; confusion; ; confused, muddled
numbness; symptom; numbness; ; pins and needles, tingling, numb
hand_numbness; symptom; numbness of the hand; ; numb hand, numb fingers, tingling fingers
weakness; symptom; weakness; ; weak all over, feel weak
vision_loss; symptom; loss of vision; ; can't see, lost my sight
eye_pain; symptom; eye pain; ; pain behind my eye, sore eyes; ; severe sudden
red_eye; symptom; red eye; ; eye is red
sore_throat; symptom; sore throat; throat pain; throat hurts, scratchy throat; ; severe worsening
difficulty_swallowing; symptom; difficulty swallowing; dysphagia; hard to swallow
ear_pain; symptom; earache; ; my ear hurts
runny_nose; symptom; runny nose; ; nose is running
loss_of_smell; symptom; loss of smell; anosmia; can't smell anything
chest_pain; symptom; chest pain; thoracic pain; pain in my chest, my chest hurts; ; severe sudden constant intermittent worsening nocturnal mild
chest_pain_left; symptom; pain on the left side of the chest; ; left sided chest pain; ; of chest_pain site left
chest_pain_breathing; symptom; chest pain when breathing in; ; hurts when i breathe in; ; of chest_pain worse breathing in
chest_pain_crushing; symptom; crushing chest pain; ; elephant on my chest; ; of chest_pain character crushing
breathlessness; symptom; shortness of breath; dyspnea; short of breath, can't catch my breath, out of breath, can't breathe; ; sudden worsening nocturnal
palpitations; symptom; palpitations; ; heart racing, racing heart, heart skipping beats
abdominal_pain; symptom; belly pain; stomach ache, abdominal pain; pain in my tummy, stomach hurts, stomach cramps; ; severe sudden gradual constant intermittent worsening nocturnal mild
abdominal_pain_right_lower; symptom; pain in the lower right of the belly; ; lower right stomach pain; ; of abdominal_pain site right lower
nausea; symptom; nausea; ; nauseous, feeling sick, feel sick, queasy; ; severe
vomiting; symptom; vomiting; ; throwing up, can't keep anything down, been sick, puking; ; severe recurrent
diarrhea; symptom; diarrhea; loose stools; the runs
constipation; symptom; constipation; ; constipated, can't poo
rectal_bleeding; symptom; blood in the stool; ; blood in my poo
loss_of_appetite; symptom; loss of appetite; ; off my food
weight_loss; symptom; weight loss; ; losing weight
painful_urination; symptom; burning or pain when passing urine; dysuria; burns when i pee, pee burns, hurts to pee
blood_in_urine; symptom; blood in the urine; hematuria; blood in my pee
missed_period; symptom; missed period; ; period is late; female
testicular_pain; symptom; testicular pain; ; my balls hurt; male
back_pain; symptom; back pain; backache; my back hurts; ; severe sudden constant worsening nocturnal
back_pain_low; symptom; pain in the lower back; ; lower back pain; ; of back_pain site lower
knee_pain; symptom; knee pain; ; my knee hurts
arm_pain; symptom; arm pain; ; my arm hurts
leg_pain; symptom; leg pain
leg_swelling; symptom; swelling of the leg; ; swollen leg
joint_swelling; symptom; swollen joint
neck_stiffness; symptom; stiff neck
rash; symptom; rash; ; red spots all over; ; sudden intermittent worsening
itching; symptom; itching; ; itchy, itchy skin
fatigue; symptom; tiredness; ; tired all the time, exhausted, no energy; ; severe constant worsening
low_mood; symptom; low mood; ; feeling low, feeling down, depressed
insomnia; symptom; trouble sleeping; ; can't sleep, not sleeping
suicidal_thoughts; symptom; thoughts of suicide; ; suicidal, want to die
overdose; sign; too much of a medicine; ; took an overdose, took too many pills
thoughts_of_harming_others; symptom; thoughts of seriously hurting someone; ; want to hurt someone
fall; exposure; a fall; ; fell down the stairs, fell off a ladder
smoking; risk; smoking; ; smoker, i smoke
ibuprofen; medication; taking ibuprofen; ; ibuprofen, nurofen
asthma; background; asthma; ; asthmatic
diabetes; background; diabetes; ; diabetic
high_blood_pressure; background; high blood pressure; hypertension
family_stroke; family; a stroke in the family; ; mum had a stroke, dad had a stroke
pregnant; state; pregnancy; ; pregnant, weeks pregnant; female
`

var testConditions = [][]string{
	{"influenza", "Influenza", "flu"}, {"diabetes_mellitus", "Diabetes", "diabetes"}, {"cystitis", "Cystitis", "bladder infection", "water infection", "urine infection"},
	{"myocardial_infarction", "Myocardial infarction", "heart attack"}, {"common_cold", "Common cold", "a cold"}, {"migraine", "Migraine", "migraine"},
	{"breast_cancer", "Breast cancer", "breast cancer"}, {"appendicitis", "Appendicitis", "inflamed appendix"}, {"covid19", "COVID-19", "covid"},
}

var testKinds = map[string]kb.Kind{"symptom": kb.Symptom, "sign": kb.Sign, "result": kb.Result, "risk": kb.Risk, "exposure": kb.Exposure, "medication": kb.Medication, "family": kb.Family, "background": kb.Background, "state": kb.State}

var testDimensions = map[string]kb.Dimension{"site": kb.Site, "character": kb.Character, "worse": kb.Worse}

func handBase() *kb.Base {
	b := &kb.Base{}
	ids := map[string]kb.ConceptID{}
	for line := range strings.Lines(testConcepts) {
		f := strings.Split(strings.TrimSpace(line), ";")
		if len(f) < 3 {
			continue
		}
		for len(f) < 7 {
			f = append(f, "")
		}
		for i := range f {
			f[i] = strings.TrimSpace(f[i])
		}
		c := kb.Concept{ID: f[0], Code: "CM_" + f[0], Kind: testKinds[f[1]], Name: strings.ReplaceAll(f[0], "_", " "), Lay: f[2], Synonyms: list(f[3]), Phrases: list(f[4]), AttributeOf: kb.None, Contrast: kb.None}
		c.Sex, _ = clinical.ParseSex(f[5])
		ids[c.ID] = kb.ConceptID(len(b.Concepts))
		if of, ok := strings.CutPrefix(f[6], "of "); ok {
			w := strings.SplitN(of, " ", 3)
			c.AttributeOf, c.Dimension, c.Value = ids[w[0]], testDimensions[w[1]], w[2]
			f[6] = ""
		}
		b.Concepts = append(b.Concepts, c)
		for _, s := range strings.Fields(f[6]) {
			b.Concepts = append(b.Concepts, kb.Concept{ID: c.ID + "." + s, Code: "CM", Kind: c.Kind, Name: s + " " + c.Name, Lay: s + " " + c.Lay, AttributeOf: ids[c.ID], Dimension: kb.Other, Value: s, Standard: s, Contrast: kb.None})
		}
	}
	for _, c := range testConditions {
		b.Conditions = append(b.Conditions, kb.Condition{ID: c[0], Code: "CM_" + c[0], Name: c[1], Lay: c[2], Synonyms: c[3:]})
	}
	b.Clarifications = []kb.Clarification{{ID: "stomach_trouble", Code: "CM910101", Name: "Stomach trouble", Phrases: []string{"my stomach", "bad stomach", "upset stomach"}}, {ID: "unwell", Code: "CM910102", Name: "Feeling unwell", Phrases: []string{"feel rubbish", "not feeling well"}}}
	return b
}

func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ", ")
}

// realBase compiles the knowledge folder as it is, leaving out what does not resolve.
func realBase(t testing.TB) *kb.Base {
	t.Helper()
	sources, _ := kb.Load(os.DirFS("../../knowledge"))
	base, err := kb.Compile(sources)
	if err != nil || len(base.Concepts) < 500 {
		t.Skipf("no knowledge base to read with yet: %v", err)
	}
	return base
}

func slicesIndex(b *kb.Base, id string) kb.ConceptID {
	for i := range b.Concepts {
		if b.Concepts[i].ID == id {
			return kb.ConceptID(i)
		}
	}
	return kb.None
}
