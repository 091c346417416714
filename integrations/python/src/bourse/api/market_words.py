"""Market data of pairs in the words of the API, and what is alike for contracts.

Made by `npm run generate` from the contract of the API (src/contract): change that.
"""

from __future__ import annotations

from decimal import Decimal
from typing import List, Literal, TypedDict, Union

from .contract_words import (
    ContractTicker as ContractTicker,
    ContractTickers as ContractTickers,
    ContractBookTicker as ContractBookTicker,
    ContractBookTickers as ContractBookTickers,
)
from .words import (
    Side as Side,
    Interval as Interval,
    StpMode as StpMode,
)


class ServerTime(TypedDict):
    #: Always UTC.
    timezone: Literal["UTC"]
    #: The clock that requests are judged by, in ms.
    serverTime: int


class Depth(TypedDict):
    #: When the book looked so, in ms.
    time: int
    #: What is bid, the highest price first.
    bids: List[Level]
    #: What is asked, the lowest price first.
    asks: List[Level]


class Ticker(TypedDict):
    #: The end of the 24 hours, in ms.
    time: int
    #: Highest price in 24 hours.
    high: Decimal
    #: Lowest price in 24 hours.
    low: Decimal
    #: Last price.
    last: Decimal
    #: Price 24 hours ago.
    open: Decimal
    #: Quantity traded in 24 hours.
    vol: Decimal
    #: The same in the quote coin.
    amount: Decimal
    #: Change in 24 hours as a fraction: 0.01 is one per cent.
    rose: Decimal
    #: Best bid, 0 when there is none.
    buy: Decimal
    #: Best ask, 0 when there is none.
    sell: Decimal


class ListedSymbol(TypedDict):
    #: Name of the symbol.
    symbol: str
    #: What is traded.
    baseAsset: str
    #: What it is paid with.
    quoteAsset: str
    #: Decimals of a price.
    pricePrecision: int
    #: Decimals of a quantity.
    quantityPrecision: int
    #: Least volume of a limit order.
    limitVolumeMin: Decimal
    #: Step of a price.
    limitPriceMin: Decimal
    #: Least amount of a market buy, in the quote asset.
    marketBuyMin: Decimal
    #: Least volume of a market sell.
    marketSellMin: Decimal
    #: Decimals of the base asset.
    baseAssetPrecision: int
    #: Decimals of the quote asset.
    quoteAssetPrecision: int
    #: 1 when it can be traded.
    status: Literal[0, 1]
    #: Largest volume of an order.
    maxQty: Decimal
    #: Largest amount of a market buy, 0 without a limit.
    maxMarketNotional: Decimal
    #: Fee of a maker, as a fraction.
    makerFeeRate: Decimal
    #: Fee of a taker.
    takerFeeRate: Decimal
    #: Highest limit price, as a multiple of the last price.
    limitUp: Decimal
    #: Lowest limit price.
    limitDown: Decimal
    #: Highest price at which a market order trades.
    rangeUp: Decimal
    #: Lowest price at which a market order trades.
    rangeDown: Decimal
    #: How many orders you may have open on it, in spot and in margin each.
    maxOpenOrders: int
    #: What becomes of an order that meets its own user's.
    stpMode: StpMode
    #: Whether it is traded on margin, too.
    marginEnabled: bool


class Symbols(TypedDict):
    #: In the order they were listed.
    symbols: List[ListedSymbol]


class SymbolTicker(TypedDict):
    #: Name of the symbol.
    symbol: str
    #: Highest price in 24 hours.
    high: Decimal
    #: Lowest price in 24 hours.
    low: Decimal
    #: Last price.
    last: Decimal
    #: Price 24 hours ago.
    open: Decimal
    #: Quantity traded in 24 hours.
    vol: Decimal
    #: The same in the quote coin.
    amount: Decimal
    #: Change in 24 hours as a fraction: 0.01 is one per cent.
    rose: Decimal
    #: Best bid, 0 when there is none.
    buy: Decimal
    #: Best ask, 0 when there is none.
    sell: Decimal


class SymbolTickers(TypedDict):
    #: The end of the 24 hours, in ms.
    time: int
    #: In the order they were listed.
    tickers: List[SymbolTicker]


class SymbolBookTicker(TypedDict):
    #: Name of the symbol.
    symbol: str
    #: Best bid, 0 when there is none.
    bidPrice: Decimal
    #: Quantity that rests at it.
    bidQty: Decimal
    #: Best ask, 0 when there is none.
    askPrice: Decimal
    #: Quantity that rests at it.
    askQty: Decimal


class SymbolBookTickers(TypedDict):
    #: When the books looked so, in ms.
    time: int
    #: In the order they were listed.
    bookTickers: List[SymbolBookTicker]


class RecentTrade(TypedDict):
    #: Price.
    price: Decimal
    #: Quantity.
    qty: Decimal
    #: When it was traded, in ms.
    time: int
    #: Side of the taker.
    side: Side


class RecentTrades(TypedDict):
    #: Newest first.
    list: List[RecentTrade]


class Kline(TypedDict):
    #: Start of the candle, in ms.
    idx: int
    #: First price.
    open: Decimal
    #: Last price.
    close: Decimal
    #: Highest price.
    high: Decimal
    #: Lowest price.
    low: Decimal
    #: Quantity traded.
    vol: Decimal


#: Price and quantity.
Level = List[Decimal]
#: What pairs and contracts have alike, by the names that this package had before.
TickerRow = Union[SymbolTicker, ContractTicker]
AllTickers = Union[SymbolTickers, ContractTickers]
BookTicker = Union[SymbolBookTicker, ContractBookTicker]
AllBookTickers = Union[SymbolBookTickers, ContractBookTickers]
