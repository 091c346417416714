"""Accounts and positions of futures in the words of the API.

Made by `npm run generate` from the contract of the API (src/contract): change that.
"""

from __future__ import annotations

from decimal import Decimal
from typing import List, Literal, TypedDict

from .words import (
    Side as Side,
    PositionType as PositionType,
)


class Position(TypedDict):
    #: Id of the position.
    id: int
    #: Id of its user.
    uid: int
    #: Id of the contract.
    contractId: int
    #: 1 is cross, 2 isolated.
    positionType: PositionType
    #: BUY is long, SELL short.
    side: Side
    #: Contracts held.
    volume: Decimal
    #: Average price of what is held.
    openPrice: Decimal
    #: The same since the last settlement.
    avgPrice: Decimal
    #: Average price of what was closed, 0 for nothing.
    closePrice: Decimal
    #: Leverage.
    leverageLevel: int
    #: Its margin.
    holdAmount: Decimal
    #: Cost of what is held, divided by the leverage.
    openAmount: Decimal
    #: Contracts closed since it started.
    closeVolume: Decimal
    #: Contracts in orders that close it.
    pendingCloseVolume: Decimal
    #: Contracts that can still be closed.
    canCloseVolume: Decimal
    #: Profit realized since the last settlement.
    realizedAmount: Decimal
    #: Profit realized since it started.
    historyRealizedAmount: Decimal
    #: Fees of its trades, below zero when paid.
    tradeFee: Decimal
    #: Funding, below zero when paid.
    capitalFee: Decimal
    #: Profit of what was closed, without fees.
    closeProfit: Decimal
    #: Profit of settlements.
    settleProfit: Decimal
    #: Always 0: losses are not shared.
    shareAmount: Decimal
    #: 1 while it is in liquidation.
    freezeLock: Literal[0, 1]
    #: 1: it is held.
    status: Literal[1]
    #: When it started, UTC in seconds.
    ctime: str
    #: When it last changed, UTC in seconds.
    mtime: str
    #: When it was last frozen, or started, UTC in seconds.
    lockTime: str
    #: Always 1.
    brokerId: int
    #: Margin divided by value: at keepRate + maxFeeRate it is liquidated.
    marginRate: Decimal
    #: Mark price at which it is liquidated; below zero: at none.
    reducePrice: Decimal
    #: Profit divided by margin.
    returnRate: Decimal
    #: Profit at the mark price since the last settlement.
    unRealizedAmount: Decimal
    #: Profit at the mark price since it was opened.
    openRealizedAmount: Decimal
    #: Value at the mark price.
    positionBalance: Decimal
    #: Mark price.
    indexPrice: Decimal
    #: Maintenance rate of its tier.
    keepRate: Decimal
    #: Rate set aside for the fee of a liquidation.
    maxFeeRate: Decimal


class ContractPositions(TypedDict):
    #: Id of the contract.
    contractId: int
    #: Contract.
    contractName: str
    #: The same as contractName.
    contractOtherName: str
    #: Its coins, as in BTC-USDT.
    contractSymbol: str
    #: The long one first.
    positions: List[Position]


class CoinAccount(TypedDict):
    #: Margin coin.
    marginCoin: str
    #: Balance, without what is locked and without isolated margin.
    accountNormal: Decimal
    #: What open orders hold.
    accountLock: Decimal
    #: Margin of isolated positions.
    partPositionNormal: Decimal
    #: Margin of cross positions.
    totalPositionNormal: Decimal
    #: Profit realized of all positions.
    achievedAmount: Decimal
    #: Profit of all positions at the mark price.
    unrealizedAmount: Decimal
    #: totalEquity divided by the value of cross positions.
    totalMarginRate: Decimal
    #: accountNormal and the profit of cross positions.
    totalEquity: Decimal
    #: Margin and profit of isolated positions.
    partEquity: Decimal
    #: What cross positions tie up.
    totalCost: Decimal
    #: All equity divided by the value of all positions.
    sumMarginRate: Decimal
    #: Contracts with a position.
    positionVos: List[ContractPositions]


class FuturesAccount(TypedDict):
    #: One for each margin coin, zeros included.
    account: List[CoinAccount]
