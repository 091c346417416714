"""Orders of spot and of margin, which are taken, kept and shown alike: only the endpoints differ."""

from __future__ import annotations

import threading
from typing import Any, List, Literal, Optional, Union

from ..wire.endpoint import naming, parameters_of
from ..wire.endpoints import ENDPOINTS
from ..wire.errors import NO_SUCH_ORDER, ORDER_OVER, BourseError
from ..wire.exact import Figure
from ..wire.session import Session
from .client_id import draw_client_id
from .lost_order import Found, Placing, place_once
from .pair_words import (
    CanceledAll,
    CanceledOrder,
    Order,
    OrderType,
    OwnTrade,
    PairTimeInForce,
    PlacedOrder,
    PreventedMatch,
    ReplacedOrder,
    ReplaceMode,
    SelfTradeMode,
    Side,
    VolumeUnit,
)
from .repeatable import Repetition, look_after, repeat, repeat_plainly
from .told_parameters import tells_parameters

_REMEDY = "Ask for the order."


@tells_parameters
class PairOrders:
    def __init__(self, session: Session, area: Literal["spot", "margin"]) -> None:
        self._session = session
        self._create = naming(ENDPOINTS[f"{area}CreateOrder"], "orderId")
        self._get = naming(ENDPOINTS[f"{area}QueryOrder"], "orderId")
        self._cancel = naming(ENDPOINTS[f"{area}CancelOrder"], "orderId")
        self._cancel_all = ENDPOINTS[f"{area}CancelAll"]
        self._replace = ENDPOINTS[f"{area}CancelReplace"]
        self._open = ENDPOINTS[f"{area}OpenOrders"]
        self._trades = ENDPOINTS[f"{area}MyTrades"]
        self._prevented = ENDPOINTS[f"{area}MyPreventedMatches"]
        self._order_id_seen = 0
        self._seeing = threading.Lock()

    def create_order(
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
    ) -> PlacedOrder:
        """Placed once, or not at all: see the README for what happens when the reply is lost.

        A market buy has as its volume what it may spend, unless volumeUnit is BASE. A client id is drawn if you give none.
        """
        order = {
            "symbol": symbol,
            "side": side,
            "type": type,
            "volume": volume,
            "price": price,
            "timeInForce": timeInForce,
            "selfTrade": selfTrade,
            "triggerPrice": triggerPrice,
            "icebergQty": icebergQty,
            "trailingDelta": trailingDelta,
            "volumeUnit": volumeUnit,
        }
        placed: PlacedOrder = place_once(self._session, self._placing(order, newClientOrderId))
        self._see(placed["orderId"])
        return placed

    def get_order(
        self,
        *,
        symbol: str,
        orderId: Optional[Union[int, str]] = None,
        newClientOrderId: Optional[str] = None,
    ) -> Order:
        """By its id or by its client id."""
        name = {"symbol": symbol, "orderId": orderId, "newClientOrderId": newClientOrderId}
        order: Order = self._session.call(self._get, name)
        self._see(order["orderId"])
        return order

    def cancel_order(
        self,
        *,
        symbol: str,
        orderId: Optional[Union[int, str]] = None,
        newClientOrderId: Optional[str] = None,
    ) -> CanceledOrder:
        """An order that is over is refused (-1145), unless it was a lost try of this cancel that ended it."""
        name = {"symbol": symbol, "orderId": orderId, "newClientOrderId": newClientOrderId}
        # An order id never comes again; a client id may, and then means another order.
        how = Repetition(_REMEDY, is_harmless_late=orderId is not None)
        done = repeat(self._session, self._cancel, name, how)
        if done.refusal is None:
            return done.answer
        if done.refusal.code != ORDER_OVER or done.lost is None:
            raise done.refusal
        order = look_after(done.lost, _REMEDY, lambda: self._session.call_patiently(self._get, name))
        if order["status"] != "CANCELED":
            raise done.refusal
        kept = ("orderId", "orderIdString", "clientOrderId", "symbol", "status")
        return {field: order[field] for field in kept}  # type: ignore[return-value]

    def cancel_all(self, *, symbol: str) -> CanceledAll:
        """All open orders of a symbol in this area, stops too. `more` says that there are more: call again."""
        asked = {"symbol": symbol}
        return repeat_plainly(self._session, self._cancel_all, asked, "Ask for the open orders.")

    def replace_order(
        self,
        *,
        symbol: str,
        side: Side,
        type: OrderType,
        volume: Figure,
        price: Optional[Figure] = None,
        cancelOrderId: Optional[Union[int, str]] = None,
        cancelClientOrderId: Optional[str] = None,
        cancelReplaceMode: Optional[ReplaceMode] = None,
        timeInForce: Optional[PairTimeInForce] = None,
        selfTrade: Optional[SelfTradeMode] = None,
        triggerPrice: Optional[Figure] = None,
        icebergQty: Optional[Figure] = None,
        trailingDelta: Optional[int] = None,
        volumeUnit: Optional[VolumeUnit] = None,
        newClientOrderId: Optional[str] = None,
    ) -> ReplacedOrder:
        """One order in the place of another, by one command. Less at the same price without a
        newClientOrderId is an amendment. Never sent twice: when the reply is lost, ask for both orders."""
        asked = parameters_of(locals())
        return self._session.call_once(self._replace, asked, "Ask for both orders.")

    def open_orders(self, *, symbol: str, limit: Optional[int] = None) -> List[Order]:
        """Newest first."""
        return self._session.call(self._open, {"symbol": symbol, "limit": limit})

    def my_trades(
        self, *, symbol: str, limit: Optional[int] = None, fromId: Optional[Union[int, str]] = None
    ) -> List[OwnTrade]:
        """Newest first. To read all of them begin with fromId=1 and go on from the highest id plus one."""
        asked = {"symbol": symbol, "limit": limit, "fromId": fromId}
        return self._session.call(self._trades, asked)

    def my_prevented_matches(
        self, *, symbol: str, limit: Optional[int] = None, fromId: Optional[Union[int, str]] = None
    ) -> List[PreventedMatch]:
        """Where two orders of yours met and did not trade, newest first."""
        asked = {"symbol": symbol, "limit": limit, "fromId": fromId}
        return self._session.call(self._prevented, asked)

    def _see(self, order_id: int) -> None:
        with self._seeing:
            self._order_id_seen = max(self._order_id_seen, order_id)

    def _placing(self, order: dict[str, Any], given: Optional[str]) -> Placing:
        name = draw_client_id() if given is None else given
        symbol = order["symbol"]
        return Placing(
            endpoint=self._create.name,
            client_order_id=name,
            is_drawn=given is None,
            order_id_seen=self._order_id_seen,
            send=lambda: self._session.call(self._create, {**order, "newClientOrderId": name}),
            find=lambda: self._find(symbol, name),
            await_earlier_commands=lambda: self._await_earlier_commands(symbol),
        )

    def _find(self, symbol: str, name: str) -> Optional[Found]:
        try:
            asked = {"symbol": symbol, "newClientOrderId": name}
            order = self._session.call_patiently(self._get, asked)
        except BourseError as refusal:
            if refusal.code == NO_SUCH_ORDER:
                return None
            raise
        reply = {field: value for field, value in order.items() if field in PlacedOrder.__annotations__}
        return Found(order["orderId"], order["transactTime"], reply)

    def _await_earlier_commands(self, symbol: str) -> None:
        nobody = {"symbol": symbol, "newClientOrderId": draw_client_id()}
        try:
            self._session.call_patiently(self._cancel, nobody)
        except BourseError as refusal:
            if refusal.code != NO_SUCH_ORDER:
                raise
