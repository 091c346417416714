"""Order lists in the words of the API.

Made by `npm run generate` from the contract of the API (src/contract): change that.
"""

from __future__ import annotations

from typing import List, Literal, TypedDict

from .pair_words import (
    CanceledOrder as CanceledOrder,
    Order as Order,
    PlacedOrder as PlacedOrder,
)
from .words import (
    OrderListType as OrderListType,
)


class _PlacedOrderList(TypedDict):
    #: Id of the list; its orders have the next ones.
    orderListId: int
    #: Symbol.
    symbol: str
    #: What it is.
    listType: OrderListType
    #: When it was placed, in ms.
    transactTime: int
    #: Its orders, in their order, as placing it has left them.
    orders: List[PlacedOrder]


class PlacedOrderList(_PlacedOrderList, total=False):
    #: Your own name of it, if it has one.
    listClientOrderId: str


class _CanceledOrderList(TypedDict):
    #: Id of the list; its orders have the next ones.
    orderListId: int
    #: Symbol.
    symbol: str
    #: Those that were open.
    orders: List[CanceledOrder]


class CanceledOrderList(_CanceledOrderList, total=False):
    #: Your own name of it, if it has one.
    listClientOrderId: str


class _OpenOrderList(TypedDict):
    #: Id of the list; its orders have the next ones.
    orderListId: int
    #: Symbol.
    symbol: str
    #: What it is.
    listType: OrderListType
    #: When it was placed, in ms.
    transactTime: int
    #: Those that are open, in their order.
    orders: List[Order]


class OpenOrderList(_OpenOrderList, total=False):
    #: Your own name of it, if it has one.
    listClientOrderId: str


class _OrderList(TypedDict):
    #: Id of the list; its orders have the next ones.
    orderListId: int
    #: Symbol.
    symbol: str
    #: What it is.
    listType: OrderListType
    #: When it was placed, in ms.
    transactTime: int
    #: EXECUTING while one of its orders is open.
    listStatus: Literal["EXECUTING", "ALL_DONE"]
    #: Its orders, in their order, as they stand or as they ended.
    orders: List[Order]


class OrderList(_OrderList, total=False):
    #: Your own name of it, if it has one.
    listClientOrderId: str
    #: Of one that is executing: whether its legs are live, and not PENDING_NEW.
    legsLive: bool
    #: When the last of its orders ended, in ms.
    endTime: int


class _KeptOrderList(TypedDict):
    #: Id of the list; its orders have the next ones.
    orderListId: int
    #: Symbol.
    symbol: str
    #: What it is.
    listType: OrderListType
    #: When it was placed, in ms.
    transactTime: int
    #: EXECUTING while one of its orders is open.
    listStatus: Literal["EXECUTING", "ALL_DONE"]
    #: Its orders, in their order.
    orderIds: List[int]


class KeptOrderList(_KeptOrderList, total=False):
    #: Your own name of it, if it has one.
    listClientOrderId: str
    #: Of one that is executing: whether its legs are live, and not PENDING_NEW.
    legsLive: bool
    #: When the last of its orders ended, in ms.
    endTime: int
