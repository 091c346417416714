"""The other side of a pair: a maker that quotes around a price and moves with it, and a taker that trades there, so that
the last price is where the walk has come. What a test wants filled is filled when the price is led past it."""

import random
from decimal import Decimal

MONEY = {"USDT": 10_000_000, "BTC": 1_000}
#: From the price to either quote.
HALF_SPREAD = 5
#: Of a quote, more than any bot has.
DEPTH = 5
#: What the taker trades: at the rates of the demo its fee is whole steps, and a fill of so much leaves no dust.
TAKEN = Decimal("0.01")


def trader(exchange, name, money):
    """A new user's client."""
    exchange.operator.add_user(name)
    for asset, amount in money.items():
        exchange.operator.deposit(name, asset, amount)
    return exchange.client(exchange.operator.add_key(name))


class MovingMarket:
    def __init__(self, exchange, symbol, price, seed):
        self.price = price
        self._symbol, self._center = symbol, price
        self._draw = random.Random(seed).random
        self._maker = trader(exchange, "maker", MONEY)
        self._taker = trader(exchange, "taker", MONEY)
        self._quote("BUY")

    @property
    def users(self):
        return [self._maker, self._taker]

    def walk(self, step_max):
        """A step of whole units up to `step_max`; far from where it began it goes back."""
        pull = (self._center - self.price) / (10 * step_max)
        step = round(step_max * max(-1, min(1, 2 * self._draw() - 1 + pull)))
        self.price += step
        self._quote("SELL" if step < 0 else "BUY")

    def close(self):
        self._maker.spot.cancel_all(symbol=self._symbol)

    def _quote(self, side):
        """The quotes go to the price, and the last price behind them."""
        self.close()
        quotes = {"SELL": self.price + HALF_SPREAD, "BUY": self.price - HALF_SPREAD}
        limit = {"symbol": self._symbol, "type": "LIMIT"}
        for quoted, price in quotes.items():
            self._maker.spot.create_order(**limit, side=quoted, volume=DEPTH, price=price)
        price = quotes["SELL" if side == "BUY" else "BUY"]
        self._taker.spot.create_order(**limit, side=side, volume=TAKEN, price=price, timeInForce="IOC")
