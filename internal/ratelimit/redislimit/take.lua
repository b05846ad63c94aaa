-- Takes up to `want` requests from one key's bucket and day; the whole decision in one atomic step.
-- KEYS[1]: hash f (time at which the burst is whole again), d (day), u and v (requests of that day that all replicas
-- together have claimed, and granted), o and p (of these, what is known of a state that was lost and is not told anew
-- yet), r:REPLICA ("claim granted sequence seen tomorrow": what it may grant on that day, how many of them it has, its
-- last call and when that was, what is claimed for it when the day turns), b (until when
-- nobody claims more than it has, because Redis had lost what others have not told anew yet).
-- Times are microseconds since 2026-01-01 00:00 UTC, so that fractions of one survive in a double.
local now, interval, capacity, quota = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local want, back, owed = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local replica, sequence, parts, tomorrow = 'r:' .. ARGV[8], tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11])
local ownDay, ownUsed, ownTold = tonumber(ARGV[12]), tonumber(ARGV[13]), tonumber(ARGV[14])
local ownClaim, least = tonumber(ARGV[15]), tonumber(ARGV[16])
local othersClaim, othersUsed = tonumber(ARGV[17]), tonumber(ARGV[18])
local epoch, dayLength, skew, gone, settling = 1767225600, 86400000000, 60000000, 600000000, 1000000
if now < -1e15 then -- production: the clock that all replicas share
  local t = redis.call('TIME')
  now = (tonumber(t[1]) - epoch) * 1000000 + tonumber(t[2])
end

local function read(text)
  local claim, used, seq, seen, next = string.match(text, '^(%-?%d+) (%-?%d+) (%-?%d+) (%-?%d+) (%-?%d+)$')
  return {claim = tonumber(claim), used = tonumber(used), seq = tonumber(seq), seen = tonumber(seen), next = tonumber(next)}
end
local function write(name, r)
  redis.call('HSET', KEYS[1], name, string.format('%d %d %d %d %d', r.claim, r.used, r.seq, r.seen, r.next))
end
local function each(f)
  local all = redis.call('HGETALL', KEYS[1])
  for i = 1, #all, 2 do
    if string.sub(all[i], 1, 2) == 'r:' then f(all[i], read(all[i + 1])) end
  end
end

local s = redis.call('HMGET', KEYS[1], 'f', 'd', 'u', 'v', 'o', 'p', replica, 'b')
local full, day, claimed = tonumber(s[1]) or -1e15, tonumber(s[2]) or -1e9, tonumber(s[3]) or 0
local used, lostClaim, lostUsed = tonumber(s[4]) or claimed, tonumber(s[5]) or claimed, tonumber(s[6]) or claimed
local own = s[7] and read(s[7])
local bereft = tonumber(s[8]) or -1e15
local function answer(granted, claim, mine)
  return {granted, string.format('%.17g', full), string.format('%d', day), string.format('%.17g', now), string.format('%d', claim),
    string.format('%d', mine), string.format('%d', claimed), string.format('%d', used)}
end
if own and sequence <= own.seq then return answer(0, own.claim, own.used) end -- late: its caller has gone on without it

local today = math.floor(now / dayLength)
if today > day or today < day - 1 then
  -- Who was there lately, and may have lost Redis since, grants of this share on the new day.
  local kept, follows = {}, today == day + 1
  each(function(name, r) if follows and now - r.seen < gone and r.next > 0 then kept[name] = r end end)
  redis.call('DEL', KEYS[1])
  day, claimed, used, lostClaim, lostUsed, own = today, 0, 0, 0, 0, nil
  for name, r in pairs(kept) do
    r.claim, r.used = r.next, 0
    write(name, r)
    claimed = claimed + r.claim
    if name == replica then own = r end
  end
end

-- What a replica knows of itself counts; Redis may have been flushed, or an older copy may have taken over.
if ownDay == day and ownTold >= 0 and (not own or ownTold > own.used) then bereft = now + settling end
own, ownTold = own or {claim = 0, used = 0}, math.max(0, ownTold)
if ownDay < day or ownDay > day + 1 then -- of another day; a clock that is a moment behind is not
  ownUsed, ownTold, ownClaim, othersClaim, othersUsed = own.used, own.used, own.claim, 0, 0
  least = parts > 0 and own.claim or own.used
end
local told = math.min(lostUsed, math.max(0, ownTold - own.used))
lostUsed = lostUsed - told
ownUsed = math.max(ownUsed, own.used)
used = used - told + ownUsed - own.used
told = math.min(lostClaim, math.max(0, ownClaim - own.claim))
lostClaim = lostClaim - told
claimed = claimed - told + ownClaim - own.claim
local missing = othersUsed - (used - ownUsed) -- what others granted never shrinks: less of it is a lost state
if missing > 0 then
  bereft = now + settling
  used, lostUsed = used + missing, lostUsed + missing
  missing = math.max(missing, othersClaim - (claimed - ownClaim))
  claimed, lostClaim = claimed + missing, lostClaim + missing
end

local drained = interval * capacity
full = full - back * interval
if drained > 0 and full > now + drained + skew then full = now + drained end
full = math.min(math.max(full, now) + owed * interval, now + drained)

local free, left = want, want
if capacity > 0 then free = math.floor((now + drained - full + 0.05) / interval) end
if quota > 0 then
  left = quota - claimed + ownClaim - ownUsed
  if now < bereft then
    left = math.min(left, ownClaim - ownUsed)
  elseif left < want then -- what a replica not seen for long has not used
    each(function(name, r)
      if now - r.seen > gone and r.claim > r.used and name ~= replica then
        left, claimed, r.claim = left + r.claim - r.used, claimed - r.claim + r.used, r.used
        write(name, r)
      end
    end)
  end
end
local granted = math.max(0, math.min(want, free, left))
full = full + granted * interval
local claim = ownUsed + granted
if quota > 0 then
  if parts > 0 then claim = claim + math.max(0, math.floor((left - granted) / parts)) end
  claim = math.max(claim, least)
end
claimed = claimed + claim - ownClaim
write(replica, {claim = claim, used = ownUsed, seq = sequence, seen = math.floor(now), next = tomorrow})
redis.call('HSET', KEYS[1], 'f', string.format('%.17g', full), 'd', string.format('%d', day), 'u', string.format('%d', claimed),
  'v', string.format('%d', used), 'o', string.format('%d', lostClaim), 'p', string.format('%d', lostUsed),
  'b', string.format('%d', math.min(bereft, now + settling)))
redis.call('PEXPIRE', KEYS[1], math.ceil(math.max(2 * dayLength, drained) / 1000))
return answer(granted, claim, ownUsed)
