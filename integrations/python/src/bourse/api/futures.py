"""Everything under /fapi that is signed: orders that may wait for a price, positions, the accounts."""

from __future__ import annotations

import threading
from typing import Any, List, Optional, Union

from ..wire.endpoint import Endpoint, listing, naming, parameters_of
from ..wire.endpoints import ENDPOINTS
from ..wire.errors import NO_SUCH_ORDER, ORDER_OVER, BourseError
from ..wire.exact import Figure
from ..wire.session import Session
from .client_id import draw_client_id
from .futures_market import FuturesMarket
from .futures_words import (
    Action,
    ContractConfig,
    ContractRates,
    EndedFuturesOrder,
    FuturesAccount,
    FuturesOrder,
    FuturesOrderType,
    FuturesTrade,
    PlacedFuturesOrder,
    PositionType,
    Profit,
    TriggerType,
)
from .ledger_words import FuturesLedgerPage
from .lost_order import Found, Placing, place_once
from .pair_words import PairTimeInForce, Side
from .repeatable import Repetition, call_named, look_after, repeat, repeat_plainly
from .told_parameters import tells_parameters

_CREATE = naming(ENDPOINTS["futuresCreateOrder"], "orderId")
_CREATE_CONDITION = naming(ENDPOINTS["futuresCreateConditionOrder"], "orderId")
_GET = listing(ENDPOINTS["futuresQueryOrder"], "orderId")
_CANCEL = naming(ENDPOINTS["futuresCancelOrder"], "orderId")
_REMEDY = "Ask for the order."
_Id = Optional[Union[int, str]]


@tells_parameters
class Futures(FuturesMarket):
    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._order_id_seen = 0
        self._seeing = threading.Lock()

    def create_order(
        self,
        *,
        contractName: str,
        side: Side,
        open: Action,
        positionType: PositionType,
        type: FuturesOrderType,
        volume: Figure,
        price: Optional[Figure] = None,
        timeInForce: Optional[PairTimeInForce] = None,
        clientOrderId: Optional[str] = None,
    ) -> PlacedFuturesOrder:
        """Placed once, or not at all: see the README for what happens when the reply is lost.

        The volume is in contracts; of a market order that opens it is a value in the margin coin.
        """
        order = parameters_of(locals())
        return self._place(_CREATE, order)

    def create_condition_order(
        self,
        *,
        contractName: str,
        side: Side,
        open: Action,
        positionType: PositionType,
        type: FuturesOrderType,
        volume: Figure,
        triggerType: TriggerType,
        triggerPrice: Figure,
        price: Optional[Figure] = None,
        timeInForce: Optional[PairTimeInForce] = None,
        clientOrderId: Optional[str] = None,
    ) -> PlacedFuturesOrder:
        """Waits until the last price reaches the trigger; placed once, too."""
        order = parameters_of(locals())
        return self._place(_CREATE_CONDITION, order)

    def cancel_order(
        self, *, contractName: str, orderId: _Id = None, clientOrderId: Optional[str] = None
    ) -> PlacedFuturesOrder:
        """An order that is over is refused (-1145), unless it was a lost try of this cancel that ended it."""
        name = {"contractName": contractName, "orderId": orderId, "clientOrderId": clientOrderId}
        how = Repetition(_REMEDY, is_harmless_late=orderId is not None)
        done = repeat(self._session, _CANCEL, name, how)
        if done.refusal is None:
            return done.answer
        if done.refusal.code != ORDER_OVER or done.lost is None:
            raise done.refusal
        order = look_after(done.lost, _REMEDY, lambda: self._session.call_patiently(_GET, name))[0]
        if order["status"] != "CANCELLED":
            raise done.refusal
        return {"orderId": order["orderId"], "orderIdString": order["orderIdString"]}

    def cancel_all(self, *, contractName: Optional[str] = None) -> None:
        """Cancels all orders of a contract, or of all contracts; waiting ones included."""
        self._write("futuresCancelAll", {"contractName": contractName}, "Look at the open orders.")

    def get_order(
        self, *, contractName: str, orderId: _Id = None, clientOrderId: Optional[str] = None
    ) -> FuturesOrder:
        """By its id or by its client id."""
        name = {"contractName": contractName, "orderId": orderId, "clientOrderId": clientOrderId}
        order: FuturesOrder = self._session.call(_GET, name)[0]
        self._see(order["orderId"])
        return order

    def newest_orders(self, *, contractName: str) -> List[FuturesOrder]:
        """The newest hundred of a contract, in any state."""
        return self._ask("futuresQueryOrder", contractName=contractName)

    def open_orders(self, *, contractName: Optional[str] = None) -> List[FuturesOrder]:
        """The open orders of a contract, or of all contracts; newest first."""
        return self._ask("futuresOpenOrders", contractName=contractName)

    def order_history(
        self, *, contractName: str, limit: Optional[int] = None, fromId: _Id = None
    ) -> List[EndedFuturesOrder]:
        """Orders that are over, newest first."""
        return self._ask("futuresOrderHistorical", contractName=contractName, limit=limit, fromId=fromId)

    def profit_history(
        self, *, contractName: Optional[str] = None, limit: Optional[int] = None, fromId: _Id = None
    ) -> List[Profit]:
        """The profits of closed positions, of a contract or of all contracts; newest first."""
        return self._ask("futuresProfitHistorical", contractName=contractName, limit=limit, fromId=fromId)

    def my_trades(
        self, *, contractName: str, limit: Optional[int] = None, fromId: _Id = None
    ) -> List[FuturesTrade]:
        """Newest first."""
        return self._ask("futuresMyTrades", contractName=contractName, limit=limit, fromId=fromId)

    def user_config(self, *, contractName: Optional[str] = None) -> List[ContractConfig]:
        """Leverage and margin mode of a contract, or of all of them, as they stand."""
        return self._ask("futuresUserConfig", contractName=contractName)

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
    ) -> FuturesLedgerPage:
        """Every change of your balances in futures, isolated margins included, newest first."""
        asked = {"asset": asset, "type": type, "startTime": startTime, "endTime": endTime}
        page = {"fromId": fromId, "toId": toId, "limit": limit}
        return self._ask("futuresLedger", **asked, **page)

    def fee_rates(self, *, contractName: Optional[str] = None) -> List[ContractRates]:
        """What a new order would pay; of every contract when none is named."""
        return self._ask("futuresFeeRates", contractName=contractName)

    def account(self) -> FuturesAccount:
        return self._ask("futuresAccount")

    def set_leverage(
        self, *, contractName: str, nowLevel: int, clientRequestId: Optional[str] = None
    ) -> None:
        asked = {"contractName": contractName, "nowLevel": nowLevel, "clientRequestId": clientRequestId}
        self._write("futuresEditLever", asked, "Set it again.")

    def set_margin_model(
        self, *, contractName: str, marginModel: PositionType, clientRequestId: Optional[str] = None
    ) -> None:
        """1 cross, 2 isolated."""
        asked = {"contractName": contractName, "marginModel": marginModel, "clientRequestId": clientRequestId}
        self._write("futuresEditMarginModel", asked, "Set it again.")

    def move_position_margin(
        self, *, positionId: int, amount: Figure, clientRequestId: Optional[str] = None
    ) -> None:
        """Above zero into an isolated position, below zero out of it."""
        asked = {"positionId": positionId, "amount": amount, "clientRequestId": clientRequestId}
        remedy = "Compare the position's holdAmount with that before."
        call_named(self._session, ENDPOINTS["futuresEditPositionMargin"], asked, remedy)

    def _write(self, operation: str, asked: dict[str, Any], remedy: str) -> None:
        """Doing it twice does no harm."""
        repeat_plainly(self._session, ENDPOINTS[operation], asked, remedy)

    def _see(self, order_id: int) -> None:
        with self._seeing:
            self._order_id_seen = max(self._order_id_seen, order_id)

    def _place(self, endpoint: Endpoint, order: dict[str, Any]) -> PlacedFuturesOrder:
        given = order["clientOrderId"]
        name = draw_client_id() if given is None else given
        contract = order["contractName"]
        placing = Placing(
            endpoint=endpoint.name,
            client_order_id=name,
            is_drawn=given is None,
            order_id_seen=self._order_id_seen,
            send=lambda: self._session.call(endpoint, {**order, "clientOrderId": name}),
            find=lambda: self._find(contract, name),
            await_earlier_commands=lambda: self._await_earlier_commands(contract),
        )
        placed: PlacedFuturesOrder = place_once(self._session, placing)
        self._see(placed["orderId"])
        return placed

    def _find(self, contract: str, name: str) -> Optional[Found]:
        try:
            order = self._session.call_patiently(_GET, {"contractName": contract, "clientOrderId": name})[0]
        except BourseError as refusal:
            if refusal.code == NO_SUCH_ORDER:
                return None
            raise
        reply = {"orderId": order["orderId"], "orderIdString": order["orderIdString"]}
        return Found(order["orderId"], order["transactTime"], reply)

    def _await_earlier_commands(self, contract: str) -> None:
        nobody = {"contractName": contract, "clientOrderId": draw_client_id()}
        try:
            self._session.call_patiently(_CANCEL, nobody)
        except BourseError as refusal:
            if refusal.code != NO_SUCH_ORDER:
                raise
