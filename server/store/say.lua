-- Say something beside a log: keep the last few sayings for a while and tell who follows the log.
--
-- KEYS   list of what was said
-- ARGV   data, how many to keep, expiry in ms, channel

redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], -tonumber(ARGV[2]), -1)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PUBLISH', ARGV[4], 's' .. ARGV[1])
