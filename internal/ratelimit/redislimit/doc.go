// Package redislimit is the rate limiter that replicas share through Redis or Valkey.
//
// It owns the shared state of each key (one hash: when the burst is whole again, the day, what each replica has claimed
// of it and granted), the script that decides on it in one atomic step, the leases by which a replica decides most
// requests without asking, and what a replica does while Redis is away.
//
//	request -> a permit left in the lease? -> granted here
//	        -> else the script takes 1 to 1 % of a second's requests at once -> granted, the rest is the lease
//	        -> Redis away: this replica's part of the rate, and of the day what it has claimed before
//
// A lease is at most leaseShare of what the policy grants in a second, of its burst and of its day, grows only while it
// is used up quickly, and its rest is given back when it is old. So all replicas together admit what the contract says, up
// to that share for each. A slow partner's requests are decided one by one.
//
// Of the day, a replica grants nothing that it has not claimed in Redis, where all claims together are at most the quota:
// so the quota holds whoever loses Redis, when, and how often. With each call a replica of n claims one part in n+1 of
// what no other has claimed, so that half of what is left is in common and half is there for when Redis is away. Where
// one needs what others keep, it says so, and they give up most of it at their next sign of life. What replicas are to
// have of a new day is claimed for them when the day turns.
//
// A replica tells its claim, and what it granted, as totals: an answer that is lost, and a call that arrives late, do no
// harm. A Redis that was flushed, or failed over to a copy that lags, is told anew, and for a second grants nothing that
// is not claimed already.
//
// It does not hold in these cases. A replica that never reached Redis knows of no other and grants the whole day; one
// that never asked about a key grants its half share of it. What a replica claimed that has not been heard of for ten
// minutes is given to others as if it were gone; if it lives and only cannot reach Redis, both grant it. What was
// claimed after an older copy of Redis was made, and what only a replica knew that died, is claimed again after a loss.
package redislimit
