"""What is sent again, how long a client waits, whose clock counts, several addresses, several threads."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from http_door import HttpDoor, Recorder

from bourse import (
    BourseClient,
    CredentialsRefused,
    NoAnswer,
    NotEnoughFunds,
    OutcomeUnknown,
    ServiceFailure,
    TooManyRequests,
    Unavailable,
)
from bourse.wire.retry_rule import pause_after

SYMBOL = "BTCUSDT"
LIMIT = {"symbol": SYMBOL, "side": "BUY", "type": "LIMIT", "volume": "0.01", "price": "40000"}
HOUR_MS = 3_600_000


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def count_of_orders(exchange):
    return len(exchange.client("demo1").spot.open_orders(symbol=SYMBOL))


def test_429_is_raised_with_the_time_to_wait(exchange):
    exchange.faults.add("POST /sapi/v1/order", "429", count=1)

    with pytest.raises(TooManyRequests) as told:
        exchange.client("demo1").spot.create_order(**LIMIT)

    assert (told.value.kind, told.value.status, told.value.retry_after_ms) == ("limit", 429, 2_000)
    assert count_of_orders(exchange) == 0


def test_429_is_waited_for_if_the_caller_allows_it(exchange, pauses):
    client = exchange.client("demo1", on_rate_limit="wait", sleep=pauses.append)
    exchange.faults.add("POST /sapi/v1/order", "429", count=2)

    client.spot.create_order(**LIMIT)

    assert (pauses, count_of_orders(exchange)) == ([2.0, 2.0], 1)


def test_418_is_never_answered_by_another_request(exchange, pauses):
    client = exchange.client("demo1", on_rate_limit="wait", sleep=pauses.append)
    exchange.faults.add("POST /sapi/v1/order", "418", count=1)

    with pytest.raises(TooManyRequests) as told:
        client.spot.create_order(**LIMIT)

    assert (told.value.status, told.value.retry_after_ms, pauses) == (418, 120_000, [])


def test_a_short_ban_is_a_ban_too():
    banned = TooManyRequests("banned", status=418, retry_after_ms=1_000)

    assert pause_after(banned, 0, waits_for_limits=True) is None


def test_503_is_sent_again_after_its_time_and_given_up_at_last(exchange, pauses):
    client = exchange.client("demo1", sleep=pauses.append)
    exchange.faults.add("POST /sapi/v1/order", "503", count=2)
    client.spot.create_order(**LIMIT)
    assert (pauses, count_of_orders(exchange)) == ([1.0, 1.0], 1)

    exchange.faults.add("POST /sapi/v1/order", "503")
    with pytest.raises(Unavailable) as told:
        client.spot.create_order(**LIMIT)
    assert (told.value.code, pauses) == (-1001, [1.0] * 5)


def test_a_read_is_sent_again_after_504(exchange, pauses):
    client = exchange.client("demo1", sleep=pauses.append, retries=2)
    exchange.faults.add("GET /sapi/v1/account", "504-executed", count=2)
    assert client.spot.account()["balances"]
    assert pauses == [0.1, 0.2]

    exchange.faults.add("GET /sapi/v1/account", "504-executed")
    with pytest.raises(ServiceFailure):
        client.spot.account()


def test_a_read_whose_connection_breaks_is_sent_again(exchange, pauses):
    with HttpDoor(exchange.url, cut_after="GET /sapi/v1/ticker") as door:
        ticker = BourseClient(door.url, sleep=pauses.append).spot.ticker(symbol=SYMBOL)
        assert ticker["last"] == 0 and door.cut == ["after"]
    with HttpDoor(exchange.url, cut_after="GET /sapi/v1/ticker") as door:
        with pytest.raises(NoAnswer):
            BourseClient(door.url, retries=0).spot.ticker(symbol=SYMBOL)


def test_refusals_have_their_kind_code_and_request_id(exchange):
    with pytest.raises(NotEnoughFunds) as told:
        exchange.client("demo1").spot.create_order(**{**LIMIT, "volume": "90000"})

    error = told.value
    assert (error.kind, error.name, error.code, error.status) == ("funds", "BALANCE_NOT_ENOUGH", -2017, 400)
    assert error.request_id
    assert exchange.operator.explain(error.request_id)["found"] in ("request", "refusal")


def test_a_wrong_clock_does_no_harm(exchange):
    client = exchange.client("demo1", now_ms=lambda: time.time() * 1_000 - HOUR_MS)

    client.spot.create_order(**LIMIT)

    assert count_of_orders(exchange) == 1


def test_a_clock_that_jumps_is_asked_anew_and_the_order_placed_once(exchange):
    ahead_ms = 0
    client = exchange.client("demo1", now_ms=lambda: time.time() * 1_000 + ahead_ms)
    client.spot.account()
    ahead_ms = HOUR_MS

    client.spot.create_order(**LIMIT)

    assert count_of_orders(exchange) == 1


def test_without_a_key_only_public_endpoints(exchange):
    client = exchange.client()
    assert client.spot.symbols()["symbols"]

    with pytest.raises(CredentialsRefused, match="POST /sapi/v1/order needs an api_key and a secret"):
        client.spot.create_order(**LIMIT)


def test_nobody_listens(pauses):
    port = free_port()
    client = BourseClient(f"http://127.0.0.1:{port}", sleep=pauses.append)

    with pytest.raises(Unavailable) as told:
        client.spot.ping()

    assert str(told.value) == f"nobody listens on http://127.0.0.1:{port}; is the server running?"
    assert len(pauses) == 3


@pytest.mark.parametrize(
    "options",
    [
        {"base_url": "127.0.0.1"},
        {"base_url": []},
        {"base_url": ["http://a", "http://a/"]},
        {"base_url": "http://name:word@a"},
        {"base_url": "http://a?b"},
        {"secret": ""},
        {"api_key": "ä"},
        {"recv_window": 60_001},
        {"on_rate_limit": "never"},
    ],
)
def test_options_that_a_client_cannot_work_with(options):
    with pytest.raises(ValueError):
        BourseClient(**options)


def test_an_order_goes_on_from_an_address_where_nobody_listens(exchange):
    client = exchange.client("demo1")
    client._session.addresses._roots.insert(0, f"http://127.0.0.1:{free_port()}")

    client.spot.create_order(**LIMIT)

    assert count_of_orders(exchange) == 1
    assert client._session.addresses.first == exchange.url


def test_an_order_whose_connection_broke_does_not_go_on_to_the_next_address(exchange):
    """CLIENT-ADDR-5: it is looked for there, and is found."""
    key = exchange.keys["demo1"]
    with HttpDoor(exchange.url, cut_after="POST /sapi/v1/order ") as door:
        sent = Recorder()
        client = BourseClient([door.url, exchange.url], key["apiKey"], key["secret"], transport=sent)
        placed = client.spot.create_order(**LIMIT)
    assert sent.asked.count("POST /sapi/v1/order") == 1
    orders = exchange.client("demo1").spot.open_orders(symbol=SYMBOL)
    assert [one["orderId"] for one in orders] == [placed["orderId"]]


def test_all_addresses_away_is_one_error_that_names_them(pauses):
    ports = [free_port(), free_port()]
    client = BourseClient([f"http://127.0.0.1:{port}" for port in ports], retries=1, sleep=pauses.append)

    with pytest.raises(Unavailable) as told:
        client.spot.ping()

    assert all(f"nobody listens on http://127.0.0.1:{port}" in str(told.value) for port in ports)
    assert len(pauses) == 1


def test_several_threads_use_one_client(exchange):
    client = exchange.client("demo1")

    def place(number):
        return client.spot.create_order(**{**LIMIT, "price": 40_000 + number})["orderId"]

    with ThreadPoolExecutor(8) as pool:
        ids = list(pool.map(place, range(60)))

    assert len(set(ids)) == 60 and count_of_orders(exchange) == 60


def test_a_kept_connection_that_the_server_has_closed_is_not_used(exchange):
    """The order would be an OutcomeUnknown, or take its window, if it went over the dead connection."""
    key = exchange.keys["demo1"]
    with HttpDoor(exchange.url) as door:
        client = BourseClient(door.url, key["apiKey"], key["secret"], outcome_ms=0)
        client.spot.account()
        [(connection, _)] = client._session._transport._kept[door.url]
        connection.sock.shutdown(socket.SHUT_RD)
        try:
            client.spot.create_order(**LIMIT)
        except OutcomeUnknown:
            pytest.fail("the order went over a connection that was closed")
    assert count_of_orders(exchange) == 1
