"""A crowd is told in parts, and yet everybody hears everything once and in order."""

import asyncio
from collections.abc import Callable

from protocol.messages import Error
from server.rooms.viewers import CROWD, QUEUED, Crowd, Viewer, tell

MANY = 3 * CROWD + 1


class Hall:
    """Many viewers of one room, and what each has heard."""

    def __init__(self, size: int) -> None:
        self.heard: dict[str, list[bytes | str]] = {f"w{number}": [] for number in range(size)}
        self.viewers = [Viewer(name, int(name[1:]) % 2 == 0, words.append) for name, words in self.heard.items()]
        self.crowd, self.encoded = Crowd(), list[str]()

    def say(self, word: str) -> None:
        self.crowd.spread(self.viewers, self._encoded(word))

    def _encoded(self, word: str) -> Callable[[bool], bytes | str]:
        def frame(text: bool) -> bytes | str:
            self.encoded.append(word)
            return word if text else word.encode()

        return frame

    def told(self, word: str) -> int:
        """How many have heard it."""
        return sum(word in words or word.encode() in words for words in self.heard.values())

    async def silence(self) -> list[int]:
        """Wait until everybody has heard everything; how many words were said in each turn that had some."""
        parts = []
        while self.crowd.busy:
            before = self._words
            await asyncio.sleep(0)
            parts.append(self._words - before)
        return [*filter(None, parts)]

    @property
    def _words(self) -> int:
        return sum(map(len, self.heard.values()))


def words(heard: list[bytes | str]) -> list[str]:
    return [word.decode() if isinstance(word, bytes) else word for word in heard]


def test_frame_is_encoded_once_for_each_codec() -> None:
    frames: list[bytes | str] = []
    viewers = [Viewer(str(number), number % 2 == 0, frames.append) for number in range(4)]
    tell(viewers, Error(id=None, code="x"))
    assert frames[0] is frames[2]
    assert frames[1] is frames[3]
    assert [type(frame) for frame in frames[:2]] == [str, bytes]


async def test_few_are_told_at_once() -> None:
    hall = Hall(CROWD)
    hall.say("a")
    assert (hall.told("a"), hall.crowd.busy) == (CROWD, False)


async def test_many_are_told_part_by_part() -> None:
    hall = Hall(MANY)
    hall.say("a")
    assert hall.told("a") == 0
    assert await hall.silence() == [CROWD] * 3 + [1]
    assert hall.told("a") == MANY
    assert hall.encoded == ["a", "a"]


async def test_everybody_hears_all_in_order() -> None:
    hall = Hall(MANY)
    for word in "abc":
        hall.say(word)
        await asyncio.sleep(0)
    await hall.silence()
    assert [words(heard) for heard in hall.heard.values()] == [["a", "b", "c"]] * MANY


async def test_shrunk_crowd_keeps_the_order() -> None:
    hall = Hall(MANY)
    hall.say("a")
    del hall.viewers[CROWD:]
    hall.say("b")
    await hall.silence()
    assert [words(heard) for heard in hall.heard.values()] == [["a", "b"]] * CROWD + [["a"]] * (MANY - CROWD)


async def test_one_who_left_hears_nothing_more() -> None:
    hall = Hall(MANY)
    hall.say("a")
    hall.viewers[0].gone = hall.viewers[-1].gone = True
    await hall.silence()
    assert hall.told("a") == MANY - 2


async def test_what_waits_for_a_crowd_is_bounded() -> None:
    hall = Hall(MANY)
    for number in range(QUEUED + 1):
        assert hall.told(f"{number - 1}") == 0
        hall.say(f"{number}")
    assert [hall.told(f"{number}") for number in range(QUEUED + 1)] == [MANY] * QUEUED + [0]
    await hall.silence()
    assert {tuple(words(heard)) for heard in hall.heard.values()} == {tuple(map(str, range(QUEUED + 1)))}


async def test_finished_crowd_has_heard_all() -> None:
    hall = Hall(MANY)
    for word in "ab":
        hall.say(word)
    hall.crowd.finish()
    assert (hall.told("a"), hall.told("b"), hall.crowd.busy) == (MANY, MANY, False)
    hall.say("c")
    assert await hall.silence() == [CROWD] * 3 + [1]
