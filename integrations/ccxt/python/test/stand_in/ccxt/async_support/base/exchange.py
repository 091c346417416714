"""The same with coroutines."""

import asyncio

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
