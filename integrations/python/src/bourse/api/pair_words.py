"""Spot and margin in the words of the API. Figures are `Decimal`; ids and times are whole numbers.

Made by `npm run generate` from the contract of the API (src/contract): change that.
"""

from __future__ import annotations

from decimal import Decimal
from typing import List, Literal, Optional, TypedDict

from ..wire.exact import Figure
from .account_words import (
    Balance as Balance,
    SpotAccount as SpotAccount,
    MarginBalance as MarginBalance,
    MarginAccount as MarginAccount,
    SymbolRates as SymbolRates,
    Transferred as Transferred,
    Repaid as Repaid,
)
from .words import (
    Side as Side,
    OrderType as OrderType,
    PairTimeInForce as PairTimeInForce,
    SelfTradeMode as SelfTradeMode,
    VolumeUnit as VolumeUnit,
    ReplaceMode as ReplaceMode,
    OrderStatus as OrderStatus,
    EndReason as EndReason,
    Forced as Forced,
    AccountName as AccountName,
)


class _BatchItem(TypedDict):
    #: Above zero: the quantity in the base asset; of a MARKET order to BUY, the amount to spend in the quote
    #: asset.
    volume: Figure
    #: The side.
    side: Side
    #: The kind of order.
    batchType: OrderType


class BatchItem(_BatchItem, total=False):
    #: Above zero. Mandatory for LIMIT, ignored for MARKET.
    price: Figure
    #: As in an order; an item with another form of it, or with one in use, ends REJECTED.
    newClientOrderId: str
    #: GTC rests until it is filled or canceled; IOC trades what it can at once and cancels the rest; FOK
    #: trades whole at once or not at all; POST_ONLY rests or, if it would trade, is canceled. A MARKET order
    #: takes GTC or IOC, which change nothing about it.
    timeInForce: PairTimeInForce
    #: What happens when the order would trade with one of your own: the incoming one is canceled, the resting
    #: one, both, both lose what they would have traded (DECREMENT), or they trade. As the symbol says when it
    #: is missing; NONE only where the symbol's stpMode is NONE.
    selfTrade: SelfTradeMode
    #: Makes it a stop, in spot only: the order waits, with its money locked, until the last price has risen
    #: or fallen to it, whichever way it lies from the last price now.
    triggerPrice: Figure
    #: Shows so much of the order at a time, in spot only: of a LIMIT order with GTC or POST_ONLY, in at most
    #: 100 slices. When a slice is used up the next stands behind all orders of its price.
    icebergQty: Figure
    #: Makes it a stop that trails the last price, in spot only: so many basis points below the highest last
    #: price if it sells, above the lowest if it buys, at once or from the moment at which the last price
    #: comes to its triggerPrice.
    trailingDelta: int
    #: What volume counts: BASE the asset that is traded, QUOTE the one that it is paid in. Without it QUOTE
    #: of a MARKET order to BUY, BASE of any other. A MARKET order of spot may say the other one: to BUY a
    #: quantity, which locks it at the highest price of the symbol's range, or to SELL for an amount.
    volumeUnit: VolumeUnit


class _PlacedOrder(TypedDict):
    #: Id of the order.
    orderId: int
    #: The same as a string.
    orderIdString: str
    #: Your own name of the order, or the server's.
    clientOrderId: str
    #: Symbol.
    symbol: str
    #: When it was placed, in ms.
    transactTime: int
    #: Limit; 0 for MARKET.
    price: Decimal
    #: Volume as it was asked for.
    origQty: Decimal
    #: Quantity traded so far, in the base asset.
    executedQty: Decimal
    #: Kind of order.
    type: OrderType
    #: Side.
    side: Side
    #: What became of it.
    status: OrderStatus


class PlacedOrder(_PlacedOrder, total=False):
    #: Of an order that asked for more.
    timeInForce: PairTimeInForce
    #: As it was asked for.
    selfTrade: SelfTradeMode
    #: Price that a stop waits or waited for.
    triggerPrice: Decimal
    #: Whether the last price has reached it.
    triggered: bool
    #: What it shows at a time, of an order that asked for it.
    icebergQty: Decimal
    #: Basis points by which a stop trails the last price.
    trailingDelta: int
    #: What origQty counts, of an order that asked for the unusual one.
    volumeUnit: VolumeUnit
    #: Id of the list that it belongs to.
    orderListId: int
    #: Quantity that it lost to your own orders, of an order that lost any.
    preventedQty: Decimal
    #: Why it was canceled, where the status does not tell.
    endReason: EndReason


class _Order(TypedDict):
    #: Id of the order.
    orderId: int
    #: The same as a string.
    orderIdString: str
    #: Your own name of the order, or the server's.
    clientOrderId: str
    #: Symbol.
    symbol: str
    #: Limit; 0 for MARKET.
    price: Decimal
    #: Volume as it was asked for.
    origQty: Decimal
    #: Quantity traded so far, in the base asset.
    executedQty: Decimal
    #: Average price of what was traded, 0 for nothing.
    avgPrice: Decimal
    #: Kind of order.
    type: OrderType
    #: Side.
    side: Side
    #: What became of it.
    status: OrderStatus
    #: When it was placed, in ms.
    transactTime: int
    #: The same as transactTime, in ms.
    time: int


class Order(_Order, total=False):
    #: Of an order that asked for more.
    timeInForce: PairTimeInForce
    #: As it was asked for.
    selfTrade: SelfTradeMode
    #: Price that a stop waits or waited for.
    triggerPrice: Decimal
    #: Whether the last price has reached it.
    triggered: bool
    #: What it shows at a time, of an order that asked for it.
    icebergQty: Decimal
    #: Basis points by which a stop trails the last price.
    trailingDelta: int
    #: What origQty counts, of an order that asked for the unusual one.
    volumeUnit: VolumeUnit
    #: Id of the list that it belongs to.
    orderListId: int
    #: Trigger of a stop that trails, as of then, or the one at which it was triggered.
    trailingPrice: Decimal
    #: Quantity that it lost to your own orders, of an order that lost any.
    preventedQty: Decimal
    #: Why it was canceled, where the status does not tell.
    endReason: EndReason


class _EndedMarginOrder(TypedDict):
    #: Id of the order.
    orderId: int
    #: The same as a string.
    orderIdString: str
    #: Your own name of the order, or the server's.
    clientOrderId: str
    #: Symbol.
    symbol: str
    #: Limit; 0 for MARKET.
    price: Decimal
    #: Volume as it was asked for.
    origQty: Decimal
    #: Quantity traded so far, in the base asset.
    executedQty: Decimal
    #: Average price of what was traded, 0 for nothing.
    avgPrice: Decimal
    #: Kind of order.
    type: OrderType
    #: Side.
    side: Side
    #: What became of it.
    status: OrderStatus
    #: When it was placed, in ms.
    transactTime: int
    #: The same as transactTime, in ms.
    time: int
    #: Why the exchange itself traded here; NONE for what you asked for.
    forced: Forced


class EndedMarginOrder(_EndedMarginOrder, total=False):
    #: Of an order that asked for more.
    timeInForce: PairTimeInForce
    #: As it was asked for.
    selfTrade: SelfTradeMode
    #: Price that a stop waits or waited for.
    triggerPrice: Decimal
    #: Whether the last price has reached it.
    triggered: bool
    #: What it shows at a time, of an order that asked for it.
    icebergQty: Decimal
    #: Basis points by which a stop trails the last price.
    trailingDelta: int
    #: What origQty counts, of an order that asked for the unusual one.
    volumeUnit: VolumeUnit
    #: Id of the list that it belongs to.
    orderListId: int
    #: Trigger of a stop that trails, as of then, or the one at which it was triggered.
    trailingPrice: Decimal
    #: Quantity that it lost to your own orders, of an order that lost any.
    preventedQty: Decimal
    #: Why it was canceled, where the status does not tell.
    endReason: EndReason


class CanceledOrder(TypedDict):
    #: Id of the order.
    orderId: int
    #: The same as a string.
    orderIdString: str
    #: Your own name of the order, or the server's.
    clientOrderId: str
    #: Symbol.
    symbol: str
    #: That it is canceled.
    status: Literal["CANCELED"]


class RejectedItem(TypedDict):
    #: Which item, counted from 0.
    index: int
    #: The code that the item alone would have been refused with.
    code: int
    #: Its message.
    msg: str


class _PlacedBatch(TypedDict):
    #: One for each item, in their order.
    ids: List[int]


class PlacedBatch(_PlacedBatch, total=False):
    #: Items that ended REJECTED; left out only where that was not kept: the answer to a clientRequestId of
    #: before rules 4.
    rejected: List[RejectedItem]


class CanceledBatch(TypedDict):
    #: Those that were canceled.
    success: List[int]
    #: Those that were not open, or not yours.
    failed: List[int]


class CanceledAll(TypedDict):
    #: How many were canceled.
    canceled: int
    #: Whether there are more.
    more: bool


class OrderRefusal(TypedDict):
    #: The code that the new order alone would have had.
    code: int
    #: Its message.
    msg: str


class ReplacedOrder(TypedDict):
    #: Old order: canceled; not open any more; the same order with less.
    cancelResult: Literal["SUCCESS", "FAILURE", "AMENDED"]
    #: New order: placed, or rejected.
    newOrderResult: Literal["SUCCESS", "FAILURE"]
    #: Canceled order; null if none was canceled.
    cancelResponse: Optional[CanceledOrder]
    #: New order, or the amended one.
    newOrderResponse: PlacedOrder
    #: Why the new order was rejected; null if it was not.
    newOrderError: Optional[OrderRefusal]


class RunningCountdown(TypedDict):
    #: Symbol.
    symbol: str
    #: As it was asked for, in ms.
    countdownTime: int
    #: When the orders are canceled, in ms; 0 when the countdown was ended.
    cancelTime: int


class OwnTrade(TypedDict):
    #: Symbol.
    symbol: str
    #: Id of the trade.
    id: int
    #: Order that bought.
    bidId: int
    #: Order that sold.
    askId: int
    #: Which of the two is yours.
    orderId: int
    #: Price.
    price: Decimal
    #: Quantity.
    qty: Decimal
    #: When it was traded, in ms.
    time: int
    #: Your side.
    side: Side
    #: Whether you bought.
    isBuyer: bool
    #: Whether your order was there first.
    isMaker: bool
    #: What the fee is in: the asset that you received.
    feeCoin: str
    #: Your fee, below zero for a rebate.
    fee: Decimal
    #: Why the exchange itself traded here; NONE for what you asked for.
    forced: Forced


class PreventedMatch(TypedDict):
    #: Symbol.
    symbol: str
    #: Id of the prevented match.
    id: int
    #: Price of the order that was there first.
    price: Decimal
    #: What the other order had asked for.
    selfTrade: SelfTradeMode
    #: Side of the order that came.
    side: Side
    #: Order that was there first.
    makerOrderId: int
    #: What it lost.
    makerPreventedQty: Decimal
    #: Order that came.
    takerOrderId: int
    #: What it lost.
    takerPreventedQty: Decimal
    #: When they met, in ms.
    time: int


#: Another name.
Refusal = OrderRefusal
