"""Public endpoints of futures."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from ..wire.endpoint import open_read
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

ROOT = "/fapi/v1"


@tells_parameters
class FuturesMarket:
    def __init__(self, session: Session) -> None:
        self._session = session

    def ping(self) -> Dict[str, Any]:
        return self._open_read("ping")

    def time(self) -> ServerTime:
        return self._open_read("time")

    def contracts(self) -> List[Contract]:
        return self._open_read("contracts")

    def depth(self, *, contractName: str, limit: Optional[int] = None) -> Depth:
        """Best first on both sides."""
        return self._open_read("depth", contractName=contractName, limit=limit)

    def ticker(self, *, contractName: str) -> Ticker:
        return self._open_read("ticker", contractName=contractName)

    def tickers(self) -> ContractTickers:
        """Every contract; counts as 10 requests."""
        return self._open_read("tickers")

    def book_tickers(self) -> ContractBookTickers:
        """The best prices of every contract; counts as 10 requests."""
        return self._open_read("bookTickers")

    def trades(self, *, contractName: str, limit: Optional[int] = None) -> ContractTrades:
        """Newest first; `qty` is contracts."""
        return self._open_read("trades", contractName=contractName, limit=limit)

    def index(self, *, contractName: str) -> IndexPrice:
        """Index price, mark price and funding rate."""
        return self._open_read("index", contractName=contractName)

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
        return self._open_read("klines", contractName=contractName, **span)

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
        return self._open_read("fundingRate", contractName=contractName, **span)

    def _open_read(self, path: str, **asked: Any) -> Any:
        return self._session.call(open_read(f"{ROOT}/{path}"), asked)
