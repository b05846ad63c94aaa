// Package analytics turns stored consultations into the records that a partner retrieves.
//
// It owns the form of a record: times, the line of user input, the lists of codes and names, and the
// payloads of custom events. What a stored state says is told by a Recorder, since only package
// consult can read one.
//
//	store.Consultation --Recorder--> Facts --\
//	store.Event ------------------------------+--Record--> api.Record
package analytics
