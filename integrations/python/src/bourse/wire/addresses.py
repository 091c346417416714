"""The addresses of a service that has several, such as the nodes of a cluster (CLIENT-ADDR-1).

Each is tried at most once, first the one that worked last. Whether a request may go on to the next is
the rule of retry_rule.py; here it is only done.
"""

from __future__ import annotations

import threading
from typing import Callable, Sequence, TypeVar, Union
from urllib.parse import urlsplit

from .errors import BourseError, Unavailable
from .lost_reply import LostReply
from .transport import NoReply

T = TypeVar("T")
AddressList = Union[str, Sequence[str]]
ADDRESSES_MAX = 16


class NobodyAnswered(Exception):
    """The request went through all addresses, was done at none, and may be sent again."""

    def __init__(self, failings: list[tuple[str, Exception]]) -> None:
        super().__init__("no address answered")
        self.failings = failings


def addresses_in(name: str, given: AddressList) -> list[str]:
    """The addresses without a slash at their end; raises `ValueError` for what is none."""
    roots = [given] if isinstance(given, str) else list(given)
    if not 1 <= len(roots) <= ADDRESSES_MAX:
        raise ValueError(f"{name} is not a list of 1 to {ADDRESSES_MAX} addresses.")
    for root in roots:
        _check_url(name, root)
    bare = [root.rstrip("/") for root in roots]
    if len(set(bare)) < len(bare):
        raise ValueError(f"{name} has an address twice.")
    return bare


def _check_url(name: str, root: str) -> None:
    try:
        url = urlsplit(root)
        is_web = url.scheme in ("http", "https") and bool(url.hostname) and url.port != 0
    except (ValueError, AttributeError):
        is_web = False
    if not is_web:
        raise ValueError(f"{name} is not a URL that begins with http:// or https://.")
    if "?" in root or "#" in root or "@" in url.netloc:
        raise ValueError(f"{name} has a query, a fragment or a password.")


class Addresses:
    def __init__(self, roots: list[str], at: int = 0) -> None:
        self._roots = roots
        self._at = at
        self._lock = threading.Lock()

    @property
    def count(self) -> int:
        return len(self._roots)

    @property
    def first(self) -> str:
        """The one to begin with."""
        return self._roots[self._at]

    def copy(self) -> Addresses:
        """The same ones, which go their own way from here: a stream may be refused where requests are answered."""
        return Addresses(self._roots, self._at)

    def worked(self, root: str) -> None:
        with self._lock:
            self._at = self._roots.index(root)

    def failed(self, root: str) -> None:
        """Of many requests that fail at once only the first leads on."""
        with self._lock:
            if self._roots[self._at] == root:
                self._at = (self._at + 1) % len(self._roots)

    def go_through(self, attempt: Callable[[str], T], may_go_on: Callable[[Exception], bool]) -> T:
        """The reply of the first that has one. A single address raises what it did."""
        failings: list[tuple[str, Exception]] = []
        at = self._at
        for root in self._roots[at:] + self._roots[:at]:
            try:
                reply = attempt(root)
            except Exception as error:
                self._learn_from(root, error)
                if self.count == 1 or not may_go_on(error):
                    raise
                failings.append((root, error))
            else:
                self.worked(root)
                return reply
        raise NobodyAnswered(failings)

    def _learn_from(self, root: str, error: Exception) -> None:
        met = error.cause if isinstance(error, LostReply) else error
        if isinstance(met, NoReply) or is_away(met):
            self.failed(root)
        elif isinstance(met, BourseError) and met.status > 0:
            self.worked(root)


def is_away(error: object) -> bool:
    """The service's own 503: the request is not in the log and never will be."""
    return isinstance(error, Unavailable) and error.status == 503
