"""A market maker with inventory: it quotes on both sides of the middle, and moves both quotes against what it
holds, so that what it has bought is sold sooner, and the other way round. It never holds more than a bound.

Run: python3 examples/python/market_maker.py --hours 1
"""

from decimal import Decimal

from surroundings import begin, floor, holdings, run, tell_profit

PRICE_STEP = Decimal("0.01")
VOLUME_STEP = Decimal("0.00001")


def middle_of(spot, symbol):
    """Of the book; the last price where a side is empty."""
    book = spot.depth(symbol=symbol, limit=1)
    if not book["bids"] or not book["asks"]:
        return spot.ticker(symbol=symbol)["last"]
    return (book["bids"][0][0] + book["asks"][0][0]) / 2


def quotes_of(middle, held, values):
    """At most one quote for each side, none on the side that would break the bound."""
    # At the bound the quotes are moved by a whole half spread: the side that holds less is at the middle.
    fair = middle * (1 - values.half_spread * held / values.most)
    sides = [
        ("BUY", fair * (1 - values.half_spread), values.most - held),
        ("SELL", fair * (1 + values.half_spread), values.most + held),
    ]
    for side, price, room in sides:
        volume = floor(min(values.volume, room), VOLUME_STEP)
        if volume > 0:
            # A quote that would trade at once is not placed: it would pay the taker's fee.
            terms = {"side": side, "batchType": "LIMIT", "timeInForce": "POST_ONLY"}
            yield {**terms, "volume": volume, "price": floor(price, PRICE_STEP)}


def main():
    client, values, pace = begin(
        __doc__,
        symbol="BTCUSDT",
        volume=Decimal("0.05"),
        most=Decimal("0.5"),
        half_spread=Decimal("0.0015"),
    )
    symbol, spot = values.symbol, client.spot
    base = next(one["baseAsset"] for one in spot.symbols()["symbols"] if one["symbol"] == symbol)
    before = holdings(client)
    newest = spot.my_trades(symbol=symbol, limit=1)
    traded_from = newest[0]["id"] + 1 if newest else 1

    try:
        for number in pace.rounds():
            spot.cancel_all(symbol=symbol)
            held = holdings(client)[base] - before.get(base, 0)
            quotes = list(quotes_of(middle_of(spot, symbol), held, values))
            spot.create_orders(symbol=symbol, orders=quotes)
            if number % 10 == 0:
                told = ", ".join(f"{one['side']} {one['volume']} at {one['price']}" for one in quotes)
                print(f"holds {held:+f} {base}, quoting {told}")
    finally:
        spot.cancel_all(symbol=symbol)

    trades = spot.my_trades(symbol=symbol, fromId=traded_from, limit=1_000)
    bought = sum(one["qty"] for one in trades if one["side"] == "BUY")
    sold = sum(one["qty"] for one in trades if one["side"] == "SELL")
    print(f"bought {bought:f}, sold {sold:f} {base} in {len(trades)} trades")
    tell_profit(client, before)


if __name__ == "__main__":
    run(main)
