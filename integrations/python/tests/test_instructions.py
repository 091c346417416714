"""What an order of spot asks for besides, against a real server: that it trails the price, or shows a part of itself."""

from decimal import Decimal

import pytest
from bourse import BourseError

SYMBOL = "BTCUSDT"


@pytest.fixture
def market(exchange):
    """The last price is 100, and `market(price)` is a trade there that leaves the book as it was."""
    maker, taker = (exchange.client(user).spot for user in ("demo1", "demo2"))

    def trade(price):
        limit = {"symbol": SYMBOL, "type": "LIMIT", "volume": 1, "price": price}
        maker.create_order(side="SELL", **limit)
        taker.create_order(side="BUY", **limit)

    trade(100)
    return trade


@pytest.fixture
def spot(exchange):
    return exchange.client("demo1").spot


def bid(exchange, price):
    limit = {"symbol": SYMBOL, "type": "LIMIT", "side": "BUY", "volume": 1}
    return exchange.client("demo2").spot.create_order(**limit, price=price)


TRAIL = {"symbol": SYMBOL, "side": "SELL", "type": "MARKET", "volume": 1, "trailingDelta": 100}


def test_a_stop_follows_the_price_up_and_sells_on_the_way_back(exchange, spot, market):
    placed = spot.create_order(**TRAIL)
    assert (placed["status"], placed["trailingDelta"], placed["triggered"]) == ("NEW", 100, False)

    def found():
        return spot.get_order(symbol=SYMBOL, orderId=placed["orderId"])

    assert found()["trailingPrice"] == 99
    market(110)
    market(109)
    assert (found()["status"], found()["trailingPrice"]) == ("NEW", Decimal("108.9"))
    bid(exchange, "108.5")
    market("108.9")

    sold = found()
    assert (sold["status"], sold["avgPrice"], sold["triggered"]) == ("FILLED", Decimal("108.5"), True)


def test_it_trails_from_its_trigger_on_in_place_of_another_in_a_batch_and_as_a_leg(spot, market):
    placed = spot.create_order(**TRAIL, triggerPrice=105)
    assert "trailingPrice" not in spot.get_order(symbol=SYMBOL, orderId=placed["orderId"])

    replaced = spot.replace_order(**{**TRAIL, "trailingDelta": 200}, cancelOrderId=placed["orderId"])
    assert replaced["newOrderResponse"]["trailingDelta"] == 200
    item = {"side": "SELL", "batchType": "MARKET", "volume": 1, "trailingDelta": 300}
    spot.create_orders(symbol=SYMBOL, orders=[item])
    gain = {"side": "SELL", "batchType": "LIMIT", "volume": 1, "price": 120}
    spot.create_order_list(symbol=SYMBOL, listType="OCO", orders=[{**item, "trailingDelta": 400}, gain])

    found = [one["trailingPrice"] for one in spot.open_orders(symbol=SYMBOL) if "trailingDelta" in one]
    assert sorted(found) == [96, 97, 98]


@pytest.mark.parametrize("delta", [9, 2001])
def test_so_much_is_refused_by_a_test_as_by_an_order(spot, market, delta):
    spot.test_order(**TRAIL)
    for call in (spot.create_order, spot.test_order):
        with pytest.raises(BourseError) as raised:
            call(**{**TRAIL, "trailingDelta": delta})
        assert raised.value.code == -1014


def test_an_iceberg_shows_a_part_of_itself(exchange, spot, market):
    limit = {"symbol": SYMBOL, "side": "SELL", "type": "LIMIT", "volume": 5, "price": 100}
    placed = spot.create_order(**limit, icebergQty=2)

    bid(exchange, 100)

    found = spot.get_order(symbol=SYMBOL, orderId=placed["orderId"])
    assert (found["icebergQty"], found["executedQty"]) == (2, 1)
    assert spot.depth(symbol=SYMBOL)["asks"][0] == [100, 1]
