"""Figures: no float anywhere, and the digits of the server to the last."""

import random
from decimal import Decimal

import pytest

from bourse.wire.exact import figure_text, read_exactly, wire_values

SEED = 7


def test_what_is_read_has_its_digits():
    text = '{"price":"0.10","volume":12345678901234567890.123456789,"qty":7,"id":7,"clientOrderId":"1.50"}'

    value = read_exactly(text)

    assert [str(value[name]) for name in ("price", "volume", "qty")] == ["0.10", "12345678901234567890.123456789", "7"]
    assert (value["id"], value["clientOrderId"]) == (7, "1.50")
    assert read_exactly('{"bids":[["1.5","2"]]}') == {"bids": [[Decimal("1.5"), Decimal(2)]]}
    assert read_exactly('{"unknown":0.1}') == {"unknown": Decimal("0.1")}


def test_what_is_sent_is_plain_text_and_reads_back():
    chance = random.Random(SEED)
    for _ in range(500):
        figure = Decimal(chance.randint(0, 10**30)).scaleb(-chance.randint(0, 30))
        written = figure_text("price", figure)
        assert Decimal(written) == figure and "E" not in written, f"seed {SEED}"
    assert wire_values({"volume": 1, "limit": 5, "price": "0.10", "left": None}) == {
        "volume": "1",
        "limit": 5,
        "price": "0.10",
    }


@pytest.mark.parametrize("given", [0.1, 1.0, float("nan")])
def test_a_float_is_refused_in_a_sentence(given):
    with pytest.raises(TypeError, match=r'price is the float .* give Decimal\("..."\) or text'):
        figure_text("price", given)


def test_a_float_is_refused_wherever_it_stands(exchange):
    client = exchange.client("demo1")
    item = {"side": "BUY", "batchType": "LIMIT", "volume": "1", "price": 40000.5}

    with pytest.raises(TypeError, match="price is the float"):
        client.spot.create_order(symbol="BTCUSDT", side="BUY", type="LIMIT", volume="1", price=40000.5)
    with pytest.raises(TypeError, match="price is the float"):
        client.spot.create_orders(symbol="BTCUSDT", orders=[item])
    with pytest.raises(TypeError, match="volume is a bool"):
        client.spot.create_order(symbol="BTCUSDT", side="BUY", type="LIMIT", volume=True, price=1)
    with pytest.raises(ValueError, match="NaN"):
        client.wallet.transfer(
            coinSymbol="USDT", amount=Decimal("NaN"), fromAccount="EXCHANGE", toAccount="FUTURE"
        )
    assert client.spot.open_orders(symbol="BTCUSDT") == []


def test_figures_go_there_and_back(exchange):
    client = exchange.client("demo1")
    for price, volume in [("40000.01", "0.00001"), ("39999.99", "1.23456"), (Decimal("3.9E4"), 2)]:
        placed = client.spot.create_order(symbol="BTCUSDT", side="BUY", type="LIMIT", volume=volume, price=price)
        order = client.spot.get_order(symbol="BTCUSDT", orderId=placed["orderId"])
        assert (order["price"], order["origQty"]) == (Decimal(price), Decimal(volume))
        assert type(order["price"]) is Decimal

    before = client.futures.account()["account"]
    amount = Decimal("0.12345678")
    client.wallet.transfer(coinSymbol="USDT", amount=amount, fromAccount="EXCHANGE", toAccount="FUTURE")
    after = client.futures.account()["account"]

    def normal(account):
        return next(coin["accountNormal"] for coin in account if coin["marginCoin"] == "USDT")

    assert normal(after) - normal(before) == amount
