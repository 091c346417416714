"""Figures without a float between: `Decimal` on the caller's side, decimal text on the wire.

A reply carries a figure as text (spot, margin, streams) or as a JSON number (futures). Which fields are
figures goes by their names, which are made from the contract.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any, Union

from .exact_fields import DECIMAL_FIELDS, FIGURES_SENT

#: What a figure may be given as. A float is refused: 0.1 is not one tenth.
Figure = Union[Decimal, str, int]

_WRITTEN = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def read_exactly(text: str) -> Any:
    """The value of a JSON text, its figures as `Decimal`, with the digits as they were written."""
    return json.loads(text, parse_float=Decimal, object_pairs_hook=_exact_object)


def _exact_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: _exact(value) if name in DECIMAL_FIELDS else value for name, value in pairs}


def _exact(value: Any) -> Any:
    if isinstance(value, list):
        return [_exact(item) for item in value]
    if isinstance(value, str):
        # Explanations have words under these names, too.
        return Decimal(value) if _WRITTEN.fullmatch(value) else value
    return Decimal(value) if isinstance(value, int) and not isinstance(value, bool) else value


def figure_text(name: str, figure: Figure) -> str:
    """Plain decimal text. Raises `TypeError` for a float and `ValueError` for what is no finite number."""
    if isinstance(figure, bool) or not isinstance(figure, (Decimal, str, int)):
        raise TypeError(_refusal(name, figure))
    if isinstance(figure, str):
        return figure
    if isinstance(figure, Decimal) and not figure.is_finite():
        raise ValueError(f"{name} is {figure}, which is no number.")
    return format(Decimal(figure), "f")


def _refusal(name: str, given: object) -> str:
    if isinstance(given, float):
        return f'{name} is the float {given!r}, which is not exact: give Decimal("...") or text.'
    return f"{name} is a {type(given).__name__}: give a Decimal, text or an int."


def wire_value(name: str, value: Any) -> Any:
    """A parameter as JSON has it. Floats are refused wherever they stand."""
    if isinstance(value, dict):
        return {field: wire_value(field, item) for field, item in value.items() if item is not None}
    if isinstance(value, (list, tuple)):
        return [wire_value(name, item) for item in value]
    if name in FIGURES_SENT or isinstance(value, (Decimal, float)):
        return figure_text(name, value)
    return value


def wire_values(parameters: dict[str, Any]) -> dict[str, Any]:
    """All parameters of a request; those that are None were not given."""
    return {name: wire_value(name, value) for name, value in parameters.items() if value is not None}
