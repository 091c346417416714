"""Streams of `/ws` as async iterators. They need the package `websockets`."""

try:
    import websockets  # noqa: F401
except ImportError:
    raise ImportError(
        "Streams need the package websockets: pip install 'bourse[streams]', or apt install python3-websockets."
    ) from None

from .book import Book
from .channel import Message, Subscription
from .stream import Stream

__all__ = ["Book", "Message", "Stream", "Subscription"]
