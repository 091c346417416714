"""The thin slice: one order from end to end, and a test that sees nothing of it."""

from decimal import Decimal


def test_an_order_is_filled(exchange):
    limit = {"symbol": "BTCUSDT", "type": "LIMIT", "volume": 1, "price": "50000"}
    exchange.client("demo1").spot.create_order(side="SELL", **limit)

    order = exchange.client("demo2").spot.create_order(side="BUY", **limit)

    assert (order["status"], order["executedQty"]) == ("FILLED", Decimal(1))


def test_the_next_test_does_not_see_it(exchange):
    assert exchange.client("demo1").spot.my_trades(symbol="BTCUSDT") == []
