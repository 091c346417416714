"""The four strategies of examples/python, each for hours of engine time in the demo's market (whose seed is 1): each
ends well, leaves nothing open, and says exactly what it has made."""

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
RUNS = {
    "market_maker": ["--hours", "1", "--step", "60", "--half-spread", "0.0003"],
    "grid": ["--hours", "1", "--step", "60", "--distance", "0.001"],
    "funding_collector": ["--hours", "2", "--step", "300"],
    "liquidation_aware_long": ["--hours", "1", "--step", "30", "--leverage", "60", "--near", "0.011"],
}


@dataclass
class Ended:
    said: str
    code: int
    profit: Decimal
    user: dict


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
        return Ended(ended.stdout + ended.stderr, ended.returncode, profit, user)


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
    assert Decimal(said) == ended.profit != 0, ended.said
    assert (ended.user["openOrders"], ended.user["positions"]) == ([], [])


def test_the_market_maker_trades_on_both_sides_and_keeps_its_bound(runs):
    said = runs["market_maker"].said

    held = [abs(Decimal(one)) for one in re.findall(r"^holds ([+-][0-9.]+) BTC", said, re.M)]
    [(bought, sold)] = re.findall(r"^bought ([0-9.]+), sold ([0-9.]+) BTC", said, re.M)
    assert len(held) == 6 and max(held) <= Decimal("0.5")
    assert Decimal(bought) > 0 and Decimal(sold) > 0


def test_the_grid_is_filled_on_both_sides(runs):
    sides = set(re.findall(r"^filled: (BUY|SELL)", runs["grid"].said, re.M))

    assert sides == {"BUY", "SELL"}


def test_the_funding_collector_is_paid_at_every_funding_time(runs):
    paid = [Decimal(one) for one in re.findall(r"^funding so far: ([+-][0-9.]+)", runs["funding_collector"].said, re.M)]

    # The last hour may fall on the end of the run.
    assert 1 <= len(paid) <= 2 and paid == sorted(paid) and paid[0] > 0


def test_the_long_looks_after_itself(runs):
    said = runs["liquidation_aware_long"].said

    assert re.search(r"^long 2000 contracts at [0-9.]+, liquidation at [0-9.]+$", said, re.M)
    assert re.search(r"^added [0-9.]+ USDT of margin", said, re.M)


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
    flags = ["--hours", "0.01", "--step", "0.2", "--budget", "30"]
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
