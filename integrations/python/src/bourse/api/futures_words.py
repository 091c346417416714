"""Futures in the words of the API. Its replies carry JSON numbers; here prices, volumes, rates and money are
`Decimal`, read without a float between.
"""

from __future__ import annotations

from decimal import Decimal
from typing import List, Literal, TypedDict

from .market_words import StpMode
from .pair_words import EndReason, Forced, Side

Action = Literal["OPEN", "CLOSE"]
#: 1 is cross, 2 isolated.
PositionType = Literal[1, 2]
TimeInForce = Literal["GTC", "IOC", "FOK", "POST_ONLY"]
#: 1 stop loss, 2 stop gain (both only close), 3 when the price rises to it, 4 when it falls.
TriggerType = Literal[1, 2, 3, 4]
#: INIT is a condition order that waits.
FuturesOrderStatus = Literal["INIT", "NEW", "PARTIALLY_FILLED", "FILLED", "CANCELLED", "REJECTED"]


class ContractRates(TypedDict):
    """The fee rates of the user at a contract, as fractions; below zero a rebate."""

    contractName: str
    openMakerFee: Decimal
    openTakerFee: Decimal
    closeMakerFee: Decimal
    closeTakerFee: Decimal


class ContractConfig(TypedDict):
    """Leverage and margin mode of a user at a contract."""

    contractId: int
    contractName: str
    nowLevel: int
    marginModel: PositionType
    #: 2: a long and a short side by side.
    positionModel: Literal[2]



class Contract(TypedDict):
    #: The contract's name.
    symbol: str
    contractId: int
    #: 1 can be traded, 0 cannot.
    status: Literal[0, 1]
    type: str
    #: 1 linear, 0 inverse.
    side: Literal[0, 1]
    multiplier: Decimal
    multiplierCoin: str
    marginCoin: str
    #: What the value of a MARKET order that opens is in, and the money limits below.
    valueCoin: str
    pricePrecision: int
    minOrderVolume: Decimal
    minOrderMoney: Decimal
    maxMarketVolume: Decimal
    maxMarketMoney: Decimal
    maxLimitVolume: Decimal
    maxLimitMoney: Decimal
    maxValidOrder: int
    minLever: int
    maxLever: int
    openMakerFee: Decimal
    openTakerFee: Decimal
    closeMakerFee: Decimal
    closeTakerFee: Decimal
    marginCoinPrecision: int
    defaultLever: int
    #: Kept besides a tier's keepRate.
    maxFeeRate: Decimal
    priceRange: Decimal
    stpMode: StpMode
    #: The hours between two fundings.
    fundingIntervalHours: int
    #: What condition orders are judged by: the last trade, or the mark.
    triggerPriceSource: Literal["LAST", "MARK"]
    #: Lowest first.
    tiers: List[RiskTier]


class RiskTier(TypedDict):
    maxPositionValue: Decimal
    maxLever: int
    keepRate: Decimal


class IndexPrice(TypedDict):
    """`tagPrice` is the mark price, and the three rates are one, by the names that clients know."""

    contractName: str
    indexPrice: Decimal
    markPrice: Decimal
    tagPrice: Decimal
    lastFundingRate: Decimal
    currentFundRate: Decimal
    nextFundRate: Decimal
    time: int


class FundingRate(TypedDict):
    """A funding that was settled; above zero those who were long paid."""

    contractName: str
    fundingRate: Decimal
    #: The hour that was due, or when a halted contract resumed: no other of the contract has the same.
    fundingTime: int
    markPrice: Decimal


class PlacedFuturesOrder(TypedDict):
    orderId: int
    orderIdString: str


class OrderTrigger(TypedDict):
    """The condition of an order: 0, "0" and NONE for one that waits for nothing."""

    triggerType: Literal[0, 1, 2, 3, 4]
    triggerPrice: Decimal
    #: The contract's last trade, or its mark.
    triggerPriceSource: Literal["LAST", "MARK", "NONE"]


class FuturesEnd(TypedDict, total=False):
    #: Of an order that was cancelled, where that does not say why.
    endReason: EndReason


class FuturesOrder(PlacedFuturesOrder, OrderTrigger, FuturesEnd):
    clientOrderId: str
    contractName: str
    symbol: str
    price: Decimal
    origQty: Decimal
    executedQty: Decimal
    avgPrice: Decimal
    type: Literal["LIMIT", "MARKET"]
    side: Side
    action: Action
    timeInForce: TimeInForce
    status: FuturesOrderStatus
    transactTime: int
    time: int


class EndedFuturesOrder(PlacedFuturesOrder, OrderTrigger, FuturesEnd):
    """In the history words are numbers: type 1 limit, 2 market, 3 IOC, 4 FOK, 5 post only."""

    clientId: str
    contractId: int
    contractName: str
    side: Side
    openOrClose: Action
    positionType: PositionType
    leverageLevel: int
    type: Literal[1, 2, 3, 4, 5]
    #: 2 filled, 4 cancelled, 6 rejected.
    status: Literal[2, 4, 6]
    price: Decimal
    volume: Decimal
    avgPrice: Decimal
    dealVolume: Decimal
    dealMoney: Decimal
    openMakerFeeRate: Decimal
    openTakerFeeRate: Decimal
    closeMakerFeeRate: Decimal
    closeTakerFeeRate: Decimal
    #: UTC, without a zone.
    ctime: str
    ctimeMs: int
    forced: Forced


class Profit(TypedDict):
    id: int
    positionId: int
    contractId: int
    side: Side
    positionType: PositionType
    leverageLevel: int
    openPrice: Decimal
    openEndPrice: Decimal
    volume: Decimal
    closeProfit: Decimal
    settleProfit: Decimal
    tradeFee: Decimal
    capitalFee: Decimal
    shareAmount: Decimal
    realizedAmount: Decimal
    historyRealizedAmount: Decimal
    ctime: int
    mtime: int
    forced: Forced


class FuturesTrade(TypedDict):
    symbol: str
    contractName: str
    id: int
    tradeId: int
    bidId: int
    askId: int
    bidUserId: int
    askUserId: int
    price: Decimal
    qty: Decimal
    amount: Decimal
    fee: Decimal
    time: int
    side: Side
    isMaker: bool
    isBuyer: bool
    forced: Forced


class Position(TypedDict):
    id: int
    uid: int
    contractId: int
    positionType: PositionType
    side: Side
    volume: Decimal
    openPrice: Decimal
    avgPrice: Decimal
    closePrice: Decimal
    leverageLevel: int
    holdAmount: Decimal
    openAmount: Decimal
    closeVolume: Decimal
    pendingCloseVolume: Decimal
    canCloseVolume: Decimal
    realizedAmount: Decimal
    historyRealizedAmount: Decimal
    tradeFee: Decimal
    capitalFee: Decimal
    closeProfit: Decimal
    settleProfit: Decimal
    shareAmount: Decimal
    #: 1 while the position is liquidated.
    freezeLock: Literal[0, 1]
    status: int
    #: UTC, without a zone.
    ctime: str
    mtime: str
    lockTime: str
    brokerId: int
    marginRate: Decimal
    #: The price at which the position would be liquidated.
    reducePrice: Decimal
    returnRate: Decimal
    unRealizedAmount: Decimal
    openRealizedAmount: Decimal
    positionBalance: Decimal
    indexPrice: Decimal
    keepRate: Decimal
    maxFeeRate: Decimal


class ContractPositions(TypedDict):
    contractId: int
    contractName: str
    contractOtherName: str
    contractSymbol: str
    positions: List[Position]


class CoinAccount(TypedDict):
    marginCoin: str
    accountNormal: Decimal
    accountLock: Decimal
    partPositionNormal: Decimal
    totalPositionNormal: Decimal
    achievedAmount: Decimal
    unrealizedAmount: Decimal
    totalMarginRate: Decimal
    totalEquity: Decimal
    partEquity: Decimal
    totalCost: Decimal
    sumMarginRate: Decimal
    positionVos: List[ContractPositions]


class FuturesAccount(TypedDict):
    account: List[CoinAccount]
