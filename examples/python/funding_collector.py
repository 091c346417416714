"""Collects funding: it sells a perpetual contract short and buys as much of the asset on spot. What one side loses
when the price moves, the other wins; what is left is the funding that longs pay to shorts while its rate is above
zero. When the rate falls below zero, and at the end, both sides are closed.

Run: python3 examples/python/funding_collector.py --hours 17
"""

from decimal import Decimal

from surroundings import begin, floor, holdings, run, tell_profit

#: How far from the mark an order may trade: it takes what the book has there, and the rest is cancelled.
REACH = Decimal("0.01")
CENT = Decimal("0.01")
VOLUME_STEP = Decimal("0.00001")


class Hedge:
    """A short of so many contracts, and what it is worth of the asset on spot."""

    def __init__(self, client, values):
        self._client, self._values = client, values
        contracts = client.futures.contracts()
        self._contract = next(one for one in contracts if one["symbol"] == values.contract)
        self._fee = client.spot.fee_rates(symbol=values.symbol)[0]["takerFeeRate"]
        self.contracts = Decimal(0)
        #: What was bought on spot, and not sold yet.
        self.bought = Decimal(0)

    @property
    def funding(self):
        """What the position has been paid so far."""
        position = self._position()
        return position["capitalFee"] if position else Decimal(0)

    def open(self):
        self._trade("SELL", "OPEN", self._values.contracts)
        self._follow()

    def close(self):
        position = self._position()
        if position:
            self._trade("BUY", "CLOSE", position["volume"])
            self._follow()

    def _trade(self, side, action, contracts):
        mark = self._client.futures.index(contractName=self._values.contract)["markPrice"]
        price = floor(mark * (1 - REACH if side == "SELL" else 1 + REACH), self._step)
        terms = {"side": side, "open": action, "type": "LIMIT", "timeInForce": "IOC", "positionType": 1}
        name = self._values.contract
        self._client.futures.create_order(contractName=name, volume=contracts, price=price, **terms)

    def _follow(self):
        """Spot is brought to what the short is now, whatever part of the order was filled."""
        position = self._position()
        self.contracts = position["volume"] if position else Decimal(0)
        wanted = self.contracts * self._contract["multiplier"]
        symbol, spot, before = self._values.symbol, self._client.spot, self._free()
        last = spot.ticker(symbol=symbol)["last"]
        terms = {"symbol": symbol, "type": "LIMIT", "timeInForce": "IOC"}
        if wanted > self.bought:
            # The fee is taken from what is bought.
            volume = floor((wanted - self.bought) / (1 - self._fee) + VOLUME_STEP, VOLUME_STEP)
            spot.create_order(side="BUY", volume=volume, price=floor(last * (1 + REACH), CENT), **terms)
        elif floor(self.bought - wanted, VOLUME_STEP) > 0:
            volume = floor(self.bought - wanted, VOLUME_STEP)
            spot.create_order(side="SELL", volume=volume, price=floor(last * (1 - REACH), CENT), **terms)
        self.bought += self._free() - before

    def _free(self):
        rows = self._client.spot.account()["balances"]
        return next((row["free"] for row in rows if row["asset"] == self._contract["multiplierCoin"]), Decimal(0))

    @property
    def _step(self):
        return Decimal(1).scaleb(-self._contract["pricePrecision"])

    def _position(self):
        coins = self._client.futures.account()["account"]
        for market in (one for coin in coins for one in coin["positionVos"]):
            if market["contractName"] == self._values.contract:
                return next((one for one in market["positions"] if one["side"] == "SELL"), None)
        return None


def main():
    client, values, pace = begin(
        __doc__, symbol="BTCUSDT", contract="E-BTC-USDT", contracts=Decimal(10_000), leverage=5
    )
    before, hedge, collected = holdings(client), Hedge(client, values), Decimal(0)
    client.futures.set_leverage(contractName=values.contract, nowLevel=values.leverage)
    try:
        for _ in pace.rounds():
            rate = client.futures.index(contractName=values.contract)["currentFundRate"]
            if hedge.contracts == 0 and rate >= 0:
                hedge.open()
                print(f"short {hedge.contracts:f} contracts, hedged on spot; the rate is {rate:f}")
            elif hedge.contracts > 0 and hedge.funding != collected:
                collected = hedge.funding
                print(f"funding so far: {collected:+f} USDT; the rate is {rate:f}")
            if hedge.contracts > 0 and rate < 0:
                print(f"the rate is {rate:f}: closing")
                hedge.close()
                collected = Decimal(0)
    finally:
        hedge.close()
    print(f"contracts left: {hedge.contracts:f}")
    tell_profit(client, before)


if __name__ == "__main__":
    run(main)
