"""Public endpoints of futures."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from ..wire.endpoints import ENDPOINTS
from ..wire.session import Session
from .contract_words import (
    Contract,
    ContractBookTickers,
    ContractKline,
    ContractTickers,
    ContractTrades,
    FundingRate,
    IndexPrice,
)
from .market_words import Depth, Interval, ServerTime, Ticker
from .told_parameters import tells_parameters


@tells_parameters
class FuturesMarket:
    def __init__(self, session: Session) -> None:
        self._session = session

    def ping(self) -> Dict[str, Any]:
        return self._ask("futuresPing")

    def time(self) -> ServerTime:
        return self._ask("futuresTime")

    def contracts(self) -> List[Contract]:
        return self._ask("futuresContracts")

    def depth(self, *, contractName: str, limit: Optional[int] = None) -> Depth:
        """Best first on both sides."""
        return self._ask("futuresDepth", contractName=contractName, limit=limit)

    def ticker(self, *, contractName: str) -> Ticker:
        return self._ask("futuresTicker", contractName=contractName)

    def tickers(self) -> ContractTickers:
        """Every contract; counts as 10 requests."""
        return self._ask("futuresTickers")

    def book_tickers(self) -> ContractBookTickers:
        """The best prices of every contract; counts as 10 requests."""
        return self._ask("futuresBookTickers")

    def trades(self, *, contractName: str, limit: Optional[int] = None) -> ContractTrades:
        """Newest first; `qty` is contracts."""
        return self._ask("futuresTrades", contractName=contractName, limit=limit)

    def index(self, *, contractName: str) -> IndexPrice:
        """Index price, mark price and funding rate."""
        return self._ask("futuresIndex", contractName=contractName)

    def klines(
        self,
        *,
        contractName: str,
        interval: Interval,
        limit: Optional[int] = None,
        startTime: Optional[int] = None,
        endTime: Optional[int] = None,
    ) -> List[ContractKline]:
        """Newest first, at most 300; both ends count."""
        span = {"interval": interval, "limit": limit, "startTime": startTime, "endTime": endTime}
        return self._ask("futuresKlines", contractName=contractName, **span)

    def funding_rates(
        self,
        *,
        contractName: str,
        startTime: Optional[int] = None,
        endTime: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> List[FundingRate]:
        """Fundings that were settled, newest first, at most 1,000; both ends count."""
        span = {"startTime": startTime, "endTime": endTime, "limit": limit}
        return self._ask("futuresFundingRate", contractName=contractName, **span)

    def _ask(self, operation: str, **asked: Any) -> Any:
        return self._session.call(ENDPOINTS[operation], asked)
