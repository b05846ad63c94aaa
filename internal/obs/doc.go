// Package obs is how the service is watched: its logger, the attributes that a request carries through its context,
// its metrics, and the type that keeps secrets out of both.
//
// No health data, ever. Logs and metrics leave the machine, are kept for long and are read by people who may not see a
// patient's record. So nothing that a user typed, chose or was told goes into a message, an attribute, a label or an
// error text that ends in one: no free text, no answer or choice ids, no symptom or condition codes, no age or gender,
// no report. What may: the request id, the partner's id, the consultation's sid (which alone tells nothing), the
// route's pattern and never its path or query, statuses, sizes, durations, counts, and totals by triage level over
// all partners.
//
//	handler --ctx with attributes--> slog.Logger --> ContextHandler --> JSON or text --> stderr
//	handler --> Metrics (own registry) --> Handler() --> GET /metrics on the operator's port
package obs
