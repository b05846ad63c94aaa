package httpapi

import "strings"

// headerTrace is the field of W3C Trace Context that says which request of the caller's a request belongs to.
const headerTrace = "Traceparent"

// traceOf is the trace id of a traceparent of version 00 ("00-", 32 digits, "-", 16 digits, "-", 2 digits; all hexadecimal in
// lower case, ids not all zero), "" where it is anything else: what is not of this form may be a text of the client's, which
// is not logged.
func traceOf(parent string) string {
	if len(parent) != 55 || !strings.HasPrefix(parent, "00-") || parent[35] != '-' || parent[52] != '-' {
		return ""
	}
	trace, span := parent[3:35], parent[36:52]
	if !hexadecimal(trace) || !hexadecimal(span) || !hexadecimal(parent[53:]) || strings.Trim(trace, "0") == "" || strings.Trim(span, "0") == "" {
		return ""
	}
	return trace
}

func hexadecimal(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }
