"""An order book that is kept up to date by the messages of a channel `depth:NAME`."""

from __future__ import annotations

from decimal import Decimal
from typing import Dict, List, Tuple

from .channel import Message


class Book:
    def __init__(self) -> None:
        self._sides: Dict[str, Dict[Decimal, Decimal]] = {"bids": {}, "asks": {}}

    def apply(self, message: Message) -> None:
        """A level with the quantity 0 is gone, or no longer among the best 100."""
        if message.kind != "update":
            for side in self._sides.values():
                side.clear()
        if message.kind == "resync":
            return
        for name, side in self._sides.items():
            for price, quantity in message.data[name]:
                if quantity:
                    side[price] = quantity
                else:
                    side.pop(price, None)

    @property
    def bids(self) -> List[Tuple[Decimal, Decimal]]:
        """Best first."""
        return sorted(self._sides["bids"].items(), reverse=True)

    @property
    def asks(self) -> List[Tuple[Decimal, Decimal]]:
        """Best first."""
        return sorted(self._sides["asks"].items())
