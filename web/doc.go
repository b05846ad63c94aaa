// Package web is the reference web client: ES modules without a build step, and the
// small Go back end that keeps the partner's credentials and the consultation's
// token, so that the browser never sees either.
//
//	browser --cookie--> /session, /session/accept   the back end logs in and keeps the token
//	browser --cookie--> /app/…                      passed on to the same path under {base_url},
//	                                                with the api key and the token put in
//
// Only the calls that the page needs are passed on. Everything that the service
// sends is put into the page as text, never as HTML.
package web
