// Package agent lets language-model agents carry a consultation's words: a Model Context Protocol server whose tools are
// the steps of a consultation.
//
// The engine decides, the agent only carries words: it shows the terms, passes on what the person says, shows each question
// as it is, sends back the choices that the person made, and reads out the report. It cannot answer for the person without
// being seen to (every choice id comes from the open question), skip the terms, or change the outcome.
//
//	agent --tools/call--> Server --client.Session--> the service
package agent
