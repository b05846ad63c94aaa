// Package web is the reference web client: ES modules without a build step, and the
// small Go back end that keeps the partner's credentials and the consultation's
// tokens, so that the browser can read neither.
//
//	browser --sealed cookie--> /session, /session/accept   the back end logs in and seals the tokens into the cookie
//	browser --sealed cookie--> /app/…                      passed on to the same path under {base_url},
//	                                                       with the api key and the token put in
//
// A session lives in its cookie alone, sealed with a key that follows from the partner's
// secret: a restart ends none, and any replica can serve it. Only the calls that the page
// needs are passed on.
//
// The console at /console/ is for a partner's operators: they log in with the partner's id
// and secret, and its back end seals the bearer token of retrieval into a cookie of its own.
// It shows what POST /v4/analytics/query, overview and replay tell, for that partner alone.
//
// static holds the page. The custom element <symptom-assessment> is the whole client;
// index.html and embed.html are two pages that use it. Everything that the service sends
// goes into the page as text, or through the few constructs of markdown.js, never as HTML.
// Each word that the client itself says is in messages/LANGUAGE.json.
package web
