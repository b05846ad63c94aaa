// Package redislimit is the rate limiter that replicas share through Redis or Valkey.
//
// It owns the shared state of each key (one hash: when the burst is whole again, the day, what the day has used), the
// script that decides on it in one atomic step, the leases by which a replica decides most requests without asking, and
// what a replica does while Redis is away.
//
//	request -> a permit left in the lease? -> granted here
//	        -> else the script takes 1 to 1 % of a second's requests at once -> granted, the rest is the lease
//	        -> Redis away: a limiter of this process with this replica's share, what it grants is owed
//
// A lease is at most leaseShare of what the policy grants in a second, of its burst and of its day, grows only while it
// is used up quickly, and its rest is given back when it is old. So all replicas together admit what the contract says, up
// to that share for each. A slow partner's requests are decided one by one.
//
// A Redis that was flushed, or failed over to a copy that lags, is told at the next call what this replica knows the day
// to have used: the quota is not granted twice. What was granted while Redis was away is put down there afterwards.
//
// Of n replicas, m that lose Redis while the others keep it exceed the day's quota by at most m/n of what they last knew
// to be left, however often it happens: what they granted counts in Redis from its return. It could only be less if such
// a replica refused people whose quota is there, or if Redis kept a part of the day back for each. A replica that has
// never reached Redis knows of no other and grants the whole day.
package redislimit
