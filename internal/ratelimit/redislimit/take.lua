-- Takes up to `want` requests from one key's bucket and day; the whole decision in one atomic step.
-- KEYS[1]: hash f (time at which the burst is whole again), d (day), u (requests granted on that day).
-- Times are microseconds since 2026-01-01 00:00 UTC, so that fractions of one survive in a double.
local now, interval, capacity, quota = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local want, back, owed = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local knownDay, knownUsed = tonumber(ARGV[8]), tonumber(ARGV[9])
local epoch, dayLength, skew = 1767225600, 86400000000, 60000000
if now < -1e15 then -- production: the clock that all replicas share
  local t = redis.call('TIME')
  now = (tonumber(t[1]) - epoch) * 1000000 + tonumber(t[2])
end
local s = redis.call('HMGET', KEYS[1], 'f', 'd', 'u')
local full, day, used = tonumber(s[1]) or -1e15, tonumber(s[2]) or -1e9, tonumber(s[3]) or 0

local today = math.floor(now / dayLength)
if today > day or today < day - 1 then day, used = today, 0 end
if knownDay == day and knownUsed > used then used = knownUsed end -- flushed, or an older copy took over
used = math.max(0, used - back) + owed

local drained = interval * capacity
full = full - back * interval
if drained > 0 and full > now + drained + skew then full = now + drained end
full = math.min(math.max(full, now) + owed * interval, now + drained)

local free, left = want, want
if capacity > 0 then free = math.floor((now + drained - full + 0.05) / interval) end
if quota > 0 then left = quota - used end
local granted = math.max(0, math.min(want, free, left))
full = full + granted * interval
used = used + granted
redis.call('HSET', KEYS[1], 'f', string.format('%.17g', full), 'd', string.format('%d', day), 'u', string.format('%d', used))
redis.call('PEXPIRE', KEYS[1], math.ceil(math.max(2 * dayLength, drained) / 1000))
return {granted, string.format('%.17g', full), string.format('%d', day), string.format('%d', used), string.format('%.17g', now)}
