"""Spot and margin in the words of the API. Figures are `Decimal`; ids and times are whole numbers."""

from __future__ import annotations

from decimal import Decimal
from typing import List, Literal, Optional, TypedDict

from ..wire.exact import Figure

Side = Literal["BUY", "SELL"]
OrderType = Literal["LIMIT", "MARKET"]
PairTimeInForce = Literal["GTC", "IOC", "FOK", "POST_ONLY"]
SelfTradeMode = Literal["EXPIRE_TAKER", "EXPIRE_MAKER", "EXPIRE_BOTH", "NONE"]
OrderStatus = Literal["NEW", "PARTIALLY_FILLED", "FILLED", "CANCELED", "REJECTED"]
#: Why the exchange itself traded; NONE of what you asked for.
Forced = Literal["NONE", "LIQUIDATION", "DELEVERAGING"]
EndReason = Literal[
    "BELOW_ONE_STEP",
    "POST_ONLY",
    "FILL_OR_KILL",
    "IMMEDIATE_OR_CANCEL",
    "SELF_TRADE",
    "COUNTDOWN",
    "OUT_OF_RANGE",
    "EMPTY_BOOK",
    "DEFICIT",
]
#: The accounts of a user: spot, margin, futures.
AccountName = Literal["EXCHANGE", "MARGIN", "FUTURE"]


class _BatchItem(TypedDict):
    side: Side
    batchType: OrderType
    volume: Figure


class BatchItem(_BatchItem, total=False):
    """One order of a batch."""

    price: Figure
    timeInForce: PairTimeInForce
    selfTrade: SelfTradeMode
    triggerPrice: Figure
    newClientOrderId: str


class Refusal(TypedDict):
    code: int
    msg: str


class _PlacedBatch(TypedDict):
    ids: List[int]


class PlacedBatch(_PlacedBatch, total=False):
    """One id for each item, in their order."""

    #: Items that ended REJECTED, counted from 0; left out in the answer to a request id of before rules 4.
    rejected: List[RejectedItem]


class RejectedItem(TypedDict):
    index: int
    code: int
    msg: str


class ReplacedOrder(TypedDict):
    """What became of both."""

    #: AMENDED: the same order goes on with less, in its place.
    cancelResult: Literal["SUCCESS", "FAILURE", "AMENDED"]
    newOrderResult: Literal["SUCCESS", "FAILURE"]
    cancelResponse: Optional[CanceledOrder]
    newOrderResponse: PlacedOrder
    newOrderError: Optional[Refusal]


class CanceledAll(TypedDict):
    canceled: int
    #: Whether there are more: then the request is sent again.
    more: bool


class RunningCountdown(TypedDict):
    symbol: str
    countdownTime: int
    #: When the orders are canceled; 0 when the countdown was ended.
    cancelTime: int



class OrderNames(TypedDict):
    orderId: int
    orderIdString: str
    clientOrderId: str
    symbol: str


class _PlacedOrder(OrderNames):
    transactTime: int
    price: Decimal
    origQty: Decimal
    executedQty: Decimal
    type: Literal["LIMIT", "MARKET"]
    side: Side
    status: OrderStatus


class PlacedOrder(_PlacedOrder, total=False):
    """The state after matching."""

    #: Of an order that asked for more than a plain one does.
    timeInForce: PairTimeInForce
    selfTrade: SelfTradeMode
    #: Of a stop: the price that it waits or waited for, and whether the last price has reached it.
    triggerPrice: Decimal
    triggered: bool
    #: Of an order that was canceled, where that does not say why.
    endReason: EndReason


class Order(PlacedOrder):
    avgPrice: Decimal
    time: int


class EndedMarginOrder(Order):
    forced: Forced


class CanceledOrder(OrderNames):
    status: Literal["CANCELED"]


class OwnTrade(TypedDict):
    symbol: str
    id: int
    bidId: int
    askId: int
    orderId: int
    price: Decimal
    qty: Decimal
    time: int
    side: Side
    isBuyer: bool
    isMaker: bool
    feeCoin: str
    fee: Decimal
    forced: Forced


class SymbolRates(TypedDict):
    """The fee rates of the user at a symbol, as fractions; below zero a rebate."""

    symbol: str
    makerFeeRate: Decimal
    takerFeeRate: Decimal


class Balance(TypedDict):
    asset: str
    free: Decimal
    locked: Decimal


class MarginBalance(Balance):
    borrowed: Decimal
    interest: Decimal


class MarginAccount(TypedDict):
    balances: List[MarginBalance]
    marginLevel: Decimal
    state: Literal["NORMAL", "TRADE_ONLY", "MARGIN_CALL", "LIQUIDATION"]


class SpotAccount(TypedDict):
    balances: List[Balance]


class Repaid(TypedDict):
    repaid: Decimal


class Transferred(TypedDict):
    transferId: int


class CanceledBatch(TypedDict):
    success: List[int]
    failed: List[int]
