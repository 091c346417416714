"""Contracts and their market data in the words of the API. Its replies carry JSON numbers; here they are `Decimal`.

Made by `npm run generate` from the contract of the API (src/contract): change that.
"""

from __future__ import annotations

from decimal import Decimal
from typing import List, Literal, TypedDict

from .words import (
    Side as Side,
    StpMode as StpMode,
)


class RiskTier(TypedDict):
    #: Largest value of a position.
    maxPositionValue: Decimal
    #: Largest leverage.
    maxLever: int
    #: What must be kept of the value, as a fraction.
    keepRate: Decimal


class Contract(TypedDict):
    #: Name of the contract.
    symbol: str
    #: Id of the contract.
    contractId: int
    #: 1 when it can be traded.
    status: Literal[0, 1]
    #: Kind of contract: the first part of its name.
    type: str
    #: 1 linear, 0 inverse.
    side: Literal[0, 1]
    #: What one contract is of multiplierCoin.
    multiplier: Decimal
    #: What a contract is counted in.
    multiplierCoin: str
    #: What margin, profit and fees are in.
    marginCoin: str
    #: What values are in, that of a MARKET order that opens and the money limits here: the margin coin, of an
    #: inverse contract the base and not the quote.
    valueCoin: str
    #: Decimals of a price.
    pricePrecision: int
    #: Least contracts of an order.
    minOrderVolume: Decimal
    #: Least value of an order, in valueCoin.
    minOrderMoney: Decimal
    #: Most contracts of a market order.
    maxMarketVolume: Decimal
    #: Largest value of a market order, in valueCoin.
    maxMarketMoney: Decimal
    #: Most contracts of a limit order.
    maxLimitVolume: Decimal
    #: Largest value of a limit order, in valueCoin.
    maxLimitMoney: Decimal
    #: Most open orders of a user.
    maxValidOrder: int
    #: Least leverage.
    minLever: int
    #: Largest leverage.
    maxLever: int
    #: Fee of a maker who opens, as a fraction.
    openMakerFee: Decimal
    #: Fee of a taker who opens.
    openTakerFee: Decimal
    #: Fee of a maker who closes.
    closeMakerFee: Decimal
    #: Fee of a taker who closes.
    closeTakerFee: Decimal
    #: Decimals of the margin coin.
    marginCoinPrecision: int
    #: Leverage of whoever has set none.
    defaultLever: int
    #: What must be kept besides keepRate, as a fraction of the value.
    maxFeeRate: Decimal
    #: How far from the mark an order may trade, as a fraction.
    priceRange: Decimal
    #: What becomes of an order that meets its own user's.
    stpMode: StpMode
    #: Hours between two fundings, at multiples of it from 00:00 UTC.
    fundingIntervalHours: int
    #: The price by which its condition orders are judged.
    triggerPriceSource: Literal["LAST", "MARK"]
    #: Risk tiers, lowest first.
    tiers: List[RiskTier]


class IndexPrice(TypedDict):
    #: Contract.
    contractName: str
    #: Index price, 0 while it is not known.
    indexPrice: Decimal
    #: Mark price, 0 while it is not known.
    markPrice: Decimal
    #: The same as markPrice.
    tagPrice: Decimal
    #: Funding rate if the interval ended now.
    lastFundingRate: Decimal
    #: The same as lastFundingRate.
    currentFundRate: Decimal
    #: The same as lastFundingRate.
    nextFundRate: Decimal
    #: When it was so, in ms.
    time: int


class ContractTicker(TypedDict):
    #: Name of the contract.
    contractName: str
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


class ContractTickers(TypedDict):
    #: The end of the 24 hours, in ms.
    time: int
    #: In the order they were listed.
    tickers: List[ContractTicker]


class ContractBookTicker(TypedDict):
    #: Name of the contract.
    contractName: str
    #: Best bid, 0 when there is none.
    bidPrice: Decimal
    #: Quantity that rests at it.
    bidQty: Decimal
    #: Best ask, 0 when there is none.
    askPrice: Decimal
    #: Quantity that rests at it.
    askQty: Decimal


class ContractBookTickers(TypedDict):
    #: When the books looked so, in ms.
    time: int
    #: In the order they were listed.
    bookTickers: List[ContractBookTicker]


class ContractTrade(TypedDict):
    #: Price.
    price: Decimal
    #: Quantity.
    qty: Decimal
    #: When it was traded, in ms.
    time: int
    #: Side of the taker.
    side: Side


class ContractTrades(TypedDict):
    #: Newest first.
    list: List[ContractTrade]


class ContractKline(TypedDict):
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


class FundingRate(TypedDict):
    #: Contract.
    contractName: str
    #: Rate; above zero those who were long paid.
    fundingRate: Decimal
    #: Full hour at which it was due, or when its halted contract resumed, in ms.
    fundingTime: int
    #: Mark price by which it was paid.
    markPrice: Decimal
