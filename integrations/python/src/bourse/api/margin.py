"""Margin: orders as in spot, which borrow what they need; the account with its debts; repaying."""

from __future__ import annotations

from typing import List, Optional, Union

from ..wire.endpoints import ENDPOINTS
from ..wire.exact import Figure
from ..wire.session import Session
from .account_words import MarginAccount, Repaid
from .ledger_words import MarginLedgerPage
from .pair_orders import PairOrders
from .pair_words import EndedMarginOrder
from .repeatable import call_named
from .told_parameters import tells_parameters


@tells_parameters
class Margin(PairOrders):
    def __init__(self, session: Session) -> None:
        super().__init__(session, "margin")

    def order_history(
        self, *, symbol: str, limit: Optional[int] = None, fromId: Optional[Union[int, str]] = None
    ) -> List[EndedMarginOrder]:
        """Orders that are over, newest first, and which of them the exchange placed."""
        asked = {"symbol": symbol, "limit": limit, "fromId": fromId}
        return self._session.call(ENDPOINTS["marginHistoryOrders"], asked)

    def account(self) -> MarginAccount:
        return self._session.call(ENDPOINTS["marginAccount"])

    def ledger(
        self,
        *,
        asset: Optional[str] = None,
        type: Optional[str] = None,
        startTime: Optional[int] = None,
        endTime: Optional[int] = None,
        fromId: Optional[str] = None,
        toId: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> MarginLedgerPage:
        """Every change of your balances in margin, with the balance behind it, newest first."""
        asked = {"asset": asset, "type": type, "startTime": startTime, "endTime": endTime}
        page = {"fromId": fromId, "toId": toId, "limit": limit}
        return self._session.call(ENDPOINTS["marginLedger"], {**asked, **page})

    def repay(
        self, *, asset: str, amount: Optional[Figure] = None, clientRequestId: Optional[str] = None
    ) -> Repaid:
        """Without an amount all that is owed and free."""
        asked = {"asset": asset, "amount": amount, "clientRequestId": clientRequestId}
        remedy = "See in the margin account what is still owed."
        return call_named(self._session, ENDPOINTS["marginRepay"], asked, remedy)
