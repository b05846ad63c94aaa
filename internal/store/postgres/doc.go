// Package postgres keeps the service's data in PostgreSQL (15 or later), which any number of replicas share.
//
// It owns the schema (migrations/), the connections and the order of writes. Several host names in the DSN are a
// primary and its standbys: connections go to the one that takes writes.
//
//	request ── one consultation or reply ──► loads: all that wait in one round trip (SELECT … = ANY)
//	   │
//	 write of a session ──► writes: all that wait in one transaction and one round trip (an UPDATE each)
//	   │
//	 everything else ──► a pool of connections
//
// # Groups
//
// With synchronous_commit=on a commit waits for the disk (and for a synchronous standby), and each statement for the
// network. Here all that arrive while a group is under way share the next, so both cost one wait a group. A group
// locks its rows in the order of their ids, so groups of several replicas never deadlock. A write that the store
// refuses (conflict, not found) has changed nothing and leaves the group alone; one that fails for a reason of its own
// makes the group run again, each write alone. A group of writes that was sent and not answered is never sent again:
// nobody knows whether it happened, which its callers are told by store.ErrUnavailable.
//
// The statements of groups name the partitions of a day and find rows by their sids; their connections plan each once
// and read by index alone, so that no plan depends on what a table held when it was made (plans_test.go).
//
// # When the database is away
//
// The first error of a connection marks the database as away and drops all connections. While it is away calls wait a
// little, then fail at once with store.ErrUnavailable, and one goroutine tries to connect, more and more slowly up to
// a few times a second. No call waits longer than Options.Timeout.
//
// # Days
//
// Rows of sessions lie in a partition a day and table (day.go). Retention drops the tables of days on which nothing
// has to stay, and deletes rows where something has.
package postgres
