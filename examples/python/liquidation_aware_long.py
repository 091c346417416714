"""A leveraged long that looks after its own liquidation price: when the mark comes near it, margin is added; when
the budget for that is spent, half of the position is closed, and the margin that this frees is given to the rest.
It is never liquidated as long as the mark does not fall through the distance within one round.

Run: python3 examples/python/liquidation_aware_long.py --hours 1 --step 10
"""

from decimal import Decimal

from surroundings import begin, floor, holdings, run, tell_profit

#: How far from the mark an order may trade: it takes what the book has there, and the rest is cancelled.
REACH = Decimal("0.01")
ISOLATED = 2
CENT = Decimal("0.01")


class Long:
    def __init__(self, futures, values):
        self._futures, self._values = futures, values
        contract = next(one for one in futures.contracts() if one["symbol"] == values.contract)
        self._step = Decimal(1).scaleb(-contract["pricePrecision"])
        self.budget = values.budget

    @property
    def mark(self):
        return self._futures.index(contractName=self._values.contract)["markPrice"]

    def position(self):
        coins = self._futures.account()["account"]
        for market in (one for coin in coins for one in coin["positionVos"]):
            if market["contractName"] == self._values.contract:
                return next((one for one in market["positions"] if one["side"] == "BUY"), None)
        return None

    def open(self):
        name = self._values.contract
        self._futures.set_margin_model(contractName=name, marginModel=ISOLATED)
        self._futures.set_leverage(contractName=name, nowLevel=self._values.leverage)
        self._trade("BUY", "OPEN", self._values.contracts, 1 + REACH)

    def close(self, contracts):
        self._trade("SELL", "CLOSE", contracts, 1 - REACH)

    def look_after(self, position):
        """Whether something had to be done: more margin first, less position when the budget is spent."""
        mark, liquidation = self.mark, position["reducePrice"]
        distance = (mark - liquidation) / mark
        if distance >= self._values.near:
            return False
        print(f"mark {mark:f}, liquidation at {liquidation:f}: {distance * 100:.2f}% away")
        margin = floor(min(self.budget, position["holdAmount"] / 2), CENT)
        if margin > 0:
            self._futures.move_position_margin(positionId=position["id"], amount=margin)
            self.budget -= margin
            print(f"added {margin:f} USDT of margin, {self.budget:f} left for that")
        else:
            self._halve(position)
        return True

    def _halve(self, position):
        """Less alone would move nothing: the liquidation price goes by the margin of a contract."""
        half = max(Decimal(1), position["volume"] // 2)
        self.close(half)
        print(f"closed {half:f} of {position['volume']:f} contracts")
        rest = self.position()
        if rest:
            lost = min(Decimal(0), position["unRealizedAmount"]) * half / position["volume"]
            freed = floor(position["holdAmount"] - rest["holdAmount"] + lost, CENT)
            if freed > 0:
                self._futures.move_position_margin(positionId=rest["id"], amount=freed)

    def _trade(self, side, action, contracts, reach):
        name, price = self._values.contract, floor(self.mark * reach, self._step)
        terms = {"side": side, "open": action, "type": "LIMIT", "timeInForce": "IOC", "positionType": ISOLATED}
        self._futures.create_order(contractName=name, volume=contracts, price=price, **terms)


def main():
    client, values, pace = begin(
        __doc__,
        contract="E-BTC-USDT",
        contracts=Decimal(2_000),
        leverage=50,
        near=Decimal("0.01"),
        budget=Decimal(150),
    )
    before = holdings(client)
    long = Long(client.futures, values)
    long.open()
    opened = long.position()
    if opened:
        told = f"{opened['volume']:f} contracts at {opened['openPrice']:f}"
        print(f"long {told}, liquidation at {opened['reducePrice']:f}")
    try:
        for _ in pace.rounds():
            position = long.position()
            if position is None:
                print("there is no position any more")
                break
            long.look_after(position)
    finally:
        left = long.position()
        if left:
            long.close(left["volume"])
    left = long.position()
    print(f"contracts left: {left['volume'] if left else 0}")
    tell_profit(client, before)


if __name__ == "__main__":
    run(main)
