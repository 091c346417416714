"""Places an order that waits, looks at it, and cancels it.

Run: python3 examples/python/place_and_cancel.py
"""

from decimal import Decimal

from surroundings import begin, floor, run

from bourse import OrderRefused


def main():
    client, values, _ = begin(__doc__, symbol="BTCUSDT", volume=Decimal("0.01"))
    symbol, spot = values.symbol, client.spot

    last = spot.ticker(symbol=symbol)["last"]
    print(f"{symbol} was last traded at {last}")

    # Prices are Decimal all the way: a float is refused.
    price = floor(last * Decimal("0.95"), Decimal("0.01"))
    order = spot.create_order(symbol=symbol, side="BUY", type="LIMIT", volume=values.volume, price=price)
    print(f"order {order['orderId']}: {order['side']} {order['origQty']} at {order['price']}, {order['status']}")

    print(f"open now: {len(spot.open_orders(symbol=symbol))}")
    canceled = spot.cancel_order(symbol=symbol, orderId=order["orderId"])
    print(f"order {canceled['orderId']}: {canceled['status']}")

    try:
        spot.cancel_order(symbol=symbol, orderId=order["orderId"])
    except OrderRefused as refusal:
        print(f"once more: {refusal.name} ({refusal.code}), {refusal}")


if __name__ == "__main__":
    run(main)
