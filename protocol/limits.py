"""Every bound that a client can run into, in one place. Sizes in characters or bytes, times in milliseconds."""

from typing import Final

FRAME_BYTES: Final = 4096
"""A frame from a client; a longer one closes the connection with code 1009."""
ID_CHARS: Final = 32
NAME_CHARS: Final = 24
TITLE_CHARS: Final = 60
CHAT_CHARS: Final = 200
CHAT_KEPT: Final = 100
"""Lines of each chat that a newcomer is shown."""
TOKEN_MIN_CHARS: Final = 22
"""128 bits in base64url."""
TOKEN_MAX_CHARS: Final = 128
MATCH_LENGTH: Final = 25
STAKE: Final = 1_000_000
WATCH_DELAY: Final = 20
"""Turns by which watchers may be kept behind."""
SUBSCRIPTIONS: Final = 32
"""Rooms that one connection follows."""
STEPS_IN_PLAY: Final = 24
"""A Gul Bara cascade from 1-1 to 6-6."""
TAIL: Final = 64
"""A subscriber who is at most so many versions behind gets them one by one, another a snapshot."""

HELLO_MS: Final = 10_000
HEARTBEAT_MS: Final = 5_000
OPENING_MS: Final = 30_000
"""With a clock, an opening die that nobody throws for so long is thrown by the server."""
QUICK_BOT_MS: Final = 5_000
"""Quick pairing: when nobody has come for so long, the house bot sits down."""
ABANDON_MS: Final = 120_000
"""A player who has been offline for so long in a running game can be declared to have left."""
OFFLINE_GRACE_MS: Final = 2_000
"""A reconnection within this time is not announced as an absence."""
ROOM_MS: Final = 30 * 24 * 3_600_000
"""A room in which nothing happens for so long is forgotten."""
FINISHED_ROOM_MS: Final = 7 * 24 * 3_600_000
RECORD_MS: Final = 90 * 24 * 3_600_000
"""The record of a game is kept for so long, also when its room is gone."""
RECORD_BYTES: Final = 128 * 1024
"""A longer record, in MessagePack, is not kept. As JSON it has half as much again, which the outbox has room for."""
GAMES_LISTED: Final = 100
DEVICE_MS: Final = 120_000
"""How long a device code is good."""
SEALED_CHARS: Final = 128

COMMANDS_PER_SECOND: Final = 30
COMMANDS_BURST: Final = 90
CHAT_PER_MINUTE: Final = 20
CHAT_BURST: Final = 6
WRONG_CODES: Final = (10 / 60, 5)
"""That one connection may name: a second, and at once."""
WRONG_CODES_OF_ADDRESS: Final = (10 / 60, 20)
"""The same for all connections of one address."""
RECORDS_PER_SECOND: Final = 2
RECORDS_BURST: Final = 20
OUTBOX_BYTES: Final = 256 * 1024
"""A reader so far behind is cut off and resumes from its version."""

REASON_CHARS: Final = 200
ANNOUNCEMENT_CHARS: Final = 200
ROUNDS: Final = 100
KEPT_APART: Final = 100
"""Pairs of players of a tournament."""
TOURNAMENT_MS: Final = 400 * 24 * 3_600_000
"""A tournament in which nothing happens for so long is forgotten."""
TOURNAMENTS_LISTED: Final = 100
TOURNAMENTS_OPEN: Final = 8
"""Tournaments that one connection follows."""
JOURNAL_LINES: Final = 200
"""What a newcomer is shown of the past of a tournament."""
DIRECTOR_CODE_MS: Final = 120_000
DIRECTOR_CODE_TRIES: Final = 5
IMPORT_CHARS: Final = 3_000
"""Of an exported tournament in one frame."""
IMPORT_PARTS: Final = 1_000
