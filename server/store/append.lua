-- Append one entry to a log on condition that the log still ends where its writer looked.
--
-- KEYS   stream of the log, deadlines (sorted set), listings (hash), entries to be filed (set); all of one slot
-- ARGV   key, expected version, op, data, expiry in ms, channel or '', deadline in epoch ms or '', 1 if it is to be filed
--        or 0, then the listing if any
-- Returns {'appended', version}, {'repeated', version} or {'conflict', the entries after the expected version}.

local key, expected, op, data, expire_ms, channel, deadline, ends, listing = unpack(ARGV)

local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local ends_at = last and tonumber(string.match(last[1], '^%d+')) or 0
if ends_at ~= tonumber(expected) then
  local tail = redis.call('XRANGE', KEYS[1], string.format('%d-0', expected + 1), '+')
  for _, entry in ipairs(tail) do
    if entry[2][2] == op then
      return { 'repeated', tonumber(string.match(entry[1], '^%d+')) }
    end
  end
  return { 'conflict', tail }
end

local version = string.format('%d', expected + 1)
redis.call('XADD', KEYS[1], version .. '-0', 'op', op, 'data', data)
redis.call('PEXPIRE', KEYS[1], expire_ms)
if deadline == '' then
  redis.call('ZREM', KEYS[2], key)
else
  redis.call('ZADD', KEYS[2], deadline, key)
end
if listing then
  redis.call('HSET', KEYS[3], key, listing)
else
  redis.call('HDEL', KEYS[3], key)
end
if ends == '1' then
  redis.call('SADD', KEYS[4], key .. '/' .. version)
end
if channel ~= '' then
  redis.call('PUBLISH', channel, 'v' .. version)
end
return { 'appended', tonumber(version) }
