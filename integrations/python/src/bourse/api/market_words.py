"""Market data in the words of the API, of pairs and of contracts."""

from __future__ import annotations

from decimal import Decimal
from typing import List, Literal, TypedDict

from .pair_words import Side

#: Price and quantity.
Level = List[Decimal]
Interval = Literal["1min", "5min", "15min", "30min", "60min", "1h", "1day", "1week", "1month"]
#: What becomes of an order that meets its own user's: its rest is canceled, or they trade.
StpMode = Literal["EXPIRE_TAKER", "NONE"]


class ServerTime(TypedDict):
    timezone: Literal["UTC"]
    serverTime: int


class Depth(TypedDict):
    """Best first on both sides."""

    time: int
    bids: List[Level]
    asks: List[Level]


class Ticker(TypedDict):
    """The last 24 hours; `buy` and `sell` are the best prices now, 0 on an empty side."""

    time: int
    high: Decimal
    low: Decimal
    last: Decimal
    open: Decimal
    vol: Decimal
    amount: Decimal
    rose: Decimal
    buy: Decimal
    sell: Decimal





class Kline(TypedDict):
    #: Where the candle begins, in ms.
    idx: int
    open: Decimal
    close: Decimal
    high: Decimal
    low: Decimal
    vol: Decimal




class ListedSymbol(TypedDict):
    symbol: str
    baseAsset: str
    quoteAsset: str
    pricePrecision: int
    quantityPrecision: int
    limitVolumeMin: Decimal
    limitPriceMin: Decimal
    marketBuyMin: Decimal
    marketSellMin: Decimal
    #: 1 can be traded, 0 cannot.
    status: Literal[0, 1]
    baseAssetPrecision: int
    quoteAssetPrecision: int
    maxQty: Decimal
    #: 0 is no limit.
    maxMarketNotional: Decimal
    makerFeeRate: Decimal
    takerFeeRate: Decimal
    #: Multiples of the last price, for limit prices and for what a market order trades at.
    limitUp: Decimal
    limitDown: Decimal
    rangeUp: Decimal
    rangeDown: Decimal
    #: How many orders a user may have open on it, in spot and in margin each.
    maxOpenOrders: int
    stpMode: StpMode
    marginEnabled: bool


class RecentTrade(TypedDict):
    """`side` is the taker's."""

    price: Decimal
    qty: Decimal
    time: int
    side: Side


class Symbols(TypedDict):
    symbols: List[ListedSymbol]


class RecentTrades(TypedDict):
    list: List[RecentTrade]


class MarketName(TypedDict, total=False):
    """Pairs have a symbol, contracts a contractName."""

    symbol: str
    contractName: str


class TickerRow(MarketName):
    high: Decimal
    low: Decimal
    last: Decimal
    open: Decimal
    vol: Decimal
    amount: Decimal
    rose: Decimal
    buy: Decimal
    sell: Decimal


class AllTickers(TypedDict):
    """In the order the markets were listed."""

    time: int
    tickers: List[TickerRow]


class BookTicker(MarketName):
    """The best bid and ask with what rests there, 0 on an empty side."""

    bidPrice: Decimal
    bidQty: Decimal
    askPrice: Decimal
    askQty: Decimal


class AllBookTickers(TypedDict):
    time: int
    bookTickers: List[BookTicker]
