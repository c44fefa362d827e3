-- Find the logs of one bucket whose deadline has come; drop what the indexes still hold of logs that have expired.
--
-- KEYS   deadlines (sorted set), listings (hash)
-- ARGV   now in epoch ms, limit, what stands before and after a key in the name of its stream
-- Returns {key, deadline, key, deadline, ...}, the earliest first.

local now, limit, before, after = unpack(ARGV)
local due = {}
local found = redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, limit, 'WITHSCORES')
for i = 1, #found, 2 do
  if redis.call('EXISTS', before .. found[i] .. after) == 1 then
    due[#due + 1] = found[i]
    due[#due + 1] = found[i + 1]
  else
    redis.call('ZREM', KEYS[1], found[i])
    redis.call('HDEL', KEYS[2], found[i])
  end
end
return due
