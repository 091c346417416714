"""What a client is made with, looked at before anything is sent."""

from __future__ import annotations

import re
import ssl
import time
from dataclasses import dataclass
from typing import Callable, Optional

from .transport import Sender

#: The option, and the whole numbers that it may be.
_RANGES = (
    ("recv_window", 0, 60_000),
    ("retries", 0, 1_000),
    ("timeout_ms", 1, 2**31 - 1),
    ("outcome_ms", 0, 2**31 - 1),
)


@dataclass(frozen=True)
class Options:
    """The options of a client but for its addresses. Times are in ms."""

    api_key: Optional[str] = None
    secret: Optional[str] = None
    #: How long after its time a request may still be executed: 0 to 60,000.
    recv_window: int = 5_000
    #: How often a request is sent again where that is safe.
    retries: int = 3
    #: What a 429 leads to: "raise", or "wait", another try after `Retry-After`.
    on_rate_limit: str = "raise"
    #: How long a server may be silent; the service answers within 10 s.
    timeout_ms: int = 15_000
    #: How long to find out what became of an order whose reply was lost.
    outcome_ms: int = 60_000
    ssl_context: Optional[ssl.SSLContext] = None
    #: For tests: a transport, a clock in ms and a timer of your own.
    transport: Optional[Sender] = None
    now_ms: Callable[[], float] = lambda: time.time() * 1_000
    sleep: Callable[[float], None] = time.sleep

    def __post_init__(self) -> None:
        for name, least, most in _RANGES:
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise ValueError(f"{name} is not a whole number from {least} to {most}.")
        if self.on_rate_limit not in ("raise", "wait"):
            raise ValueError('on_rate_limit is "raise" or "wait".')
        if self.api_key is not None and not re.fullmatch("[!-~]+", self.api_key):
            raise ValueError("api_key is empty, or has other than visible ASCII characters.")
        if self.secret == "":
            raise ValueError("secret is empty.")
