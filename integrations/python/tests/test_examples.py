"""The four strategies of examples/python, each for a while of engine time in the demo's market: each ends well, leaves
nothing open, and says exactly what it has made. How often one trades depends on the moment at which its server was
started; what it says is held against the account."""

import math
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest

from bourse.testing import Exchange

EXAMPLES = Path(__file__).parents[3] / "examples" / "python"
CONTRACT = "E-BTC-USDT"
#: An hour of the demo's market costs ten seconds of a core; BOURSE_RUNS=long plays hours of each.
IS_LONG = os.environ.get("BOURSE_RUNS") == "long"
MAKER_MINUTES = 60 if IS_LONG else 15
HOURS = "1" if IS_LONG else "0.25"
RUNS = {
    "market_maker": ["--hours", str(MAKER_MINUTES / 60), "--step", "60", "--half-spread", "0.0003"],
    "grid": ["--hours", HOURS, "--step", "60", "--distance", "0.001"],
    # A full hour falls into it whenever it begins.
    "funding_collector": ["--hours", "2" if IS_LONG else "1.1", "--step", "300"],
    "liquidation_aware_long": ["--hours", HOURS, "--step", "30", "--leverage", "60", "--near", "0.011"],
}


@dataclass
class Ended:
    said: str
    code: int
    profit: Decimal
    user: dict
    trades: list
    fundings: list


def holdings(exchange):
    """As the operator sees them: money of every account, and what positions would bring at the mark."""
    found = {}
    for row in exchange.operator.show_user("demo1")["balances"]:
        if row["area"] == "futures":
            fields = ("accountNormal", "accountLock", "partPositionNormal", "unrealizedAmount")
        else:
            fields = ("free", "locked")
        owed = row.get("borrowed", 0) + row.get("interest", 0)
        asset = row.get("asset") or row["marginCoin"]
        found[asset] = found.get(asset, 0) + sum(row[field] for field in fields) - owed
    return found


def environment_of(exchange):
    operator = (exchange.data / "operator-address").read_text().strip()
    own = {"BOURSE_URL": exchange.url, "BOURSE_KEYS": str(exchange.data / "demo-keys.json")}
    return {**os.environ, **own, "BOURSE_OPERATOR_URL": f"http://{operator}"}


def run(name):
    with Exchange.start(traders=True) as exchange:
        exchange.operator.post("/contracts/set", name=CONTRACT, fundingIntervalHours=1)
        exchange.clock.advance("1m")
        before = holdings(exchange)
        begun_ms = exchange.clock.now_ms
        ended = subprocess.run(
            [sys.executable, str(EXAMPLES / f"{name}.py"), *RUNS[name]],
            env=environment_of(exchange),
            capture_output=True,
            text=True,
        )
        # The clock stands: nothing has moved since the program's own look.
        lasts = {row["symbol"]: row["last"] for row in exchange.client().spot.tickers()["tickers"]}
        after = holdings(exchange)
        profit = sum(
            (amount - before[asset]) * (1 if asset == "USDT" else lasts[f"{asset}USDT"])
            for asset, amount in after.items()
        )
        user = exchange.operator.show_user("demo1")
        client = exchange.client("demo1")
        trades = client.spot.my_trades(symbol="BTCUSDT", limit=1_000)
        fundings = client.futures.funding_rates(contractName=CONTRACT, startTime=begun_ms)
        return Ended(ended.stdout + ended.stderr, ended.returncode, profit, user, trades, fundings)


def amounts(trades):
    """What was bought, and what was sold."""
    return [sum((one["qty"] for one in trades if one["side"] == side), Decimal(0)) for side in ("BUY", "SELL")]


@pytest.fixture(scope="module")
def runs():
    """All at once: each has a server of its own, whose traders keep a core busy."""
    with ThreadPoolExecutor(2) as pool:
        begun = {name: pool.submit(run, name) for name in sorted(RUNS, reverse=True)}
        return {name: one.result() for name, one in begun.items()}


@pytest.mark.parametrize("name", RUNS)
def test_it_ends_well_and_says_what_it_has_made(runs, name):
    ended = runs[name]

    assert ended.code == 0, ended.said
    [said] = re.findall(r"^profit and loss: ([+-][0-9.]+) USDT$", ended.said, re.M)
    assert Decimal(said) == ended.profit, ended.said
    assert (ended.user["openOrders"], ended.user["positions"]) == ([], [])


def test_the_market_maker_keeps_its_bound_and_says_what_it_traded(runs):
    said = runs["market_maker"].said

    held = [abs(Decimal(one)) for one in re.findall(r"^holds ([+-][0-9.]+) BTC", said, re.M)]
    [told] = re.findall(r"^bought ([0-9.]+), sold ([0-9.]+) BTC", said, re.M)
    # It tells every tenth of its rounds, a minute each.
    assert len(held) == math.ceil(MAKER_MINUTES / 10) and max(held) <= Decimal("0.5")
    assert [Decimal(one) for one in told] == amounts(runs["market_maker"].trades)


def test_the_grid_waits_on_every_line_and_says_what_was_filled(runs):
    said = runs["grid"].said

    filled = re.findall(r"^filled: (BUY|SELL) ([0-9.]+) at", said, re.M)
    told = amounts([{"side": side, "qty": Decimal(volume)} for side, volume in filled])
    assert re.search(r"^20 orders wait, 0\.1", said, re.M), said
    assert f"{len(filled)} orders were filled" in said
    # What was filled in part, or after its last look, it does not tell.
    assert all(one <= all_of_it for one, all_of_it in zip(told, amounts(runs["grid"].trades)))


def test_the_funding_collector_tells_every_funding_that_it_was_paid(runs):
    said, fundings = runs["funding_collector"].said, runs["funding_collector"].fundings
    paid = re.findall(r"^funding so far: ([+-][0-9.]+)", said, re.M)

    settled = [one for one in fundings if one["fundingRate"] != 0]
    assert len(paid) <= len(settled), said
    # Short from its first round on and never closed before the end, it misses one at most: that of the last moment.
    if said.startswith("short") and "closing" not in said:
        assert len(paid) >= len(settled) - 1, said


def test_the_long_says_what_it_holds_and_where_that_would_be_liquidated(runs):
    said = runs["liquidation_aware_long"].said

    assert re.search(r"^long 2000 contracts at [0-9.]+, liquidation at [0-9.]+$", said, re.M)


def test_the_long_adds_margin_and_then_halves_itself_while_the_price_falls(exchange):
    """In real time, and without traders, whose trades would hold the mark up: the index falls between two rounds."""
    futures, other = exchange.client("demo1").futures, exchange.client("demo2").futures
    rest = {"contractName": CONTRACT, "open": "OPEN", "positionType": 1, "type": "LIMIT"}

    def line(beginning):
        return next(one for one in long.stdout if one.startswith(beginning))

    def fall_to(share):
        """Near the liquidation price, and somebody buys there."""
        [position] = positions_of(futures)
        price = (position["reducePrice"] * (1 + Decimal(share))).quantize(Decimal("0.1"))
        other.create_order(side="BUY", volume=2_000, price=price, **rest)
        exchange.index.set("BTC", price)
        return position["reducePrice"]

    exchange.index.set("BTC", 50_000)
    exchange.clock.advance("1s")
    exchange.clock.resume()
    other.create_order(side="SELL", volume=2_000, price=50_000, **rest)
    # Its hours are the bound of this test, too.
    flags = ["--hours", "0.1", "--step", "0.2", "--budget", "30"]
    environment = environment_of(exchange)
    del environment["BOURSE_OPERATOR_URL"]
    command = [sys.executable, "-u", str(EXAMPLES / "liquidation_aware_long.py"), *flags]
    long = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    line("long 2000 contracts")
    first = fall_to("0.007")
    assert line("added") == "added 30.00 USDT of margin, 0.00 left for that\n"
    second = fall_to("0.007")
    assert line("closed").startswith("closed 1000 of 2000")
    long.send_signal(2)
    said = long.communicate()[0]

    assert long.returncode == 0, said
    assert "contracts left: 0" in said and "profit and loss: -" in said
    assert second < first
    assert all(one["forced"] == "NONE" for one in futures.profit_history(contractName=CONTRACT))


def positions_of(futures):
    rows = futures.account()["account"]
    return [one for coin in rows for market in coin["positionVos"] for one in market["positions"]]
