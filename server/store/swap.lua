-- Take the note that another has left, or leave one.
--
-- KEYS   the note
-- ARGV   what to leave, expiry in ms
-- Returns the other's note, or false.

local other = redis.call('GET', KEYS[1])
if other and other ~= ARGV[1] then
  redis.call('DEL', KEYS[1])
  return other
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return false
