"""What a sandbox can be made to do: fault rules, the clock, the index, saved states, a past."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from typing import Any, Iterable, List, Optional, Sequence, Union

from ..wire.exact import Figure, figure_text
from .asking import Asking

#: A length of time: ms as a whole number, text as "8h", "90s", "1h 30m", or a timedelta.
Length = Union[int, str, timedelta]
_UNITS_MS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
_LENGTH = re.compile(r"\s*(\d+)\s*(ms|s|m|h|d)")
#: The candles of one request; far fewer than a body has room for.
_CANDLES_SENT = 300
_LOOK_S = 0.02


def length_ms(length: Length) -> int:
    if isinstance(length, timedelta):
        return length // timedelta(milliseconds=1)
    if isinstance(length, int) and not isinstance(length, bool):
        return length
    text = length.rstrip() if isinstance(length, str) else ""
    found = list(_LENGTH.finditer(text))
    if not found or "".join(one.group() for one in found) != text:
        raise ValueError(f'{length!r} is no length of time: give ms, text as "8h" or "1h 30m", or a timedelta.')
    return sum(int(one.group(1)) * _UNITS_MS[one.group(2)] for one in found)


class Faults:
    """Fault rules: what goes wrong on purpose at the public API."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    def add(
        self,
        route: str,
        kind: str,
        *,
        user: Optional[str] = None,
        ms: Optional[int] = None,
        by: Optional[str] = None,
        chance: Optional[Figure] = None,
        seed: Optional[int] = None,
        count: Optional[int] = None,
    ) -> int:
        """Adds a rule, and answers its number. Without a count it strikes until it is removed."""
        options = {"user": user, "ms": ms, "by": by, "chance": chance, "seed": seed, "count": count}
        return self._asking.post("/faults", route=route, kind=kind, **options)["id"]

    def list(self) -> List[dict[str, Any]]:
        """In the order in which they are asked, and how often each has struck."""
        return self._asking.get("/faults")["faults"]

    def strikes(self) -> List[dict[str, Any]]:
        """What the rules did, the newest thousand, oldest first: `rule`, `kind`, `route`, `time`, and of what it
        struck `user`, `request`, or `channel` and `seq`."""
        return self._asking.get("/faults/strikes")["strikes"]

    def remove(self, id: int) -> None:
        self._asking.post("/faults/remove", id=id)

    def clear(self) -> None:
        self._asking.post("/faults/clear")


class Clock:
    """Engine time, which interest, funding, expiry, candles and the times of orders go by."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    def look(self) -> dict[str, Any]:
        """`engineTime`, `requestTime`, whether it is `frozen`, and where it is `reaching`."""
        return self._asking.get("/clock")

    @property
    def now_ms(self) -> int:
        return self.look()["engineTime"]

    def freeze(self) -> None:
        self._asking.post("/clock/freeze")

    def resume(self) -> None:
        """It runs on from where it stands."""
        self._asking.post("/clock/resume")

    def advance(self, by: Length) -> int:
        """Leads it on, second by second and hour by hour; it has arrived when this returns. A running clock
        is frozen first, and stays so. Answers engine time."""
        if not self.look()["frozen"]:
            self.freeze()
        return self._arrive(self._asking.post("/clock/advance", byMs=length_ms(by)))

    def advance_to(self, ms: int) -> int:
        """The same, to a time in ms since 1970."""
        if not self.look()["frozen"]:
            self.freeze()
        return self._arrive(self._asking.post("/clock/advance", toMs=ms))

    def _arrive(self, clock: dict[str, Any]) -> int:
        while "reaching" in clock:
            time.sleep(_LOOK_S)
            clock = self.look()
        return clock["engineTime"]


class Index:
    """What assets are worth in USDT; marks follow at the next second."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    def set(self, asset: str, price: Figure) -> None:
        """Above all other sources, until it is withdrawn."""
        self._asking.post("/index", asset=asset, price=price)

    def withdraw(self, asset: str, source: Optional[str] = None) -> None:
        """The index follows its other sources, or the trades, again."""
        self._asking.post("/index/withdraw", asset=asset, source=source)

    def list(self) -> List[dict[str, Any]]:
        return self._asking.get("/index")["prices"]


class States:
    """Saved states. Loading one closes all streams, and forgets all fault rules."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    def save(self, name: str) -> dict[str, Any]:
        return self._asking.post("/states/save", name=name)

    def load(self, name: str) -> dict[str, Any]:
        return self._asking.post("/states/load", name=name)

    def remove(self, name: str) -> None:
        self._asking.post("/states/remove", name=name)

    def list(self) -> List[str]:
        return self._asking.get("/states")["states"]

    def reset(self) -> dict[str, Any]:
        """Back to the beginning; the demo's keys stay the same."""
        return self._asking.post("/reset")


class Candles:
    """The past of a market that has not traded."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    def look(self, market: str) -> dict[str, Any]:
        """How the figures of a market are written, and where its past ends."""
        return self._asking.get("/candles", market=market)

    def add(self, market: str, candles: Iterable[Sequence[Figure]]) -> int:
        """Minutes, oldest first, each as start in ms, open, high, low, close, volume; how many were imported."""
        lines = [_candle_line(candle) for candle in candles]
        imported = 0
        for at in range(0, len(lines), _CANDLES_SENT):
            sent = "\n".join(lines[at : at + _CANDLES_SENT])
            imported += self._asking.post("/candles", market=market, candles=sent)["imported"]
        return imported


def _candle_line(candle: Sequence[Figure]) -> str:
    names = ("start", "open", "high", "low", "close", "volume")
    if len(candle) != len(names):
        raise ValueError("A candle is start in ms, open, high, low, close, volume.")
    return ",".join(figure_text(name, figure) for name, figure in zip(names, candle))
