"""The most dangerous answer: no reply, or 504. An order is placed at most once, and what is told is so."""

import pytest
from http_door import HttpDoor, Recorder

from bourse import NotExecuted, OrderRefused, OutcomeUnknown
from bourse.api.lost_order import MARGIN_MS

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
#: Short, since it is waited for; long enough for a request on a busy machine.
WINDOW_MS = 1_500
LOSSES = ["504-executed", "504-not-executed"]


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("area", ["spot", "margin"])
def test_an_order_whose_reply_is_lost_is_placed_once(exchange, area, loss):
    pair = getattr(exchange.client("demo1"), area)
    path = {"spot": "/sapi/v1/order", "margin": "/sapi/v1/margin/order"}[area]
    exchange.faults.add(f"POST {path}", loss, count=1)

    placed = pair.create_order(**LIMIT)

    assert placed["status"] == "NEW"
    assert [one["orderId"] for one in pair.open_orders(symbol=SYMBOL)] == [placed["orderId"]]
    assert [one for one in exchange.faults.list() if one["struck"] == 0] == []


@pytest.mark.parametrize("loss", LOSSES)
def test_the_same_in_futures(exchange, loss):
    futures = exchange.client("demo1").futures
    exchange.index.set("BTC", 50000)
    exchange.clock.advance("1s")
    exchange.faults.add("POST /fapi/v1/order", loss, count=1)

    placed = futures.create_order(**FUTURES_LIMIT)

    assert [one["orderId"] for one in futures.open_orders()] == [placed["orderId"]]


@pytest.mark.parametrize("loss", LOSSES)
def test_an_order_that_has_ended_is_placed_once_though_its_name_is_free_at_once(exchange, loss):
    """SPOT-CLIENT-7: the server refuses no second one, so that there is one is the client's doing."""
    exchange.operator.post("/users/client-id-reuse", name="demo1", clientIdReuse=True)
    taker, maker = exchange.client("demo1").spot, exchange.client("demo2").spot
    maker.create_order(**{**LIMIT, "side": "SELL", "volume": "1"})
    exchange.faults.add("POST /sapi/v1/order", loss, count=1)

    placed = taker.create_order(**LIMIT)

    assert placed["status"] == "FILLED"
    assert [one["orderId"] for one in taker.my_trades(symbol=SYMBOL)] == [placed["orderId"]]
    assert [one for one in exchange.faults.list() if one["struck"] == 0] == []


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_connection_that_breaks_before_or_after_the_order_was_placed(exchange, when):
    client = exchange.client("demo1")
    with HttpDoor(exchange.url, **{f"cut_{when}": "POST /sapi/v1/order "}) as door:
        # A short window: it must be over before the order may be sent again.
        sent = Recorder()
        cut = exchange.client("demo1", recv_window=WINDOW_MS, transport=sent)
        cut._session.addresses._roots[0] = door.url

        placed = cut.spot.create_order(**LIMIT)

        assert door.cut == [when]
        first, *again = sent.signed_ms["POST /sapi/v1/order"]
        # What may still be on its way is not sent again: the window and a second must have passed.
        assert len(again) == (when == "before")
        assert all(signed_ms > first + WINDOW_MS + MARGIN_MS for signed_ms in again)
    assert [one["orderId"] for one in client.spot.open_orders(symbol=SYMBOL)] == [placed["orderId"]]


def test_a_cancel_that_may_still_come_is_waited_for(exchange):
    """Else it could hit the next order of that name."""
    with HttpDoor(exchange.url, cut_before="POST /sapi/v1/cancel ") as door:
        sent, slept_s = Recorder(), []
        client = exchange.client("demo1", recv_window=WINDOW_MS, transport=sent, sleep=slept_s.append)
        client._session.addresses._roots[0] = door.url
        client.spot.create_order(newClientOrderId="mine", **LIMIT)
        # What the client takes for the server's clock is a guess: a request may be ahead of it.
        client._session.clock._offset_ms += 400

        assert client.spot.cancel_order(symbol=SYMBOL, newClientOrderId="mine")["status"] == "CANCELED"

        first, _again = sent.signed_ms["POST /sapi/v1/cancel"]
        assert sent.server_ms + 1_000 * sum(slept_s) >= first + WINDOW_MS + MARGIN_MS


def test_the_proof_before_an_order_is_sent_again(exchange):
    """Asked for, a command behind it that does nothing, asked for once more."""
    sent = Recorder()
    client = exchange.client("demo1", transport=sent)
    client.spot.account()
    sent.asked.clear()
    exchange.faults.add("POST /sapi/v1/order", "504-not-executed", count=1)

    client.spot.create_order(**LIMIT)

    order, cancel = "/sapi/v1/order", "/sapi/v1/cancel"
    assert sent.asked == [f"POST {order}", f"GET {order}", f"POST {cancel}", f"GET {order}", f"POST {order}"]


def test_a_reply_that_is_too_late_is_a_lost_one(exchange):
    client = exchange.client("demo1", timeout_ms=200)
    client.spot.time()
    exchange.faults.add("POST /sapi/v1/order", "latency", ms=600, count=1)

    placed = client.spot.create_order(**LIMIT)

    assert [one["orderId"] for one in client.spot.open_orders(symbol=SYMBOL)] == [placed["orderId"]]


def test_an_order_that_is_lost_as_often_as_tried_was_surely_not_executed(exchange):
    client = exchange.client("demo1", retries=1)
    exchange.faults.add("POST /sapi/v1/order", "504-not-executed", count=2)

    with pytest.raises(NotExecuted) as told:
        client.spot.create_order(**LIMIT)

    assert (told.value.kind, told.value.code, told.value.status) == ("not_executed", -1007, 504)
    assert client.spot.open_orders(symbol=SYMBOL) == []


def test_without_a_proof_in_time_the_outcome_is_unknown_and_nothing_is_sent_again(exchange):
    client = exchange.client("demo1", outcome_ms=0, retries=0)
    exchange.faults.add("POST /sapi/v1/order", "504-executed", count=1)
    exchange.faults.add("GET /sapi/v1/order", "503")

    with pytest.raises(OutcomeUnknown) as told:
        client.spot.create_order(newClientOrderId="mine", **LIMIT)

    exchange.faults.clear()
    assert told.value.client_order_ids == ("mine",)
    assert told.value.remedy == "Ask for the order mine by its client id."
    assert [one["clientOrderId"] for one in client.spot.open_orders(symbol=SYMBOL)] == ["mine"]


def test_an_order_of_the_same_name_that_is_not_surely_the_new_one_is_never_taken_for_it(exchange):
    first = exchange.client("demo1").spot.create_order(newClientOrderId="again", **LIMIT)
    client = exchange.client("demo1", outcome_ms=300)
    client.spot.get_order(symbol=SYMBOL, orderId=first["orderId"])
    exchange.faults.add("POST /sapi/v1/order", "504-not-executed", count=1)

    with pytest.raises(OutcomeUnknown):
        client.spot.create_order(newClientOrderId="again", **LIMIT)

    assert len(client.spot.open_orders(symbol=SYMBOL)) == 1


def test_a_name_that_is_taken_is_refused(exchange):
    spot = exchange.client("demo1").spot
    spot.create_order(newClientOrderId="taken", **LIMIT)

    with pytest.raises(OrderRefused) as told:
        spot.create_order(newClientOrderId="taken", **LIMIT)

    assert (told.value.code, told.value.name) == (-2010, "DUPLICATE_CLIENT_ORDER_ID")


@pytest.mark.parametrize("loss", LOSSES)
def test_a_cancel_is_sent_again_and_its_order_counts_as_canceled(exchange, loss):
    spot = exchange.client("demo1").spot
    placed = spot.create_order(**LIMIT)
    exchange.faults.add("POST /sapi/v1/cancel", loss, count=1)

    assert spot.cancel_order(symbol=SYMBOL, orderId=placed["orderId"])["status"] == "CANCELED"

    with pytest.raises(OrderRefused) as told:
        spot.cancel_order(symbol=SYMBOL, orderId=placed["orderId"])
    assert told.value.code == -1145


def test_a_transfer_with_a_request_id_is_done_once_and_without_one_never_sent_again(exchange):
    client = exchange.client("demo1")
    moved = {"coinSymbol": "USDT", "amount": "7", "fromAccount": "EXCHANGE", "toAccount": "FUTURE"}

    def usdt():
        return next(one["free"] for one in client.spot.account()["balances"] if one["asset"] == "USDT")

    before = usdt()
    exchange.faults.add("POST /sapi/v1/asset/transfer", "504-executed", count=1)
    client.wallet.transfer(**moved, clientRequestId="t1")
    assert before - usdt() == 7

    exchange.faults.add("POST /sapi/v1/asset/transfer", "504-executed", count=1)
    with pytest.raises(OutcomeUnknown) as told:
        client.wallet.transfer(**moved)
    assert told.value.endpoint == "POST /sapi/v1/asset/transfer"
    assert before - usdt() == 14


def test_a_batch_names_its_orders_when_its_reply_is_lost(exchange):
    spot = exchange.client("demo1").spot
    items = [{"side": "BUY", "batchType": "LIMIT", "volume": "0.01", "price": price} for price in ("40000", "41000")]
    exchange.faults.add("POST /sapi/v1/batchOrders", "504-executed", count=1)

    with pytest.raises(OutcomeUnknown) as told:
        spot.create_orders(symbol=SYMBOL, orders=items)

    found = [spot.get_order(symbol=SYMBOL, newClientOrderId=name) for name in told.value.client_order_ids]
    assert [str(one["price"]) for one in found] == ["40000", "41000"]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whatever_is_lost_the_book_has_just_what_was_told(exchange, seed):
    """Forty orders and cancels, every other one struck by some fault, all of it from a seed."""
    spot = exchange.client("demo1", on_rate_limit="wait", sleep=lambda _: None).spot
    for number, kind in enumerate(["504-executed", "504-not-executed", "503", "429"]):
        for route in ("POST /sapi/v1/order", "POST /sapi/v1/cancel", "GET /sapi/v1/order"):
            exchange.faults.add(route, kind, chance="0.15", seed=seed * 100 + number)
    told = set()
    for number in range(40):
        try:
            told.add(spot.create_order(**{**LIMIT, "price": 40_000 + number})["orderId"])
            if number % 4 == 0:
                canceled = spot.cancel_order(symbol=SYMBOL, orderId=max(told))
                told.remove(canceled["orderId"])
        except NotExecuted:
            pass  # As often as tried: that is an answer, too.

    struck = sum(rule["struck"] for rule in exchange.faults.list())
    exchange.faults.clear()
    found = {one["orderId"] for one in spot.open_orders(symbol=SYMBOL, limit=1_000)}
    assert found == told, f"seed {seed}"
    assert struck > 20 and len(told) > 20, f"seed {seed}"
