"""What every example is told before it begins (where the server is, whose keys it uses, how long it runs), and
what it has made at its end.

A flag counts first, then the environment, then what `npm start` makes. The package `bourse` is taken from the
clone, from the npm package that brought this file, or from where pip has put it.
"""

import argparse
import json
import os
import signal
import sys
import threading
from decimal import Decimal
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
for _source in (_ROOT / "integrations/python/src", _ROOT / "node_modules/bourse/integrations/python/src"):
    if _source.exists():
        sys.path.insert(0, str(_source))
        break

from bourse import BourseClient, BourseError  # noqa: E402
from bourse.operator import OperatorClient, OperatorError  # noqa: E402

HOUR_MS = 3_600_000


def begin(description, **flags):
    """The client of a user of the demo, the values of the flags, and the pace of the rounds. A flag is a default,
    whose type it has."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--url", default=os.environ.get("BOURSE_URL", "http://127.0.0.1:8080"))
    parser.add_argument("--keys", default=os.environ.get("BOURSE_KEYS", "data/demo-keys.json"))
    parser.add_argument("--user", default="demo1")
    parser.add_argument("--hours", type=Decimal, default=Decimal(1), help="how long it runs")
    parser.add_argument("--step", type=Decimal, default=Decimal(60), help="seconds between two rounds")
    help = "address of the operator's API: the hours are then those of a frozen clock, which is led on"
    parser.add_argument("--operator", default=os.environ.get("BOURSE_OPERATOR_URL"), help=help)
    for name, default in flags.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(default), default=default)
    values = parser.parse_args()
    keys = Path(values.keys)
    if not keys.exists():
        sys.exit(f"{keys} is not there; npm start makes it")
    key = json.loads(keys.read_text()).get(values.user)
    if key is None:
        sys.exit(f"{keys} has no user {values.user}")
    client = BourseClient(values.url, key["apiKey"], key["secret"], on_rate_limit="wait")
    return client, values, Pace(values, keys.parent / "operator-token")


class Pace:
    """Rounds, `step` seconds apart, for so many hours: of real time, or of engine time that is led on by them."""

    def __init__(self, values, token_file):
        self._step_ms = int(values.step * 1_000)
        self._left_ms = int(values.hours * HOUR_MS)
        self._stop = threading.Event()
        self._clock = None
        if values.operator:
            token = os.environ.get("BOURSE_OPERATOR_TOKEN") or token_file.read_text().strip()
            self._clock = OperatorClient(values.operator, token).clock

    def rounds(self):
        """The number of each round. Ctrl+C ends them, and the program goes on to its end."""
        signal.signal(signal.SIGINT, lambda *_: self._stop.set())
        was_running = self._clock is not None and not self._clock.look()["frozen"]
        number = 0
        try:
            while self._left_ms > 0 and not self._stop.is_set():
                yield number
                number += 1
                self._wait(min(self._step_ms, self._left_ms))
        finally:
            # A clock that ran before runs on, also when the program fails.
            if was_running:
                self._clock.resume()

    def _wait(self, ms):
        self._left_ms -= ms
        if self._clock is None:
            self._stop.wait(ms / 1_000)
        else:
            self._clock.advance(ms)


def holdings(client):
    """By asset what the user has, in spot, margin and futures; debts are taken off, profits of positions count."""
    found = {}

    def add(asset, *amounts):
        found[asset] = sum(amounts, found.get(asset, Decimal(0)))

    for row in client.spot.account()["balances"]:
        add(row["asset"], row["free"], row["locked"])
    for row in client.margin.account()["balances"]:
        add(row["asset"], row["free"], row["locked"], -row["borrowed"], -row["interest"])
    for row in client.futures.account()["account"]:
        add(row["marginCoin"], row["totalEquity"], row["accountLock"], row["partEquity"])
    return found


def tell_profit(client, before):
    """What has changed since `before`, at the last prices: what was there all along neither wins nor loses."""
    lasts = {row["symbol"]: row["last"] for row in client.spot.tickers()["tickers"]}
    total = Decimal(0)
    for asset, amount in sorted(holdings(client).items()):
        change = amount - before.get(asset, Decimal(0))
        price = Decimal(1) if asset == "USDT" else lasts[f"{asset}USDT"]
        total += change * price
        if change:
            print(f"  {asset} {change:+f} at {price:f}")
    print(f"profit and loss: {total:+f} USDT")


def floor(figure, step):
    """A price or a volume in the steps of its market."""
    return figure // step * step


def run(main):
    """What the service said, or that it is not there, is one line; only a mistake has a stack."""
    try:
        main()
    except (BourseError, OperatorError) as problem:
        sys.exit(str(problem))
