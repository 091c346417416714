"""The same with coroutines and streams."""

import asyncio

from ccxt.async_support.base.ws.client import Client
from ccxt.base.exchange import Exchange as SyncExchange


class Exchange(SyncExchange):
    async def sleep(self, ms):
        await asyncio.sleep(ms / 1000)

    async def load_markets(self, reload=False, params={}):
        if self.markets is None or reload:
            self.set_markets(await self.fetch_markets(params))
        return self.markets

    async def load_time_difference(self, params={}):
        self.options["timeDifference"] = self.milliseconds() - await self.fetch_time(params)

    async def request(self, path, api="public", method="GET", params={}, headers=None, body=None, config={}):
        signed = self.sign(path, api, method, params, headers, body)
        return await asyncio.to_thread(self.answer, signed)

    newUpdates = True
    orders = None
    myTrades = None
    positions = None

    def __init__(self, config={}):
        super().__init__(config)
        self.clients = {}
        self.trades = {}
        self.ohlcvs = {}
        self.orderbooks = {}

    def client(self, url):
        if url not in self.clients:
            self.clients[url] = Client(url, self.handle_message)
        return self.clients[url]

    async def watch(self, url, message_hash, message=None, subscribe_hash=None, subscription=None):
        client = self.client(url)
        future = client.future(message_hash)
        if subscribe_hash not in client.subscriptions:
            client.subscriptions[subscribe_hash] = True
            await client.connected
            await client.send(message)
        return await future

    def spawn(self, method, *args):
        return asyncio.ensure_future(method(*args))

    def order_book(self, snapshot):
        bids, asks = Side(snapshot["bids"], -1), Side(snapshot["asks"], 1)
        return self.extend(snapshot, {"bids": bids, "asks": asks})

    def find_timeframe(self, interval):
        return next(key for key in self.timeframes if self.timeframes[key] == interval)

    def filter_by_symbol_since_limit(self, rows, symbol=None, since=None, limit=None, tail=False):
        kept = [row for row in rows if symbol is None or row["symbol"] == symbol]
        return self.filter_by_since_limit(kept, since, limit, "timestamp", tail)

    def filter_by_symbols_since_limit(self, rows, symbols=None, since=None, limit=None, tail=False):
        kept = [row for row in rows if symbols is None or row["symbol"] in symbols]
        return self.filter_by_since_limit(kept, since, limit, "timestamp", tail)

    async def close(self):
        for client in self.clients.values():
            client.task.cancel()
            client.writer.close()


class Side(list):
    """One side of a book: the best level first, none of nothing."""

    def __init__(self, levels, direction):
        super().__init__(levels)
        self.direction = direction

    def store(self, price, amount):
        kept = [level for level in self if level[0] != price]
        kept += [[price, amount]] if amount else []
        self[:] = sorted(kept, key=lambda level: level[0] * self.direction)
