"""Parameters that a method does not have: the error says which it has, and what to write for a name of the API
that has another place here."""

from __future__ import annotations

import functools
import inspect
from typing import Any, Callable, Type, TypeVar

from .pair_words import BatchItem

T = TypeVar("T")

#: Names that the API knows, or that others use, and what says the same here.
_INSTEAD = {
    "recvWindow": "recv_window is an option of BourseClient",
    "timestamp": "requests are signed at the server's time by themselves",
    "postOnly": 'write timeInForce="POST_ONLY"',
    "stopPrice": "write triggerPrice",
    "reduceOnly": 'an order with open="CLOSE" only reduces',
    "orderUnit": "volumes are in contracts",
    "quantity": "write volume",
    "qty": "write volume",
    "clientOrderId": "write newClientOrderId",
    "newClientOrderId": "write clientOrderId",
    "symbol": "write contractName",
    "contractName": "write symbol",
}
#: Of a futures order that waits there is another method.
_STOPS = ("stopPrice", "triggerPrice")
_CONDITION = "an order that waits for a price is create_condition_order"
_OF_ITEMS = {*BatchItem.__annotations__, "postOnly", "stopPrice"}


def tells_parameters(area: Type[T]) -> Type[T]:
    """Its methods take their parameters by keyword, and tell which there are when one is not."""
    for name, method in list(vars(area).items()):
        if not name.startswith("_") and inspect.isfunction(method):
            setattr(area, name, _telling(method))
    return area


def _telling(method: Callable[..., Any]) -> Callable[..., Any]:
    has = [name for name in inspect.signature(method).parameters if name != "self"]

    @functools.wraps(method)
    def call(self: Any, *unnamed: Any, **given: Any) -> Any:
        if unnamed:
            raise TypeError(f"{method.__name__} takes its parameters by keyword: {_listed(has)}.")
        unknown = next((name for name in given if name not in has), None)
        if unknown is not None:
            instead = instead_of(unknown, has)
            raise TypeError(f"{method.__name__} has no {unknown}{instead}. It has {_listed(has)}.")
        return method(self, **given)

    return call


def _listed(has: list[str]) -> str:
    return ", ".join(has) or "no parameters"


def instead_of(unknown: str, has: list[str]) -> str:
    """What to write for it in a method that has these; nothing if there is nothing to say."""
    if "orders" in has and unknown in _OF_ITEMS:
        return ": each of the orders has its own"
    if unknown in _STOPS and "triggerPrice" not in has:
        return f": {_CONDITION}" if "positionType" in has else ""
    told = _INSTEAD.get(unknown, "")
    # What is told must be a parameter of this very method.
    is_here = not told.startswith("write ") or told.split(" ")[1].split("=")[0] in has
    return f": {told}" if told and is_here else ""
