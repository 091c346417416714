"""Every endpoint has its method, which asks for just that endpoint, and is answered as its type says."""

import inspect

import pytest
from http_door import Recorder
from method_tables import AREAS, rows
from typed_answers import Watched

from bourse.api.told_parameters import instead_of
from bourse.wire.endpoints import ENDPOINTS

OPERATIONS = {endpoint.name: operation for operation, endpoint in ENDPOINTS.items()}
#: What is taken for the sake of other clients, and changes nothing.
WITHOUT_EFFECT = {("futuresIndex", "limit")}
SYMBOL, CONTRACT = "BTCUSDT", "E-BTC-USDT"
LIMIT = {"symbol": SYMBOL, "side": "BUY", "type": "LIMIT", "volume": "0.01", "price": "40000"}
FUTURES_LIMIT = {
    "contractName": CONTRACT,
    "side": "BUY",
    "open": "OPEN",
    "positionType": 2,
    "type": "LIMIT",
    "volume": 10,
    "price": "40000",
}
#: What a method that only reads must be given.
MUST = {"symbol": SYMBOL, "contractName": CONTRACT, "interval": "1min"}
WAITING = {**FUTURES_LIMIT, "triggerType": 4, "triggerPrice": "45000"}


@pytest.fixture
def asked():
    return Recorder()


def spot_calls(spot):
    spot.test_order(**LIMIT)
    batch = [{"side": "BUY", "batchType": "LIMIT", "volume": "0.01", "price": "39000"}]
    ids = spot.create_orders(symbol=SYMBOL, orders=batch)["ids"]
    assert spot.cancel_orders(symbol=SYMBOL, orderIds=ids)["success"] == ids
    spot.countdown_cancel_all(symbol=SYMBOL, countdownTime=0)
    exits = {**batch[0], "side": "SELL", "price": "41000"}
    assert spot.test_order_list(symbol=SYMBOL, listType="OTO", orders=[*batch, exits]) == {}
    placed = spot.create_order_list(symbol=SYMBOL, listType="OTO", orders=[*batch, exits])
    assert [one["status"] for one in placed["orders"]] == ["NEW", "PENDING_NEW"]
    name = {"symbol": SYMBOL, "orderListId": placed["orderListId"]}
    assert [one["listType"] for one in spot.open_order_lists(symbol=SYMBOL)] == ["OTO"]
    assert len(spot.cancel_order_list(**name)["orders"]) == 2
    assert spot.get_order_list(**name)["listStatus"] == "ALL_DONE"
    assert spot.all_order_lists(symbol=SYMBOL)[0]["orderListId"] == placed["orderListId"]


def pair_calls(pair):
    order = pair.create_order(**LIMIT)
    name = {"symbol": SYMBOL, "orderId": order["orderId"]}
    assert pair.get_order(**name)["status"] == "NEW"
    replaced = pair.replace_order(cancelOrderId=order["orderId"], **{**LIMIT, "price": "41000"})
    second = replaced["newOrderResponse"]["orderId"]
    assert [one["orderId"] for one in pair.open_orders(symbol=SYMBOL)] == [second]
    pair.cancel_order(symbol=SYMBOL, orderId=second)
    pair.create_order(**LIMIT)
    assert pair.cancel_all(symbol=SYMBOL) == {"canceled": 1, "more": False}
    assert len(pair.order_history(symbol=SYMBOL, limit=3)) == 3
    assert pair.my_trades(symbol=SYMBOL) == []


def futures_calls(futures):
    assert futures.trades(contractName=CONTRACT, limit=3) == {"list": []}
    assert futures.funding_rates(contractName=CONTRACT, startTime=1) == []
    futures.set_leverage(contractName=CONTRACT, nowLevel=10)
    futures.set_margin_model(contractName=CONTRACT, marginModel=2)
    placed = futures.create_order(**FUTURES_LIMIT)
    name = {"contractName": CONTRACT, "orderId": placed["orderId"]}
    assert futures.get_order(**name)["origQty"] == 10
    assert len(futures.newest_orders(contractName=CONTRACT)) == 1
    futures.cancel_order(**name)
    futures.create_condition_order(**WAITING)
    assert [one["status"] for one in futures.open_orders()] == ["INIT"]
    futures.cancel_all()
    assert len(futures.order_history(contractName=CONTRACT)) == 2
    for read in (futures.profit_history, futures.my_trades):
        assert read(contractName=CONTRACT) == []


def test_every_endpoint_has_its_method_with_its_parameters(exchange, asked):
    client = exchange.client("demo1", transport=asked)
    areas = {area: Watched(getattr(client, area), asked) for area in AREAS}

    call_everything(exchange, **areas)
    for area, one in areas.items():
        read_the_rest(area, one, rows(getattr(client, area)))

    keywords = {}
    for area, one in areas.items():
        for name, endpoint in one.endpoints.items():
            has = set(inspect.signature(getattr(getattr(client, area), name)).parameters)
            keywords.setdefault(OPERATIONS[endpoint], {})[f"{area}.{name}"] = has
    assert "\n".join(mistakes(keywords)) == ""


def read_the_rest(area, watched, methods):
    """What no step of the day has called is asked with what it must have. A method that changes something needs a step."""
    for name, signature in methods:
        if name not in watched.endpoints:
            needed = [one.name for one in signature.parameters.values() if one.default is one.empty and one.name != "self"]
            unknown = [one for one in needed if one not in MUST]
            assert unknown == [], f"{area}.{name} needs {unknown}: call it in this test, or say what it is to be given"
            getattr(watched, name)(**{one: MUST[one] for one in needed})
            asked = ENDPOINTS[OPERATIONS[watched.endpoints[name]]]
            assert asked.is_read, f"{area}.{name} changes something: call it in this test"


def mistakes(keywords):
    """What the methods and the contract do not agree in, each by name."""
    for operation, endpoint in ENDPOINTS.items():
        methods = keywords.get(operation, {})
        if not methods:
            yield f"{operation} has no method"
            continue
        for method, has in methods.items():
            yield from (f"{method} has {name}, which {operation} does not take" for name in sorted(has - set(endpoint.parameters)))
        has = sorted(set().union(*methods.values()))
        lacking = [name for name in endpoint.parameters if name not in has and instead_of(name, has) == ""]
        yield from (f"{name} of {operation} is in none of {', '.join(methods)}" for name in lacking if (operation, name) not in WITHOUT_EFFECT)


def call_everything(exchange, spot, margin, futures, wallet):
    other = exchange.client("demo2")
    exchange.index.set("BTC", 50000)
    exchange.clock.advance("1s")

    spot_calls(spot)
    for pair in (spot, margin):
        pair_calls(pair)
    margin.account()
    wallet.transfer(coinSymbol="USDT", amount="5", fromAccount="EXCHANGE", toAccount="FUTURE")
    futures_calls(futures)
    moved = {"symbol": SYMBOL, "type": "LIMIT", "volume": "0.5", "price": "50000"}
    margin.create_order(side="BUY", **moved)
    other.spot.create_order(side="SELL", **moved)
    wallet.transfer(coinSymbol="USDT", amount="5", fromAccount="EXCHANGE", toAccount="MARGIN")
    assert margin.repay(asset="USDT")["repaid"] > 0
    futures.create_order(**{**FUTURES_LIMIT, "price": "50000"})
    other.futures.create_order(**{**FUTURES_LIMIT, "price": "50000", "side": "SELL"})
    usdt = next(one for one in futures.account()["account"] if one["marginCoin"] == "USDT")
    [position] = usdt["positionVos"][0]["positions"]
    futures.move_position_margin(positionId=position["id"], amount="1.5", clientRequestId="m1")
    # Lists that were empty before have rows now.
    for rows in (margin.my_trades(symbol=SYMBOL), spot.trades(symbol=SYMBOL)["list"], spot.klines(symbol=SYMBOL, interval="1min")):
        assert rows != []
    assert futures.my_trades(contractName=CONTRACT) != [] and futures.klines(contractName=CONTRACT, interval="1min") != []
    futures.create_order(**{**FUTURES_LIMIT, "side": "SELL", "open": "CLOSE", "price": "50000"})
    other.futures.create_order(**{**FUTURES_LIMIT, "side": "BUY", "open": "CLOSE", "price": "50000"})
    assert len(futures.profit_history()) == 1
