"""Orders, trades and settings of futures in the words of the API, and all other answers of futures.

Made by `npm run generate` from the contract of the API (src/contract): change that.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Literal, TypedDict

from .contract_words import (
    RiskTier as RiskTier,
    Contract as Contract,
    IndexPrice as IndexPrice,
    ContractTicker as ContractTicker,
    ContractTickers as ContractTickers,
    ContractBookTicker as ContractBookTicker,
    ContractBookTickers as ContractBookTickers,
    ContractTrade as ContractTrade,
    ContractTrades as ContractTrades,
    ContractKline as ContractKline,
    FundingRate as FundingRate,
)
from .position_words import (
    Position as Position,
    ContractPositions as ContractPositions,
    CoinAccount as CoinAccount,
    FuturesAccount as FuturesAccount,
)
from .words import (
    Side as Side,
    OrderType as OrderType,
    PairTimeInForce as PairTimeInForce,
    EndReason as EndReason,
    Forced as Forced,
    Action as Action,
    PositionType as PositionType,
    FuturesOrderType as FuturesOrderType,
    TriggerType as TriggerType,
    FuturesOrderStatus as FuturesOrderStatus,
)


class PlacedFuturesOrder(TypedDict):
    #: Id of the order.
    orderId: int
    #: The same as a string.
    orderIdString: str


class _FuturesOrder(TypedDict):
    #: Id of the order.
    orderId: int
    #: The same as a string.
    orderIdString: str
    #: Your own name of the order, or the server's.
    clientOrderId: str
    #: Contract.
    contractName: str
    #: Its coins, as in BTCUSDT.
    symbol: str
    #: Limit; 0 for MARKET.
    price: Decimal
    #: Contracts; of a MARKET order that opens, the value in the margin coin.
    origQty: Decimal
    #: Contracts traded so far.
    executedQty: Decimal
    #: Average price of what was traded, 0 for nothing.
    avgPrice: Decimal
    #: Kind of order.
    type: OrderType
    #: Side.
    side: Side
    #: Whether it opens or closes.
    action: Action
    #: Time in force.
    timeInForce: PairTimeInForce
    #: What became of it; INIT waits for its condition.
    status: FuturesOrderStatus
    #: 1 stop loss, 2 stop gain, 3 up, 4 down; 0 for an order without a condition.
    triggerType: Literal[0, 1, 2, 3, 4]
    #: Price that it waits for, or waited; 0 for an order without a condition.
    triggerPrice: Decimal
    #: What is held against it: the contract's LAST trade, its MARK, or NONE.
    triggerPriceSource: Literal["LAST", "MARK", "NONE"]
    #: When it was placed, in ms.
    transactTime: int
    #: The same as transactTime, in ms.
    time: int


class FuturesOrder(_FuturesOrder, total=False):
    #: Why it was canceled, where the status does not tell.
    endReason: EndReason


class _EndedFuturesOrder(TypedDict):
    #: Id of the order.
    orderId: int
    #: The same as a string.
    orderIdString: str
    #: Your own name of the order, or the server's.
    clientId: str
    #: Id of the contract.
    contractId: int
    #: Contract.
    contractName: str
    #: Side.
    side: Side
    #: Whether it opens or closes.
    openOrClose: Action
    #: 1 is cross, 2 isolated.
    positionType: PositionType
    #: Leverage.
    leverageLevel: int
    #: 1 LIMIT, 2 MARKET, 3 IOC, 4 FOK, 5 POST_ONLY.
    type: Literal[1, 2, 3, 4, 5]
    #: 2 FILLED, 4 CANCELLED, 6 REJECTED.
    status: Literal[2, 4, 6]
    #: 1 stop loss, 2 stop gain, 3 up, 4 down; 0 for an order without a condition.
    triggerType: Literal[0, 1, 2, 3, 4]
    #: Price that it waits for, or waited; 0 for an order without a condition.
    triggerPrice: Decimal
    #: What is held against it: the contract's LAST trade, its MARK, or NONE.
    triggerPriceSource: Literal["LAST", "MARK", "NONE"]
    #: Limit; 0 for MARKET.
    price: Decimal
    #: Contracts; of a MARKET order that opens, the value in the margin coin.
    volume: Decimal
    #: Average price of what was traded, 0 for nothing.
    avgPrice: Decimal
    #: Contracts traded.
    dealVolume: Decimal
    #: Their value.
    dealMoney: Decimal
    #: Fee of a maker who opens, as a fraction.
    openMakerFeeRate: Decimal
    #: Fee of a taker who opens.
    openTakerFeeRate: Decimal
    #: Fee of a maker who closes.
    closeMakerFeeRate: Decimal
    #: Fee of a taker who closes.
    closeTakerFeeRate: Decimal
    #: When it was placed, UTC in seconds.
    ctime: str
    #: When it was placed, in ms.
    ctimeMs: int
    #: Why the exchange itself traded here; NONE for what you asked for.
    forced: Forced


class EndedFuturesOrder(_EndedFuturesOrder, total=False):
    #: Why it was canceled, where the status does not tell.
    endReason: EndReason


class FuturesTrade(TypedDict):
    #: Its coins, as in BTCUSDT.
    symbol: str
    #: Contract.
    contractName: str
    #: Id of the trade.
    id: int
    #: The same as id.
    tradeId: int
    #: Order that bought, 0 for the exchange.
    bidId: int
    #: Order that sold, 0 for the exchange.
    askId: int
    #: User who bought, 0 for the exchange.
    bidUserId: int
    #: User who sold, 0 for the exchange.
    askUserId: int
    #: Price.
    price: Decimal
    #: Contracts.
    qty: Decimal
    #: Their value.
    amount: Decimal
    #: Your fee.
    fee: Decimal
    #: When it was traded, in ms.
    time: int
    #: Your side.
    side: Side
    #: Whether your order was there first.
    isMaker: bool
    #: Whether you bought.
    isBuyer: bool
    #: Why the exchange itself traded here; NONE for what you asked for.
    forced: Forced


class Profit(TypedDict):
    #: Number of the record.
    id: int
    #: Id of the position.
    positionId: int
    #: Id of the contract.
    contractId: int
    #: Side.
    side: Side
    #: 1 is cross, 2 isolated.
    positionType: PositionType
    #: Leverage.
    leverageLevel: int
    #: Average price before the last part was closed.
    openPrice: Decimal
    #: The same since the last settlement.
    openEndPrice: Decimal
    #: Contracts closed.
    volume: Decimal
    #: Profit of what was closed, without fees.
    closeProfit: Decimal
    #: Profit of settlements.
    settleProfit: Decimal
    #: Fees of its trades, below zero when paid.
    tradeFee: Decimal
    #: Funding, below zero when paid.
    capitalFee: Decimal
    #: Always 0: losses are not shared.
    shareAmount: Decimal
    #: Profit realized since the last settlement.
    realizedAmount: Decimal
    #: Profit realized since it started.
    historyRealizedAmount: Decimal
    #: When it started, in ms.
    ctime: int
    #: When it ended, in ms.
    mtime: int
    #: Why the exchange itself traded here; NONE for what you asked for.
    forced: Forced


class ContractConfig(TypedDict):
    #: Id of the contract.
    contractId: int
    #: Contract.
    contractName: str
    #: Your leverage: as edit_lever set it, or the contract's default.
    nowLevel: int
    #: 1 is cross, 2 isolated.
    marginModel: PositionType
    #: 2: a long and a short side by side.
    positionModel: Literal[2]


class ContractRates(TypedDict):
    #: Contract.
    contractName: str
    #: Your fee as a maker who opens, as a fraction; below zero a rebate.
    openMakerFee: Decimal
    #: Your fee as a taker who opens.
    openTakerFee: Decimal
    #: Your fee as a maker who closes.
    closeMakerFee: Decimal
    #: Your fee as a taker who closes.
    closeTakerFee: Decimal


#: Another name.
TimeInForce = PairTimeInForce
