"""Spot: market data of pairs, and everything under /sapi that is neither margin nor a transfer."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Union

from ..wire.endpoint import naming, naming_many, parameters_of
from ..wire.endpoints import ENDPOINTS
from ..wire.exact import Figure
from ..wire.session import Session
from .account_words import SpotAccount, SymbolRates
from .client_id import draw_client_id
from .ledger_words import LedgerPage
from .list_words import (
    CanceledOrderList,
    KeptOrderList,
    OpenOrderList,
    OrderList,
    OrderListType,
    PlacedOrderList,
)
from .market_words import (
    Depth,
    Interval,
    Kline,
    RecentTrades,
    ServerTime,
    SymbolBookTickers,
    Symbols,
    SymbolTickers,
    Ticker,
)
from .pair_orders import PairOrders
from .pair_words import (
    BatchItem,
    CanceledBatch,
    Order,
    OrderType,
    PairTimeInForce,
    PlacedBatch,
    RunningCountdown,
    SelfTradeMode,
    Side,
    VolumeUnit,
)
from .repeatable import repeat_named, repeat_plainly
from .told_parameters import tells_parameters

_BATCH = naming_many(ENDPOINTS["spotCreateBatch"], "ids")
_ORDER_LIST = naming(ENDPOINTS["spotCreateOrderList"], "orderListId")


@tells_parameters
class Spot(PairOrders):
    def __init__(self, session: Session) -> None:
        super().__init__(session, "spot")

    def ping(self) -> Dict[str, Any]:
        return self._ask("spotPing")

    def time(self) -> ServerTime:
        return self._ask("spotTime")

    def symbols(self) -> Symbols:
        return self._ask("spotSymbols")

    def depth(self, *, symbol: str, limit: Optional[int] = None) -> Depth:
        """Best first on both sides."""
        return self._ask("spotDepth", symbol=symbol, limit=limit)

    def ticker(self, *, symbol: str) -> Ticker:
        return self._ask("spotTicker", symbol=symbol)

    def tickers(self) -> SymbolTickers:
        """Every symbol; counts as 10 requests."""
        return self._ask("spotTickers")

    def book_tickers(self) -> SymbolBookTickers:
        """The best prices of every symbol; counts as 10 requests."""
        return self._ask("spotBookTickers")

    def trades(self, *, symbol: str, limit: Optional[int] = None) -> RecentTrades:
        """Newest first."""
        return self._ask("spotTrades", symbol=symbol, limit=limit)

    def trades_by_other_path(self, *, symbol: str, limit: Optional[int] = None) -> RecentTrades:
        """The same at `/api/v1/trades`, where one variant of the reference has it."""
        return self._ask("spotTradesAlias", symbol=symbol, limit=limit)

    def klines(
        self,
        *,
        symbol: str,
        interval: Interval,
        limit: Optional[int] = None,
        startTime: Optional[int] = None,
        endTime: Optional[int] = None,
    ) -> List[Kline]:
        """Newest first, at most 300; both ends count."""
        span = {"interval": interval, "limit": limit, "startTime": startTime, "endTime": endTime}
        return self._ask("spotKlines", symbol=symbol, **span)

    def test_order(
        self,
        *,
        symbol: str,
        side: Side,
        type: OrderType,
        volume: Figure,
        price: Optional[Figure] = None,
        timeInForce: Optional[PairTimeInForce] = None,
        selfTrade: Optional[SelfTradeMode] = None,
        triggerPrice: Optional[Figure] = None,
        icebergQty: Optional[Figure] = None,
        trailingDelta: Optional[int] = None,
        volumeUnit: Optional[VolumeUnit] = None,
        newClientOrderId: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Asks whether the order would be taken now, and places nothing."""
        asked = parameters_of(locals())
        return self._ask("spotTestOrder", **asked)

    def create_orders(
        self, *, symbol: str, orders: Sequence[BatchItem], clientRequestId: Optional[str] = None
    ) -> PlacedBatch:
        """One id for each of up to ten, in their order, and which of them were rejected and why. Items without
        a client id get one, to be asked for by, unless the batch has an id: then it can be sent again as it is."""
        batch = {"symbol": symbol, "orders": list(orders), "clientRequestId": clientRequestId}
        if clientRequestId is not None:
            return repeat_named(self._session, _BATCH, batch)
        ids = tuple(item.get("newClientOrderId") or draw_client_id() for item in orders)
        named = [dict(item, newClientOrderId=name) for item, name in zip(orders, ids)]
        remedy = "Ask for each order by its client id: if one is there, the batch was taken."
        return self._session.call_once(_BATCH, {**batch, "orders": named}, remedy, ids)

    def create_order_list(
        self,
        *,
        symbol: str,
        listType: OrderListType,
        orders: Sequence[BatchItem],
        listClientOrderId: Optional[str] = None,
    ) -> PlacedOrderList:
        """Two or three orders that know of each other, placed whole or not at all: OCO, OTO, OTOCO. Those without
        a client id get one."""
        ids = tuple(item.get("newClientOrderId") or draw_client_id() for item in orders)
        named = [dict(item, newClientOrderId=name) for item, name in zip(orders, ids)]
        asked = {"symbol": symbol, "listType": listType, "listClientOrderId": listClientOrderId}
        remedy = "Ask for one of its orders by its client id: if it is there, the list was taken."
        return self._session.call_once(_ORDER_LIST, {**asked, "orders": named}, remedy, ids)

    def test_order_list(
        self,
        *,
        symbol: str,
        listType: OrderListType,
        orders: Sequence[BatchItem],
        listClientOrderId: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Would this list be taken? Asks everything but the money, and places nothing."""
        asked = {"symbol": symbol, "listType": listType, "listClientOrderId": listClientOrderId}
        return self._ask("spotTestOrderList", orders=list(orders), **asked)

    def cancel_order_list(
        self,
        *,
        symbol: str,
        orderListId: Optional[Union[int, str]] = None,
        listClientOrderId: Optional[str] = None,
    ) -> CanceledOrderList:
        """All its orders that are open."""
        asked = {"symbol": symbol, "orderListId": orderListId, "listClientOrderId": listClientOrderId}
        remedy = "Ask for the open lists, or cancel again."
        return self._session.call_once(ENDPOINTS["spotCancelOrderList"], asked, remedy)

    def open_order_lists(self, *, symbol: str) -> List[OpenOrderList]:
        """Newest first, with those of their orders that are open."""
        return self._ask("spotOpenOrderLists", symbol=symbol)

    def get_order_list(
        self,
        *,
        symbol: str,
        orderListId: Optional[Union[int, str]] = None,
        listClientOrderId: Optional[str] = None,
    ) -> OrderList:
        """One list, open or ended, with all its orders as they stand or as they ended."""
        name = {"orderListId": orderListId, "listClientOrderId": listClientOrderId}
        return self._ask("spotQueryOrderList", symbol=symbol, **name)

    def all_order_lists(
        self, *, symbol: str, limit: Optional[int] = None, fromId: Optional[Union[int, str]] = None
    ) -> List[KeptOrderList]:
        """Open and ended ones, newest first, with the ids of their orders."""
        return self._ask("spotAllOrderLists", symbol=symbol, limit=limit, fromId=fromId)

    def cancel_orders(self, *, symbol: str, orderIds: Sequence[int]) -> CanceledBatch:
        """The orders that were canceled and those that were not, in the order of the request."""
        remedy = "Ask for each order, or cancel again: what was canceled comes back as failed."
        asked = {"symbol": symbol, "orderIds": list(orderIds)}
        return self._session.call_once(ENDPOINTS["spotCancelBatch"], asked, remedy)

    def countdown_cancel_all(self, *, symbol: str, countdownTime: int) -> RunningCountdown:
        """Cancels all your orders of a symbol, in spot and margin, unless it is called again within
        `countdownTime` ms; 0 ends it."""
        asked = {"symbol": symbol, "countdownTime": countdownTime}
        endpoint = ENDPOINTS["spotCountdownCancelAll"]
        return repeat_plainly(self._session, endpoint, asked, "Set the countdown again.")

    def order_history(
        self, *, symbol: str, limit: Optional[int] = None, fromId: Optional[Union[int, str]] = None
    ) -> List[Order]:
        """Orders that are over, newest first."""
        return self._ask("spotHistoryOrders", symbol=symbol, limit=limit, fromId=fromId)

    def account(self) -> SpotAccount:
        return self._ask("spotAccount")

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
    ) -> LedgerPage:
        """Every change of your balances in spot, with the balance behind it, newest first."""
        asked = {"asset": asset, "type": type, "startTime": startTime, "endTime": endTime}
        page = {"fromId": fromId, "toId": toId, "limit": limit}
        return self._ask("spotLedger", **asked, **page)

    def fee_rates(self, *, symbol: Optional[str] = None) -> List[SymbolRates]:
        """What a new order would pay, in spot and in margin; of every symbol when none is named."""
        return self._ask("spotFeeRates", symbol=symbol)

    def _ask(self, operation: str, **asked: Any) -> Any:
        return self._session.call(ENDPOINTS[operation], asked)
