"""The operator of an exchange: what is misspelt is refused, strikes are told, paths go with their prefix or without."""

import pytest

from bourse import MalformedRequest, Unavailable
from bourse.operator import OperatorError
from bourse.wire.endpoints import ENDPOINTS

ROUTE = "GET /sapi/v1/ping"


def test_a_misspelt_option_of_a_fault_rule_is_refused_here_and_by_the_server(exchange):
    with pytest.raises(TypeError, match="unexpected keyword argument 'times'"):
        exchange.faults.add(ROUTE, "503", times=1)
    with pytest.raises(OperatorError, match="Parameter times is not known; this request takes route, kind, user, ms,") as refused:
        exchange.operator.post("/faults", route=ROUTE, kind="503", times=1)

    assert (refused.value.code, exchange.faults.list()) == (-1102, [])


def test_every_option_of_a_fault_rule_reaches_the_server(exchange):
    given = dict(user="demo1", ms=20, chance="0.5", seed=7, count=3)
    exchange.faults.add("POST /sapi/v1/order", "latency", **given)
    exchange.faults.add("POST /sapi/v1/cancel", "fill-before-cancel", by="demo2")

    first, second = exchange.faults.list()

    assert {name: str(first[name]) for name in given} == {name: str(value) for name, value in given.items()}
    assert second["by"] == "demo2"


def test_strikes_are_told_one_by_one(exchange):
    rule = exchange.faults.add(ROUTE, "503", count=2)
    assert exchange.faults.strikes() == []

    with pytest.raises(Unavailable):
        exchange.client(retries=1, sleep=lambda _: None).spot.ping()

    told = [(one["rule"], one["kind"], one["route"]) for one in exchange.faults.strikes()]
    assert told == [(rule, "503", ROUTE)] * 2


def test_a_path_goes_with_the_prefix_of_the_api_or_without(exchange):
    operator = exchange.operator

    assert operator.get("/operator/v1/clock").keys() == operator.get("/clock").keys()
    assert operator.post("/operator/v1/users", name="alice")["name"] == "alice"
    with pytest.raises(OperatorError, match="No such path"):
        operator.get("/operator/v1nonsense")


def test_a_user_that_is_not_there_is_named_with_those_that_are(exchange):
    with pytest.raises(KeyError, match=r"demo9 is no user of the demo, which has .*demo1.*operator.add_key\("):
        exchange.client("demo9")


@pytest.mark.bourse(demo=False)
def test_without_the_demo_the_operator_makes_users(exchange):
    with pytest.raises(KeyError, match="demo1 is no user of the demo, which has none"):
        exchange.client("demo1")


def test_a_strict_key_is_refused_what_an_ordinary_one_may_send(exchange):
    keys = [exchange.operator.add_key("demo1", strict=strict) for strict in (None, True)]
    ordinary, strict = (exchange.client(key)._session for key in keys)
    account = ENDPOINTS["spotAccount"]

    assert [key["strict"] for key in keys] == [False, True]
    assert ordinary.call(account, {"note": "1"}) == strict.call(account, {"amount": "1"})
    with pytest.raises(MalformedRequest, match="Parameter note is not known; this request takes no parameters."):
        strict.call(account, {"note": "1"})
