package text

import "strings"

// American gives the American form of a British spelling by its regular
// patterns ("oedema", "haemorrhage", "tumour", "diarrhoea"), else w itself.
func American(w string) string {
	if len(w) < 5 || !strings.Contains(w, "ae") && !strings.Contains(w, "oe") && !strings.Contains(w, "our") && !strings.Contains(w, "ys") && !strings.Contains(w, "is") {
		return w
	}
	for _, p := range digraphs {
		if i := strings.Index(w, p[0]); i >= 0 && (p[2] == "" || i == 0) {
			w = w[:i] + p[1] + w[i+len(p[0]):]
		}
	}
	for _, p := range endings {
		if len(w) > len(p[0])+1 && strings.HasSuffix(w, p[0]) {
			return w[:len(w)-len(p[0])] + p[1]
		}
	}
	return w
}

// digraphs are British, American and "^" where only a beginning counts. Bare
// "ae" and "oe" are not among them: "does" and "toes" would suffer.
var digraphs = [][3]string{
	{"rrhoe", "rrhe", ""}, {"oedema", "edema", ""}, {"oesoph", "esoph", "^"}, {"oestr", "estr", ""}, {"haem", "hem", ""},
	{"aemi", "emi", ""}, {"aesth", "esth", ""}, {"paed", "ped", ""}, {"gynaec", "gynec", "^"}, {"faec", "fec", "^"},
	{"caec", "cec", ""}, {"foet", "fet", "^"}, {"coeli", "celi", "^"}, {"homoeo", "homeo", "^"}, {"dyspnoe", "dyspne", ""}, {"apnoe", "apne", ""},
	{"anaem", "anem", ""}, {"leukaem", "leukem", "^"}, {"aetio", "etio", "^"}, {"aeti", "eti", "^"}, {"menorrhoe", "menorrhe", ""},
}

var endings = [][2]string{
	{"lour", "lor"}, {"lours", "lors"}, {"loured", "lored"}, {"mour", "mor"}, {"mours", "mors"}, {"dour", "dor"}, {"avour", "avor"}, {"aviour", "avior"},
	{"ysed", "yzed"}, {"yse", "yze"}, {"tised", "tized"}, {"tise", "tize"}, {"nised", "nized"}, {"nise", "nize"}, {"nising", "nizing"},
}
