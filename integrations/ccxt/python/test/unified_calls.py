"""
The Python form of the class against a real server: the unified calls that a bot makes. ccxt itself is used where
it is installed, and else the stand-in beside this file. What was found is printed as one JSON object.

Run: python3 unified_calls.py URL API_KEY SECRET MAKER_KEY MAKER_SECRET
"""

import asyncio
import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
try:
    import ccxt
except ImportError:
    sys.path.insert(0, str(HERE / "stand_in"))
    import ccxt

from bourse_ccxt import bourse
from bourse_ccxt.async_support import bourse as async_bourse
from bourse_ccxt.pro import bourse as pro_bourse
from ccxt.base.errors import ArgumentsRequired, InsufficientFunds, InvalidOrder, NotSupported, OrderNotFound

SPOT = "BTC/USDT"
SWAP = "BTC/USDT:USDT"

# Not carried out, or not said as it must be: 1 is not True, though Python finds them equal.
NOT_CARRIED_OUT = [{"trailingPercent": 1}, {"stopLoss": {"triggerPrice": 45000}}, {"reduceOnly": 1}, {"leverage": 0}]


def pick(row, *keys):
    return [row[key] for key in keys]


def refused(call):
    try:
        call()
    except (ArgumentsRequired, InsufficientFunds, InvalidOrder, NotSupported, OrderNotFound) as error:
        return type(error).__name__
    return None


def spot_orders(bot, maker):
    maker.create_order(SPOT, "limit", "sell", 0.5, 50000)
    bought = bot.create_order(SPOT, "limit", "buy", 0.2, 50000)
    by_cost = bot.create_market_buy_order_with_cost(SPOT, 5000)
    resting = bot.create_order(SPOT, "limit", "buy", 0.1, 40000, {"postOnly": True})
    found = bot.fetch_order(resting["id"], SPOT)
    canceled = bot.cancel_order(resting["id"], SPOT)
    return {
        "bought": pick(bot.fetch_order(bought["id"], SPOT), "status", "filled", "average", "cost"),
        "byCost": pick(by_cost, "status", "filled"),
        "found": pick(found, "status", "price", "amount", "postOnly", "timeInForce"),
        "canceled": [canceled["id"] == resting["id"], canceled["status"]],
        "closed": len(bot.fetch_closed_orders(SPOT)),
        "orders": [order["status"] for order in bot.fetch_orders(SPOT)],
        "trades": [pick(trade, "side", "price", "amount", "fee") for trade in bot.fetch_my_trades(SPOT)],
        "balance": bot.fetch_balance()["BTC"],
    }


def order_lists(bot, maker):
    maker.create_order(SPOT, "limit", "sell", 0.1, 50000)
    exits = {"stopLoss": {"triggerPrice": 49000, "price": 48900}, "takeProfit": {"triggerPrice": 51000}}
    entry = bot.create_order(SPOT, "market", "buy", 0.1, None, exits)
    legs = bot.fetch_open_orders(SPOT)
    bot.cancel_order("", SPOT, {"orderListId": entry["info"]["orderListId"]})
    pair = {"stopLossPrice": 49000, "takeProfitPrice": 51000}
    exit = bot.create_order(SPOT, "market", "sell", 0.1, None, pair)
    waiting = len(bot.fetch_open_orders(SPOT))
    bot.cancel_order(exit["id"], SPOT)
    half = {"stopLoss": {"price": 48900}}
    return {
        "entry": pick(entry, "status", "filled", "stopLossPrice", "takeProfitPrice"),
        "legs": [pick(leg, "type", "amount", "triggerPrice", "price", "status") for leg in legs],
        "exits": [exit["info"]["listType"], waiting, exit["triggerPrice"]],
        "half": refused(lambda: bot.create_order(SPOT, "limit", "buy", 0.1, 40000, half)),
        "left": bot.fetch_open_orders(SPOT),
    }


def trailing_stops(bot):
    """One alone, one that ends a take profit, and those whose percents are no basis points."""

    def sell(**params):
        return bot.create_order(SPOT, "market", "sell", 0.1, None, params)

    placed = [sell(trailingPercent=1.15), sell(trailingPercent="2", takeProfitPrice=51000)]
    found = [bot.fetch_order(order["id"], SPOT) for order in placed]
    bot.cancel_all_orders(SPOT)
    return {
        "placed": [[order["info"]["trailingDelta"], order["triggerPrice"]] for order in found],
        "refused": [refused(lambda: sell(trailingPercent=percent)) for percent in (0, 1.005, "1%")],
    }


def market_data(bot):
    candles = bot.fetch_ohlcv("ETH/USDT", "1m", None, 350)
    since = candles[10][0]
    return {
        "markets": sorted(market["symbol"] for market in bot.fetch_markets()),
        "book": pick(bot.fetch_order_book(SPOT, 5), "bids", "asks"),
        "candles": [len(candles), candles[349][0] - candles[0][0]],
        "since": [candle[0] - since for candle in bot.fetch_ohlcv("ETH/USDT", "1m", since, 3)],
        "ticker": pick(bot.fetch_ticker(SPOT), "symbol", "last", "ask"),
        "tickers": sorted(bot.fetch_tickers()),
        "fundingRate": pick(bot.fetch_funding_rate(SWAP), "symbol", "markPrice"),
        "fundings": [pick(rate, "symbol", "fundingRate") for rate in bot.fetch_funding_rate_history(SWAP, None, 1)],
    }


def swaps(bot, maker):
    for user in (bot, maker):
        user.transfer("USDT", 10000, "spot", "swap")
    bot.set_leverage(10, SWAP)
    maker.create_order(SWAP, "limit", "sell", 100, 50000)
    opened = bot.create_order(SWAP, "market", "buy", 100)
    position = bot.fetch_position(SWAP)
    maker.create_order(SWAP, "limit", "buy", 100, 49990, {"reduceOnly": True})
    bot.create_order(SWAP, "market", "sell", 100, None, {"reduceOnly": True})
    off = {"trailingPercent": None, "stopLoss": False, "reduceOnly": False}
    stop = bot.create_order(SWAP, "limit", "buy", 10, 47000, {"triggerPrice": 47000, **off})
    waiting = bot.fetch_open_orders(SWAP)
    bot.cancel_all_orders(SWAP)
    trades = bot.fetch_trades(SWAP)
    return {
        "trades": [pick(trade, "side", "price", "amount") for trade in trades],
        "opened": pick(opened, "status", "filled", "average"),
        "position": pick(position, "side", "contracts", "entryPrice", "leverage", "marginMode", "notional"),
        "waiting": [order["id"] == stop["id"] and order["triggerPrice"] for order in waiting],
        "left": bot.fetch_positions(),
        "balance": bot.fetch_balance({"type": "swap"})["USDT"]["used"],
    }


async def asynchronous(settings):
    bot = async_bourse(settings)
    placed = await bot.create_order(SPOT, "limit", "buy", 0.1, 41000)
    found = await bot.fetch_order(placed["id"], SPOT)
    await bot.cancel_order(placed["id"], SPOT)
    return pick(found, "status", "price")


async def told_when(act, *watches):
    """What the calls tell of what is done while they wait."""
    waiting = [asyncio.ensure_future(watch) for watch in watches]
    await asyncio.sleep(0)
    await act
    return await asyncio.wait_for(asyncio.gather(*waiting), 10)


async def streams(settings, maker_settings):
    bot, maker = pro_bourse(settings), async_bourse(maker_settings)
    balance = await bot.watch_balance()
    levels = len((await bot.watch_order_book("ETH/USDT"))["asks"])
    # Subscribed now: what is answered behind them proves that they are, too.
    early = [asyncio.ensure_future(watch) for watch in (bot.watch_my_trades(), bot.watch_orders())]
    await bot.watch_ohlcv("ETH/USDT", "1m")
    await bot.watch_trades("ETH/USDT")
    sold = maker.create_order("ETH/USDT", "limit", "sell", 1, 10)
    (book,) = await told_when(sold, bot.watch_order_book("ETH/USDT"))
    # The book goes on changing; these are its levels of now.
    asks = list(book["asks"])
    bought = bot.create_order("ETH/USDT", "limit", "buy", 1, 10)
    watches = [bot.watch_trades("ETH/USDT"), bot.watch_orders(), bot.watch_my_trades(), bot.watch_ticker("ETH/USDT")]
    trades, orders, own, ticker = await told_when(bought, *watches)
    await asyncio.gather(*early)
    await bot.close()
    return {
        "balance": balance["BTC"]["free"],
        "book": [levels, asks],
        "trade": pick(trades[-1], "symbol", "price", "amount", "side"),
        "order": pick(orders[-1], "symbol", "status", "filled"),
        "own": pick(own[-1], "takerOrMaker", "fee"),
        "ticker": ticker["symbol"],
    }


def main(url, *keys):
    def settings(key, secret):
        return {"apiKey": key, "secret": secret, "options": {"url": url, "recvWindow": 1000}}

    bot = bourse(settings(*keys[:2]))
    maker = bourse(settings(*keys[2:]))
    told = {
        "ccxt": getattr(ccxt, "__version__", "stand-in"),
        "spot": spot_orders(bot, maker),
        "lists": order_lists(bot, maker),
        "trailing": trailing_stops(bot),
        "market": market_data(bot),
        "swap": swaps(bot, maker),
        "async": asyncio.run(asynchronous(settings(*keys[:2]))),
        "streams": asyncio.run(streams(settings(*keys[:2]), settings(*keys[2:]))),
        "refused": [
            refused(lambda: bot.create_order(SPOT, "limit", "buy", 1000, 40000)),
            refused(lambda: bot.fetch_order("999999", SPOT)),
            *[refused(lambda: bot.create_order(SWAP, "market", "sell", 10, None, asked)) for asked in NOT_CARRIED_OUT],
        ],
    }
    print(json.dumps(told))


main(*sys.argv[1:])
