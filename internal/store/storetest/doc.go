// Package storetest is the conformance suite of package store: one test for each promise of the contract. Every
// implementation runs it.
package storetest
