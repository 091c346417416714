"""The words that parameters and answers have, one of a few each.

Made by `npm run generate` from the contract of the API (src/contract): change that.
"""

from __future__ import annotations

from typing import Literal

#: The side.
Side = Literal["BUY", "SELL"]

#: The kind of order.
OrderType = Literal["LIMIT", "MARKET"]

#: GTC rests until it is filled or canceled; IOC trades what it can at once and cancels the rest; FOK trades
#: whole at once or not at all; POST_ONLY rests or, if it would trade, is canceled. A MARKET order takes GTC
#: or IOC, which change nothing about it.
PairTimeInForce = Literal["GTC", "IOC", "FOK", "POST_ONLY"]

#: What happens when the order would trade with one of your own: the incoming one is canceled, the resting
#: one, both, both lose what they would have traded (DECREMENT), or they trade. As the symbol says when it is
#: missing; NONE only where the symbol's stpMode is NONE.
SelfTradeMode = Literal["EXPIRE_TAKER", "EXPIRE_MAKER", "EXPIRE_BOTH", "NONE", "DECREMENT"]

#: What volume counts: BASE the asset that is traded, QUOTE the one that it is paid in. Without it QUOTE of a
#: MARKET order to BUY, BASE of any other. A MARKET order of spot may say the other one: to BUY a quantity,
#: which locks it at the highest price of the symbol's range, or to SELL for an amount.
VolumeUnit = Literal["BASE", "QUOTE"]

#: OCO: two legs, of which the first to work ends the other. OTO: a first order, and a leg that goes live when
#: it is completely filled. OTOCO: a first order and two legs.
OrderListType = Literal["OCO", "OTO", "OTOCO"]

#: What happens when the order to replace is not open any more: nothing is placed (as when this is left out),
#: or the new order is placed all the same.
ReplaceMode = Literal["STOP_ON_FAILURE", "ALLOW_FAILURE"]

#: What became of it.
OrderStatus = Literal["NEW", "PARTIALLY_FILLED", "FILLED", "CANCELED", "REJECTED", "PENDING_NEW"]

#: Why it was canceled, where the status does not tell.
EndReason = Literal[
    "BELOW_ONE_STEP", "POST_ONLY", "FILL_OR_KILL", "IMMEDIATE_OR_CANCEL", "SELF_TRADE", "COUNTDOWN",
    "OUT_OF_RANGE", "EMPTY_BOOK", "DEFICIT", "OTHER_LEG", "LIST_ENDED", "INSUFFICIENT_BALANCE",
]

#: Why the exchange itself traded here; NONE for what you asked for.
Forced = Literal["NONE", "LIQUIDATION", "DELEVERAGING"]

#: EXCHANGE is the spot account.
AccountName = Literal["EXCHANGE", "MARGIN", "FUTURE"]

#: How long a candle is.
Interval = Literal["1min", "5min", "15min", "30min", "60min", "4hour", "1day", "1week", "1month", "1h"]

#: What becomes of an order that meets its own user's.
StpMode = Literal["EXPIRE_TAKER", "NONE"]

#: BUY OPEN gets long and SELL CLOSE out of it; SELL OPEN and BUY CLOSE short.
Action = Literal["OPEN", "CLOSE"]

#: 1 is cross, 2 isolated.
PositionType = Literal[1, 2]

#: IOC, FOK and POST_ONLY mean LIMIT with that timeInForce.
FuturesOrderType = Literal["LIMIT", "MARKET", "IOC", "FOK", "POST_ONLY"]

#: 1 stop loss, 2 stop gain, which only close; 3 up to, 4 down to.
TriggerType = Literal[1, 2, 3, 4]

#: What became of it; INIT waits for its condition.
FuturesOrderStatus = Literal["INIT", "NEW", "PARTIALLY_FILLED", "FILLED", "CANCELLED", "REJECTED"]
