"""A bot that trades by order lists. Each minute it looks at every list and holds it against what must never be; a list that
takes too long is canceled, and what it has left is traded back."""

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from typing import List, Sequence

from list_plans import KEEPS, PLANS

OPEN = ("NEW", "PARTIALLY_FILLED", "PENDING_NEW")
PATIENCE_MINUTES = 7
LISTS_MAX = 4


@dataclass
class OpenList:
    id: int
    name: str
    parts: Sequence[str]
    orders: List[int]
    #: What was bought for it before; sold below zero.
    held: Decimal
    minutes: int = 0


def is_open(order):
    return order["status"] in OPEN


def brought(order):
    """Of the base, after the fee."""
    return order["executedQty"] * KEEPS if order["side"] == "BUY" else -order["executedQty"]


class BracketBot:
    def __init__(self, client, symbol):
        self._spot, self._symbol = client.spot, symbol
        self._lists = []
        self._begun = self._canceled = 0
        #: How orders of its lists have ended, by their part in it.
        self.ends = Counter()

    def step(self):
        self._settle(PATIENCE_MINUTES)
        if len(self._lists) < LISTS_MAX:
            self.begin(*PLANS[self._begun % len(PLANS)])

    def begin(self, plan, before=None):
        held = Decimal(0) if before is None else brought(self._trade(*before))
        kind, parts, orders = plan(self._spot.ticker(symbol=self._symbol)["last"])
        # Where its own orders meet, the one that rests makes way, and its list ends.
        items = [dict(one, selfTrade="EXPIRE_MAKER") for one in orders]
        name = f"list-{self._begun}"
        self._begun += 1
        placed = self._spot.create_order_list(
            symbol=self._symbol, listType=kind, orders=items, listClientOrderId=name
        )
        ids = [one["orderId"] for one in placed["orders"]]
        self._lists.append(OpenList(placed["orderListId"], name, parts, ids, held))

    def stop(self):
        self._settle(0)
        assert self._lists == []

    def _trade(self, side, volume):
        market = {"type": "MARKET", "volumeUnit": "BASE", "selfTrade": "EXPIRE_MAKER"}
        order = self._spot.create_order(symbol=self._symbol, side=side, volume=volume, **market)
        assert order["status"] == "FILLED", order
        return order

    def _settle(self, patience):
        still_open = {one["orderListId"] for one in self._spot.open_order_lists(symbol=self._symbol)}
        left = []
        for one in self._lists:
            orders = self._look(one)
            if any(map(is_open, orders)):
                one.minutes += 1
                if one.minutes > patience:
                    self._cancel(one, next(filter(is_open, orders)))
                    orders = self._look(one)
            else:
                assert one.id not in still_open, orders
            if any(map(is_open, orders)):
                left.append(one)
            else:
                self._close(one, orders)
        self._lists = left

    def _look(self, one):
        """The orders of a list as they stand."""
        orders = [self._spot.get_order(symbol=self._symbol, orderId=order) for order in one.orders]
        holds_together(one, orders)
        return orders

    def _cancel(self, one, order):
        """By its name, its id and one of its orders, in turn."""
        names = [{"listClientOrderId": one.name}, {"orderListId": one.id}, {"orderId": order["orderId"]}]
        named = names[self._canceled % 3]
        self._canceled += 1
        cancel = self._spot.cancel_order if "orderId" in named else self._spot.cancel_order_list
        cancel(symbol=self._symbol, **named)

    def _close(self, one, orders):
        left = one.held + sum(map(brought, orders))
        if left > 0:
            self._trade("SELL", left)
        if left < 0:
            self._trade("BUY", -left / KEEPS)
        self.ends.update((part, order.get("endReason", order["status"])) for part, order in zip(one.parts, orders))


def holds_together(one, orders):
    """What holds of a list at any time: one leg at most trades, no more than its volume, and after the entry only."""
    legs = [order for part, order in zip(one.parts, orders) if part != "entry"]
    traded = [leg for leg in legs if leg["executedQty"] > 0]
    assert {order["orderListId"] for order in orders} == {one.id}
    assert len(traded) <= 1, orders
    for leg in traded:
        assert leg["executedQty"] <= leg["origQty"], orders
        others = [other.get("endReason") for other in legs if other is not leg]
        assert others == ["OTHER_LEG"] * len(others), orders
        assert len(orders) == len(legs) or orders[0]["status"] == "FILLED", orders
