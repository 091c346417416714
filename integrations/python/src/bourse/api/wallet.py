"""Money between the accounts of one user."""

from __future__ import annotations

from typing import Optional

from ..wire.endpoint import naming
from ..wire.endpoints import ENDPOINTS
from ..wire.exact import Figure
from ..wire.session import Session
from .account_words import Transferred
from .pair_words import AccountName
from .repeatable import call_named
from .told_parameters import tells_parameters

_TRANSFER = naming(ENDPOINTS["transfer"], "transferId")


@tells_parameters
class Wallet:
    def __init__(self, session: Session) -> None:
        self._session = session

    def transfer(
        self,
        *,
        coinSymbol: str,
        amount: Figure,
        fromAccount: AccountName,
        toAccount: AccountName,
        clientRequestId: Optional[str] = None,
    ) -> Transferred:
        """With a clientRequestId it is carried out once, however often it is sent."""
        asked = {
            "coinSymbol": coinSymbol,
            "amount": amount,
            "fromAccount": fromAccount,
            "toAccount": toAccount,
            "clientRequestId": clientRequestId,
        }
        remedy = "Compare the balances of both accounts with those before."
        return call_named(self._session, _TRANSFER, asked, remedy)
