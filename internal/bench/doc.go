// Package bench measures the service beside its peers: each benchmark runs ours and a peer in turns, in one run on
// one machine, and tells the median of both and of their ratio.
//
//	Run --for each row--> round: peer, ours, peer, ours … --> Result --> Report (table, JSON)
//	servers run as processes of their own (child.go); the load generator speaks HTTP/1.1 over raw
//	connections (client.go, load.go), so that it takes little of the processors that it shares with them
//
// Libraries and servers of others come from a program of another module (tools/bench), which talks over its standard
// streams (peers.go); where it is not given, their rows say that they were not run.
package bench
