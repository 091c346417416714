"""Ledgers of every area in the words of the API.

Made by `npm run generate` from the contract of the API (src/contract): change that.
"""

from __future__ import annotations

from decimal import Decimal
from typing import List, Literal, TypedDict

from .words import (
    Forced as Forced,
)


class _LedgerEntry(TypedDict):
    #: Position of its command in the log, and its number among your entries of it.
    id: str
    #: When it was posted, in ms.
    time: int
    #: Asset.
    asset: str
    #: What it is of.
    type: Literal["DEPOSIT", "WITHDRAWAL", "TRANSFER", "TRADE", "FEE"]
    #: What came to the balance, below zero what went from it.
    amount: Decimal
    #: What it came to, free and locked; of a positionId its margin.
    balance: Decimal
    #: Why the exchange itself traded here; NONE for what you asked for.
    forced: Forced


class LedgerEntry(_LedgerEntry, total=False):
    #: Where it was traded.
    symbol: str
    #: Of the trade that it came from.
    tradeId: int
    #: Of the transfer.
    transferId: int
    #: The operator's name of a deposit or withdrawal.
    movementId: str


class _LedgerPage(TypedDict):
    #: Newest first.
    entries: List[LedgerEntry]


class LedgerPage(_LedgerPage, total=False):
    #: Where to go on, if there may be more.
    nextId: str


class _MarginLedgerEntry(TypedDict):
    #: Position of its command in the log, and its number among your entries of it.
    id: str
    #: When it was posted, in ms.
    time: int
    #: Asset.
    asset: str
    #: What it is of.
    type: Literal["TRANSFER", "TRADE", "FEE", "LOAN", "REPAYMENT", "INTEREST", "INSURANCE"]
    #: What came to the balance, below zero what went from it.
    amount: Decimal
    #: What it came to, free and locked; of a positionId its margin.
    balance: Decimal
    #: Why the exchange itself traded here; NONE for what you asked for.
    forced: Forced


class MarginLedgerEntry(_MarginLedgerEntry, total=False):
    #: Where it was traded.
    symbol: str
    #: Of the trade that it came from.
    tradeId: int
    #: Of the transfer.
    transferId: int


class _MarginLedgerPage(TypedDict):
    #: Newest first.
    entries: List[MarginLedgerEntry]


class MarginLedgerPage(_MarginLedgerPage, total=False):
    #: Where to go on, if there may be more.
    nextId: str


class _FuturesLedgerEntry(TypedDict):
    #: Position of its command in the log, and its number among your entries of it.
    id: str
    #: When it was posted, in ms.
    time: int
    #: Asset.
    asset: str
    #: What it is of.
    type: Literal["TRANSFER", "MARGIN", "PROFIT", "SETTLEMENT", "FEE", "FUNDING", "LIQUIDATION_FEE", "INSURANCE"]
    #: What came to the balance, below zero what went from it.
    amount: Decimal
    #: What it came to, free and locked; of a positionId its margin.
    balance: Decimal
    #: Why the exchange itself traded here; NONE for what you asked for.
    forced: Forced


class FuturesLedgerEntry(_FuturesLedgerEntry, total=False):
    #: Where it was traded, funded or settled.
    contractName: str
    #: Of the trade that it came from.
    tradeId: int
    #: Of the transfer.
    transferId: int
    #: Of the position whose isolated margin it is.
    positionId: int


class _FuturesLedgerPage(TypedDict):
    #: Newest first.
    entries: List[FuturesLedgerEntry]


class FuturesLedgerPage(_FuturesLedgerPage, total=False):
    #: Where to go on, if there may be more.
    nextId: str
