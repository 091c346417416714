"""The order lists that a bot places, one after the other, each at a last price: its type, its orders, and what each order
is in it. Amounts are such that fees are whole steps: 0.1 that is bought brings 0.0999, so that nothing is left when a
list is over."""

from decimal import Decimal

#: Of what is bought, at the rates of the demo.
KEEPS = Decimal("0.999")
BOUGHT = Decimal("0.1")
KEPT = BOUGHT * KEEPS
#: From the price to either exit.
NEAR = 60
#: The same in basis points.
TRAILED = 12
#: More than the account has.
TOO_MUCH = 50

BRACKET = ("entry", "loss", "gain")
EXITS = ("loss", "gain")


def order(side, volume, price=None, **more):
    if price is None:
        # Of a market order to buy, too, the volume is a quantity.
        return {"side": side, "volume": volume, "batchType": "MARKET", "volumeUnit": "BASE", **more}
    return {"side": side, "volume": volume, "batchType": "LIMIT", "price": price, **more}


def exits(side, volume, price):
    """A stop at market where the price is worse, and a limit that rests where it is better."""
    away = NEAR if side == "SELL" else -NEAR
    return [order(side, volume, triggerPrice=price - away), order(side, volume, price + away)]


def trailing(side, volume):
    """A stop at market about as far from the price, which follows it."""
    return order(side, volume, trailingDelta=TRAILED)


def patient_bracket(last):
    """A fall fills the entry."""
    return "OTOCO", BRACKET, [order("BUY", BOUGHT, last - 30), *exits("SELL", KEPT, last - 30)]


def bracket(last):
    return "OTOCO", BRACKET, [order("BUY", BOUGHT), *exits("SELL", KEPT, last)]


def short_bracket(last):
    """What buys back pays its fee of what it buys."""
    return "OTOCO", BRACKET, [order("SELL", KEPT), *exits("BUY", BOUGHT, last)]


def way_out(last):
    return "OCO", EXITS, exits("SELL", KEPT, last)


def way_back(last):
    return "OCO", EXITS, exits("BUY", BOUGHT, last)


def protected(last):
    loss, _ = exits("SELL", KEPT, last)
    return "OTO", ("entry", "loss"), [order("BUY", BOUGHT), loss]


def patient_gain(last):
    _, gain = exits("SELL", KEPT, last - 30)
    return "OTO", ("entry", "gain"), [order("BUY", BOUGHT, last - 30), gain]


def followed(last):
    _, gain = exits("SELL", KEPT, last)
    return "OTOCO", ("entry", "trail", "gain"), [order("BUY", BOUGHT), trailing("SELL", KEPT), gain]


def way_out_behind(last):
    _, gain = exits("SELL", KEPT, last)
    return "OCO", ("gain", "trail"), [gain, trailing("SELL", KEPT)]


def never_taker(last):
    """It would trade, and so it ends with its legs."""
    return "OTOCO", BRACKET, [
        order("BUY", BOUGHT, last + 100, timeInForce="POST_ONLY"),
        *exits("SELL", KEPT, last + 100),
    ]


def bare(last):
    """Nothing protects the entry, since the legs sell what is not there."""
    return "OTOCO", BRACKET, [order("BUY", BOUGHT), *exits("SELL", TOO_MUCH, last)]


#: Each with what is traded at market before, so that there is something to get out of.
PLANS = [
    (patient_bracket, None),
    (bracket, None),
    (short_bracket, None),
    (way_out, ("BUY", BOUGHT)),
    (way_back, ("SELL", KEPT)),
    (protected, None),
    (followed, None),
    (way_out_behind, ("BUY", BOUGHT)),
    (patient_gain, None),
    (never_taker, None),
    (bare, None),
]
