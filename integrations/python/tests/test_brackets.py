"""A bot trades by brackets and exits for an hour of engine time, while a price walks from a seed: entries fill, take
profits and stops are reached, also such as trail, some lists are canceled, and a countdown ends what it finds. The bot ends flat, and every
unit is accounted for."""

from decimal import Decimal

import pytest
from bracket_bot import BracketBot
from list_plans import patient_bracket
from moving_market import MONEY, MovingMarket, trader

SYMBOL = "BTCUSDT"
PRICE = 50_000
STEP_MAX = 60
MINUTES = 60
SEED = 1
OWN = {"USDT": 200_000, "BTC": 1}

#: Each part of a list ends in each way that there is.
ENDS = {
    *(("entry", end) for end in ("FILLED", "CANCELED", "POST_ONLY")),
    *((leg, end) for leg in ("loss", "gain") for end in ("FILLED", "OTHER_LEG", "LIST_ENDED", "INSUFFICIENT_BALANCE")),
    *(("trail", end) for end in ("FILLED", "OTHER_LEG")),
    ("loss", "CANCELED"),
    ("gain", "CANCELED"),
    # It begins with the newest order, and the others of its list end with that.
    ("gain", "COUNTDOWN"),
}


def balances(client):
    rows = client.spot.account()["balances"]
    return {row["asset"]: (row["free"], row["locked"]) for row in rows if row["asset"] in OWN}


def fees(client):
    found = dict.fromkeys(OWN, Decimal(0))
    trades = client.spot.my_trades(symbol=SYMBOL, limit=1_000)
    assert len(trades) < 1_000
    for trade in trades:
        found[trade["feeCoin"]] += trade["fee"]
    return found


@pytest.mark.bourse(frozen=True)
def test_an_hour_of_brackets_and_exits_ends_flat(exchange):
    market = MovingMarket(exchange, SYMBOL, PRICE, SEED)
    client = trader(exchange, "bot", OWN)
    bot = BracketBot(client, SYMBOL)

    for minute in range(MINUTES):
        if minute == MINUTES // 2:
            bot.begin(patient_bracket)
            client.spot.countdown_cancel_all(symbol=SYMBOL, countdownTime=5_000)
        exchange.clock.advance("1m")
        market.walk(STEP_MAX)
        bot.step()
    bot.stop()
    market.close()

    assert ENDS <= bot.ends.keys(), f"seed {SEED}: no {sorted(ENDS - bot.ends.keys())} in {bot.ends}"
    assert client.spot.open_orders(symbol=SYMBOL) == client.spot.open_order_lists(symbol=SYMBOL) == []
    assert balances(client)["BTC"] == (1, 0)
    assert_conserved(exchange, [client, *market.users])


def assert_conserved(exchange, users):
    """What all users have, and what they paid in fees, is what they were given, to the last unit."""
    for asset, given in OWN.items():
        held = sum(sum(balances(user)[asset]) + fees(user)[asset] for user in users)
        assert held == given + 2 * MONEY[asset], asset
    assert exchange.operator.audit()["isSolvent"]
