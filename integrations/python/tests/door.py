"""A door between a stream and its server: it passes messages on, and breaks what a test asks it to break."""

import asyncio
import json

import websockets
from websockets.exceptions import ConnectionClosed


class Door:
    def __init__(self, url):
        self._target = "ws" + url[len("http") :] + "/ws"
        self._open = []
        self._times = None
        self._silent_up_to = 0
        self._given_up = asyncio.Event()
        #: What clients have sent, as values.
        self.sent = []
        #: How many connections there were.
        self.count = 0

    async def __aenter__(self):
        self._server = await websockets.serve(self._pass, "127.0.0.1", 0, compression=None)
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_):
        self.cut()
        self._server.close()
        await self._server.wait_closed()

    def cut(self):
        """All connections end, without a word."""
        for client in self._open:
            client.transport.abort()
        self._open.clear()

    def fall_silent(self):
        """Nothing more is told on connections that are there; what it returns is set when one of them ends."""
        self._silent_up_to = self.count
        return self._given_up

    def repeat_next_update(self, times):
        """Passes the next update on so often; what it returns is set when that has happened."""
        self._times, self._struck = times, asyncio.Event()
        return self._struck

    async def _pass(self, client, *_):
        self.count += 1
        number = self.count
        self._open.append(client)
        async with websockets.connect(self._target, compression=None) as server:
            ways = [self._up(client, server), self._down(server, client, number)]
            tasks = [asyncio.ensure_future(way) for way in ways]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
        if number <= self._silent_up_to:
            self._given_up.set()

    async def _up(self, client, server):
        try:
            async for text in client:
                self.sent.append(json.loads(text))
                await server.send(text)
        except ConnectionClosed:
            pass

    async def _down(self, server, client, number):
        try:
            async for text in server:
                if number <= self._silent_up_to:
                    continue
                times = 1
                if self._times is not None and json.loads(text)["type"] == "update":
                    times, self._times = self._times, None
                for _ in range(times):
                    await client.send(text)
                if times != 1:
                    self._struck.set()
        except ConnectionClosed:
            pass
