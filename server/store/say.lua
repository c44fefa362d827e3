-- Say something beside a log: keep the last few sayings for a while and tell who follows the log.
--
-- KEYS   list of what was said
-- ARGV   data, how many to keep (0: keep nothing of it), expiry in ms, channel

if tonumber(ARGV[2]) > 0 then
  redis.call('RPUSH', KEYS[1], ARGV[1])
  redis.call('LTRIM', KEYS[1], -tonumber(ARGV[2]), -1)
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
redis.call('PUBLISH', ARGV[4], 's' .. ARGV[1])
