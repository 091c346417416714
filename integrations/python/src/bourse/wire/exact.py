"""Figures without a float between: `Decimal` on the caller's side, decimal text on the wire.

A reply carries a figure as text (spot, margin, streams) or as a JSON number (futures). Which fields are
figures goes by their names; a test holds the list against the documents that the server shows.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any, Union

#: What a figure may be given as. A float is refused: 0.1 is not one tenth.
Figure = Union[Decimal, str, int]

_DECIMAL_FIELDS = frozenset(
    """
    accountLock accountNormal achievedAmount amount askPrice askQty asks avgPrice bidPrice bidQty bids
    borrowed buy canCloseVolume capitalFee chance close closeMakerFee closeMakerFeeRate closePrice
    closeProfit closeTakerFee closeTakerFeeRate closeVolume currentFundRate dealMoney dealVolume
    executedQty fee free fundingRate high historyRealizedAmount holdAmount indexPrice insured interest
    keepRate last lastFundingRate limitDown limitPriceMin limitUp limitVolumeMin locked low makerFeeRate
    marginLevel marginRate markPrice marketBuyMin marketSellMin maxFeeRate maxLimitMoney maxLimitVolume maxMarketMoney
    maxMarketNotional maxMarketVolume maxPositionValue maxQty minOrderMoney minOrderVolume multiplier
    nextFundRate open openAmount openEndPrice openMakerFee openMakerFeeRate openPrice openRealizedAmount
    openTakerFee openTakerFeeRate origQty partEquity partPositionNormal pendingCloseVolume positionBalance
    price priceRange qty rangeDown rangeUp realizedAmount reducePrice repaid returnRate rose sell
    settleProfit shareAmount sumMarginRate tagPrice takerFeeRate totalCost totalEquity totalMarginRate
    totalPositionNormal tradeFee triggerPrice unRealizedAmount unrealizedAmount vol volume
    """.split()
)

_WRITTEN = re.compile(r"-?[0-9]+(\.[0-9]+)?")

#: Parameters of requests that are figures: a whole number is written as text, too.
_FIGURES_SENT = frozenset(["volume", "price", "triggerPrice", "amount", "chance"])


def read_exactly(text: str) -> Any:
    """The value of a JSON text, its figures as `Decimal`, with the digits as they were written."""
    return json.loads(text, parse_float=Decimal, object_pairs_hook=_exact_object)


def _exact_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: _exact(value) if name in _DECIMAL_FIELDS else value for name, value in pairs}


def _exact(value: Any) -> Any:
    if isinstance(value, list):
        return [_exact(item) for item in value]
    if isinstance(value, str):
        # Explanations have words under these names, too.
        return Decimal(value) if _WRITTEN.fullmatch(value) else value
    return Decimal(value) if isinstance(value, int) and not isinstance(value, bool) else value


def is_decimal_field(name: str) -> bool:
    return name in _DECIMAL_FIELDS


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
    if name in _FIGURES_SENT or isinstance(value, (Decimal, float)):
        return figure_text(name, value)
    return value


def wire_values(parameters: dict[str, Any]) -> dict[str, Any]:
    """All parameters of a request; those that are None were not given."""
    return {name: wire_value(name, value) for name, value in parameters.items() if value is not None}
