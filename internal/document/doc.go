// Package document makes what a person takes along from a consultation: a PDF for the doctor and a FHIR R4 Bundle for the
// doctor's system. Both say the same as the report that was shown, and what it rests on.
//
// It works on wire types only: it decides nothing, looks nothing up, and gives the same bytes for the same input.
package document
