"""What the client knows of an endpoint before it asks: enough to send, and to know what is safe."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Callable, Tuple


def _anything(_: Any) -> bool:
    return True


@dataclass(frozen=True)
class Endpoint:
    #: The name that programs know it by, in the documents and in the table (endpoints.py).
    operation: str
    method: str
    path: str
    is_signed: bool
    #: The request changes nothing, so asking twice does no harm. Some reads are asked by POST.
    is_read: bool
    #: Their names, in the order in which the server reads them.
    parameters: Tuple[str, ...]
    #: The least that its replies have: a 200 without it does not come from the service.
    is_reply: Callable[[Any], bool] = _anything

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"


def naming(endpoint: Endpoint, field: str) -> Endpoint:
    """The same endpoint, whose replies have a whole number of this name."""
    return replace(endpoint, is_reply=lambda value: _has_whole(value, field))


def naming_many(endpoint: Endpoint, field: str) -> Endpoint:
    """The same endpoint, whose replies have a list of whole numbers."""

    def is_reply(value: Any) -> bool:
        items = value.get(field) if isinstance(value, dict) else None
        return isinstance(items, list) and len(items) > 0 and all(map(_is_whole, items))

    return replace(endpoint, is_reply=is_reply)


def listing(endpoint: Endpoint, field: str) -> Endpoint:
    """The same, and its replies are lists of one at least, each with a whole number of this name."""

    def is_reply(value: Any) -> bool:
        return isinstance(value, list) and len(value) > 0 and all(_has_whole(item, field) for item in value)

    return replace(endpoint, is_reply=is_reply)


def _has_whole(value: Any, field: str) -> bool:
    return isinstance(value, dict) and _is_whole(value.get(field))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def parameters_of(names: dict[str, Any]) -> dict[str, Any]:
    """What `locals()` of a method holds at its beginning, but for the method's own object."""
    return {name: value for name, value in names.items() if name != "self"}
