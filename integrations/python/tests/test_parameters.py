"""The parameters of the methods: the page has them all, and one that is not there is refused in a sentence."""

import pytest
from method_tables import PAGE, page

from bourse import BourseClient

CLIENT = BourseClient("http://127.0.0.1:9", "key", "secret")
ORDER = dict(side="BUY", type="LIMIT", volume=1, price=1)
PAIR = dict(symbol="BTCUSDT", **ORDER)
CONTRACT = dict(contractName="E-BTC-USDT", open="OPEN", positionType=2, **ORDER)


@pytest.mark.parametrize(
    "method, given, said",
    [
        (CLIENT.spot.create_order, {**PAIR, "postOnly": True}, 'no postOnly: write timeInForce="POST_ONLY". It has symbol, side,'),
        (CLIENT.spot.test_order, {**PAIR, "stopPrice": 1}, "test_order has no stopPrice: write triggerPrice. It"),
        (CLIENT.margin.create_order, {**PAIR, "recvWindow": 1}, "no recvWindow: recv_window is an option of BourseClient. It"),
        (CLIENT.margin.create_order, {**PAIR, "clientOrderId": "a"}, "no clientOrderId: write newClientOrderId. It"),
        (CLIENT.futures.create_order, {**CONTRACT, "reduceOnly": True}, 'no reduceOnly: an order with open="CLOSE" only reduces. It'),
        (CLIENT.futures.create_order, {**CONTRACT, "stopPrice": 1}, "price is create_condition_order. It has contractName,"),
        (CLIENT.futures.create_order, {**CONTRACT, "triggerPrice": 1}, "price is create_condition_order. It has contractName,"),
        (CLIENT.futures.ticker, {"symbol": "E-BTC-USDT"}, "ticker has no symbol: write contractName. It has contractName."),
        (CLIENT.spot.create_orders, {"postOnly": True}, "create_orders has no postOnly: each of the orders has its own. It has symbol, orders,"),
        (CLIENT.futures.create_order, {**CONTRACT, "orderUnit": 2}, "no orderUnit: volumes are in contracts. It"),
        (CLIENT.spot.ticker, {"colour": "red"}, "ticker has no colour. It has symbol."),
        (CLIENT.spot.ping, {"contractName": "x"}, "ping has no contractName. It has no parameters."),
        (CLIENT.wallet.transfer, {"qty": 1}, "transfer has no qty. It has coinSymbol, amount,"),
    ],
)
def test_the_error_says_what_to_write(method, given, said):
    with pytest.raises(TypeError) as refused:
        method(**given)

    assert said in str(refused.value)


def test_parameters_go_by_keyword():
    with pytest.raises(TypeError, match="ticker takes its parameters by keyword: symbol"):
        CLIENT.spot.ticker("BTCUSDT")
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'symbol'"):
        CLIENT.spot.ticker()


def test_the_page_has_every_method_word_and_field():
    assert PAGE.read_text().split("\n") == page().split("\n"), "npm run generate writes it"
