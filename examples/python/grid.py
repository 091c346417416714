"""A grid: prices at even distances around the first one, a buy waiting on each below it and a sell on each above.
When one is filled, its counterpart is placed one line further: what was bought at a line is sold at the next one
up, so every swing between two lines earns their distance, less two fees.

Run: python3 examples/python/grid.py --hours 1
"""

from decimal import Decimal

from surroundings import begin, floor, holdings, run, tell_profit

PRICE_STEP = Decimal("0.01")


class Grid:
    """Lines 0 to 2 x `lines`; the one in the middle is the first price. One order waits on each other line."""

    def __init__(self, spot, values, first):
        self._spot, self._values = spot, values
        distance = values.distance
        self._prices = [
            floor(first * (1 + distance * (line - values.lines)), PRICE_STEP) for line in range(2 * values.lines + 1)
        ]
        #: By line: the order that waits there.
        self.waiting = {}
        self.filled = 0

    def begin(self):
        for line in range(len(self._prices)):
            if line != self._values.lines:
                self._place(line, "BUY" if line < self._values.lines else "SELL")

    def follow(self):
        """Places the counterparts of what was filled since the last look."""
        symbol = self._values.symbol
        still_open = {one["orderId"] for one in self._spot.open_orders(symbol=symbol, limit=1_000)}
        gone = [line for line, order in self.waiting.items() if order["orderId"] not in still_open]
        for line in gone:
            order = self._spot.get_order(symbol=symbol, orderId=self.waiting.pop(line)["orderId"])
            if order["status"] != "FILLED":
                continue
            self.filled += 1
            print(f"filled: {order['side']} {order['executedQty']} at {order['price']}")
            further = line + 1 if order["side"] == "BUY" else line - 1
            if further not in self.waiting:
                self._place(further, "SELL" if order["side"] == "BUY" else "BUY")

    def end(self):
        """Takes its own orders back; one that was filled meanwhile is no mistake."""
        while self._spot.cancel_all(symbol=self._values.symbol)["more"]:
            pass
        self.waiting.clear()

    def _place(self, line, side):
        values = self._values
        terms = {"symbol": values.symbol, "side": side, "type": "LIMIT", "volume": values.volume}
        self.waiting[line] = self._spot.create_order(**terms, price=self._prices[line])


def main():
    client, values, pace = begin(
        __doc__, symbol="BTCUSDT", volume=Decimal("0.02"), lines=10, distance=Decimal("0.003")
    )
    before = holdings(client)
    grid = Grid(client.spot, values, client.spot.ticker(symbol=values.symbol)["last"])
    grid.begin()
    print(f"{len(grid.waiting)} orders wait, {values.distance * 100:f}% apart")
    try:
        for _ in pace.rounds():
            grid.follow()
    finally:
        grid.end()
    print(f"{grid.filled} orders were filled")
    tell_profit(client, before)


if __name__ == "__main__":
    run(main)
