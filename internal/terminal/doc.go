// Package terminal owns a consultation in a terminal: the screens of a person who sits at one, and the lines of a
// pipe. It talks to the service as any partner's application does, and decides nothing of medicine.
//
// A screen is a model of its own: press takes a key, draw gives the page for a width. Neither touches the terminal, so
// both are tested without one. Display puts pages on a terminal, and flow leads from screen to screen.
package terminal
