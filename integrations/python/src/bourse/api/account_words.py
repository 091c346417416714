"""Accounts of spot and margin in the words of the API, and what moves money between them.

Made by `npm run generate` from the contract of the API (src/contract): change that.
"""

from __future__ import annotations

from decimal import Decimal
from typing import List, Literal, TypedDict



class Balance(TypedDict):
    #: Asset.
    asset: str
    #: What you may dispose of.
    free: Decimal
    #: What your open orders hold.
    locked: Decimal


class SpotAccount(TypedDict):
    #: Every asset, zeros included.
    balances: List[Balance]


class MarginBalance(TypedDict):
    #: Asset.
    asset: str
    #: What you may dispose of.
    free: Decimal
    #: What your open orders hold.
    locked: Decimal
    #: What you owe without interest.
    borrowed: Decimal
    #: Interest on it so far.
    interest: Decimal


class MarginAccount(TypedDict):
    #: Every asset, zeros included.
    balances: List[MarginBalance]
    #: Worth of what there is, divided by what is owed.
    marginLevel: Decimal
    #: What the account may do at this level.
    state: Literal["NORMAL", "TRADE_ONLY", "MARGIN_CALL", "LIQUIDATION"]
    #: What there is may come to so many times your own of it, by what is lent.
    leverageMax: int


class SymbolRates(TypedDict):
    #: Name of the symbol.
    symbol: str
    #: Your fee as a maker, as a fraction; below zero a rebate.
    makerFeeRate: Decimal
    #: Your fee as a taker.
    takerFeeRate: Decimal


class Transferred(TypedDict):
    #: Number of the transfer.
    transferId: int


class Repaid(TypedDict):
    #: What was paid, interest first.
    repaid: Decimal
