"""One WebSocket connection: requests with numbers, and messages within a time.

A connection can be dead without a word. So what was asked must be answered in time, and when nothing was
heard for a while something is asked.
"""

from __future__ import annotations

import asyncio
import json
import ssl
import time
from typing import Any, Dict, Optional

import websockets
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.version import version

from ..wire.exact import read_exactly

ANSWER_S = 10.0
_MESSAGE_MAX = 16 * 1024 * 1024


class ConnectionLost(Exception):
    """`code` is that of the close frame, or 1006 without one."""

    def __init__(self, reason: str, code: int = 1006) -> None:
        super().__init__(reason)
        self.code = code


class Connection:
    def __init__(self, socket: Any, quiet_s: float) -> None:
        self._socket = socket
        self._quiet_s = quiet_s
        self._ids = 0
        self._unanswered: Dict[int, float] = {}
        self.log = ""

    @classmethod
    async def open(cls, root: str, quiet_s: float, ssl_context: Optional[ssl.SSLContext]) -> Connection:
        """Connected, and greeted by the server."""
        options: Dict[str, Any] = {
            "open_timeout": ANSWER_S,
            "close_timeout": 1,
            "max_size": _MESSAGE_MAX,
            "ping_interval": None,
            "compression": None,
        }
        if ssl_context is not None and root.startswith("https"):
            options["ssl"] = ssl_context
        if int(version.split(".")[0]) >= 15:
            # Newer ones would go through a proxy of the environment, which requests do not.
            options["proxy"] = None
        try:
            connect: Any = websockets.connect  # type: ignore[attr-defined]
            socket = await connect("ws" + root[len("http") :] + "/ws", **options)
        except (OSError, asyncio.TimeoutError, WebSocketException) as error:
            raise ConnectionLost(str(error) or type(error).__name__) from error
        connection = cls(socket, quiet_s)
        try:
            connection.log = (await connection.hear(ANSWER_S))["log"]
        except BaseException:
            await connection.close()
            raise
        return connection

    async def close(self) -> None:
        await self._socket.close()

    def number(self) -> int:
        """The number of the next request, drawn before it is sent: its answer may be quick."""
        self._ids += 1
        return self._ids

    async def request(self, number: int, **fields: Any) -> None:
        """The answer has the same number."""
        self._unanswered[number] = time.monotonic()
        await self.send({**fields, "id": number})

    async def send(self, fields: Dict[str, Any]) -> None:
        try:
            await self._socket.send(json.dumps(fields))
        except ConnectionClosed as error:
            raise _lost(error) from error

    async def next(self) -> Dict[str, Any]:
        """The next message; asks when it is quiet, and gives up when an answer is overdue."""
        while True:
            try:
                told = await self.hear(self._patience())
            except asyncio.TimeoutError:
                if self._unanswered:
                    raise ConnectionLost("no answer in time") from None
                await self.request(self.number(), op="ping")
                continue
            self._unanswered.pop(told.get("id", 0), None)
            return told

    async def hear(self, seconds: float) -> Dict[str, Any]:
        try:
            text = await asyncio.wait_for(self._socket.recv(), seconds)
        except ConnectionClosed as error:
            raise _lost(error) from error
        try:
            told = read_exactly(text)
        except ValueError as error:
            raise ConnectionLost("a message is no JSON") from error
        return told if isinstance(told, dict) else {}

    def _patience(self) -> float:
        if not self._unanswered:
            return self._quiet_s
        answer_s = min(ANSWER_S, self._quiet_s)
        return max(0.001, min(self._unanswered.values()) + answer_s - time.monotonic())


def _lost(error: Any) -> ConnectionLost:
    """Old and new releases of the package name the close frame differently."""
    frame = getattr(error, "rcvd", None)
    code = frame.code if frame is not None else 1006
    return ConnectionLost(str(error), code)
