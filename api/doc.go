// Package api is the interface on the wire: the bodies of requests and responses, the
// values that their fields take, the limits that requests keep, and the OpenAPI document
// that describes all of it.
//
// The types hold data only. A response omits what is empty (null, "", [] and {}), but for
// booleans, numbers and the lists autocomplete, records and articles, which are always there.
package api
