"""One channel as its subscriber sees it: where it stands, and what waits to be read.

A message is told only if it is the very next one, so what was told always adds up to what the server had at
that number. A gap, a message that comes twice, a lost connection are mended before anything more is told.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Any, Callable, Deque, Dict, Optional

#: Not asked for on this connection; asked for and not answered; answered, and a snapshot is due; or the next
#: update is awaited.
IDLE, ASKED, DUE, LIVE = "idle", "asked", "due", "live"


@dataclass(frozen=True)
class Message:
    """What a subscriber is told."""

    #: "snapshot" replaces all that was told before, "update" is what changed since, "resync" says that something
    #: was missed and that a snapshot follows.
    kind: str
    channel: str
    data: Any = None
    seq: str = ""
    #: Engine time in ms.
    time: int = 0
    #: Of a resync: "too_old", "other_log", or "behind" when more waited to be read than there is room for.
    reason: str = ""


class Subscription:
    """An async iterator over the messages of a channel. It ends when it is closed, when the stream is, and when
    the server ends the channel (`ended_reason`); it raises a `BourseError` when the channel is refused."""

    def __init__(self, channel: str, queue_max: int, on_close: Callable[[Subscription], None]) -> None:
        self.channel = channel
        self.ended_reason: Optional[str] = None
        self.phase = IDLE
        self.request_id = 0
        self._queue: Deque[Message] = deque()
        self._queue_max = queue_max
        self._on_close = on_close
        self._news = asyncio.Event()
        self._error: Optional[Exception] = None
        self._is_over = False
        self._seq: Optional[str] = None
        self._log = ""
        self._is_mending = False
        self._has_told = False

    @property
    def is_private(self) -> bool:
        return self.channel.startswith("my.")

    def close(self) -> None:
        """No more is told; what waited to be read is dropped."""
        self._queue.clear()
        self.end(None)
        self._on_close(self)

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> Message:
        while not self._queue:
            if self._error is not None:
                error, self._error = self._error, None
                raise error
            if self._is_over:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._queue.popleft()

    # What the stream calls.

    @property
    def place(self) -> Dict[str, str]:
        """What a request carries to go on from there."""
        return {} if self._seq is None else {"from": self._seq, "log": self._log}

    def asked(self, request_id: int) -> None:
        self.request_id, self.phase = request_id, ASKED

    def lost(self) -> None:
        """The connection is gone."""
        self.request_id, self.phase = 0, IDLE

    def answered(self, is_resumed: bool) -> None:
        self.phase = LIVE if is_resumed and self._seq is not None else DUE

    def resync(self, reason: str) -> bool:
        """The server cannot go on from there. False: no snapshot is due, so it must be asked for again."""
        if self.phase not in (DUE, LIVE):
            return True
        is_due = self.phase == DUE
        if not is_due:
            self.phase = IDLE
        self._forget(reason)
        return is_due

    def take_snapshot(self, told: Dict[str, Any], log: str) -> None:
        # One that was not asked for replaces what could not be told one by one.
        is_news = self.phase == LIVE and not self._is_old(told["seq"])
        if self.phase != DUE and not is_news:
            return
        self._forget("too_old")
        self.phase, self._is_mending = LIVE, False
        self._tell(told, log)

    def take_update(self, told: Dict[str, Any], log: str) -> bool:
        """False: the channel must be asked for again, since something is missing, or too much waits."""
        if self.phase != LIVE or self._seq is None:
            return True
        if told.get("prev") != self._seq:
            return self._is_old(told["seq"]) or self._missing()
        if len(self._queue) >= self._queue_max:
            self.phase = IDLE
            self._forget("behind")
            return False
        self._is_mending = False
        self._tell(told, log)
        return True

    def fail(self, error: Exception) -> None:
        self._error = error
        self.end(None)

    def end(self, reason: Optional[str]) -> None:
        self.ended_reason = self.ended_reason or reason
        self._is_over = True
        self._news.set()

    def _tell(self, told: Dict[str, Any], log: str) -> None:
        self._seq, self._log, self._has_told = told["seq"], log, True
        self._put(Message(told["type"], self.channel, told["data"], told["seq"], told["time"]))

    def _put(self, message: Message) -> None:
        if not self._is_over:
            self._queue.append(message)
            self._news.set()

    def _forget(self, reason: str) -> None:
        """What was told is worth nothing any more; a snapshot will replace it."""
        if self._seq is None:
            return
        self._seq = None
        if self._has_told:
            if reason == "behind":
                self._queue.clear()
            self._put(Message("resync", self.channel, reason=reason))

    def _is_old(self, seq: str) -> bool:
        return self._seq is not None and _order(seq) <= _order(self._seq)

    def _missing(self) -> bool:
        """Updates that are missing even after a request for them cannot be had."""
        self.phase = IDLE
        if self._is_mending:
            self._forget("too_old")
        self._is_mending = True
        return False


def _order(seq: str) -> tuple[int, int]:
    position, _, counter = seq.partition("-")
    return int(position), int(counter or 0)
