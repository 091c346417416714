"""The server's clock as seen from here.

Requests are signed with the server's time, so that a machine whose own clock is wrong can trade, too. The
difference is learnt from `/time`: the reply was written somewhere between sending and receiving, and the
middle is the best guess, wrong by half the trip at most. A request may be ahead of the server by less than a
second, so a guess from a long trip is not good enough: then it is asked again, and the shortest trip counts.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Callable, Optional

TRIP_GOOD_MS = 1_000
SAMPLES_MAX = 4


@dataclass(frozen=True)
class TimeSample:
    """What the server's clock showed, and between which times of ours."""

    server_ms: int
    sent_ms: float
    received_ms: float

    @property
    def trip_ms(self) -> float:
        return self.received_ms - self.sent_ms


class ServerClock:
    def __init__(self, now_ms: Callable[[], float], ask: Callable[[], TimeSample]) -> None:
        self._now_ms = now_ms
        self._ask = ask
        self._offset_ms: Optional[float] = None
        self._learning = threading.Lock()

    def now(self) -> int:
        """What the server's clock shows now, whole ms; asks the server if it was never asked."""
        if self._offset_ms is None:
            with self._learning:
                # Another thread may have learnt it meanwhile.
                if self._offset_ms is None:
                    self._learn()
        return round(self._now_ms() + (self._offset_ms or 0))

    def learn(self) -> int:
        """Asks anew; answers the server's time as it was told."""
        with self._learning:
            return self._learn()

    def _learn(self) -> int:
        last = best = self._ask()
        for _ in range(SAMPLES_MAX - 1):
            if best.trip_ms <= TRIP_GOOD_MS:
                break
            last = self._ask()
            best = min(best, last, key=lambda sample: sample.trip_ms)
        self._offset_ms = best.server_ms - (best.sent_ms + best.received_ms) / 2
        return last.server_ms
