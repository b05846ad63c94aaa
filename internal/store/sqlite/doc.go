// Package sqlite keeps the service's data in one SQLite file: the embedded default, for one machine.
//
// It owns the schema (migrations/), the connections and the order of writes.
//
//	request ── read ──► readers: a pool of connections, query only, each sees the last commit
//	   │
//	 write
//	   ▼
//	 queue ──► writer: BEGIN IMMEDIATE, takes all that wait, runs each, COMMIT (one fsync), answers each
//	                                      │
//	 checkpointer: a connection of its own; copies the log into the database file, off the path of requests
//
// # Group commit
//
// With synchronous=FULL a commit waits for the disk. One transaction a request therefore allows about as many requests
// a second as the disk has syncs. Here all writes that arrive while a commit is under way share the next one, so
// durability costs one sync a batch. A write that the store refuses (conflict, not found) has changed nothing and
// leaves the batch alone. A write that fails for a reason of its own makes the batch run again, each write alone. When
// the disk is full or fails, the batch is rolled back and all of it gets that error; the next batch is tried anew.
//
// # Other processes
//
// Every transaction begins with BEGIN IMMEDIATE and waits for another process' lock up to Options.BusyTimeout, so a
// subcommand may use the file while the server runs.
package sqlite
