"""One connection to `/ws` for everything that is subscribed to: it is made with the first subscription, made
again after a loss, and every channel goes on where it stood (STREAM-RESUME-1).
"""

from __future__ import annotations

import asyncio
import random
from types import TracebackType
from typing import Any, Dict, Optional, Set, Type

from ..wire.errors import BourseError, CredentialsRefused, error_class
from ..wire.session import Session
from ..wire.signature import sign
from .channel import IDLE, Subscription
from .connection import Connection, ConnectionLost

_PAUSE_MIN_S = 0.1
_PAUSE_MAX_S = 30.0
_KEY_REVOKED = 4002
CHANNELS_MAX = 200


class Stream:
    """Made by `client.stream()`, within a running event loop."""

    def __init__(self, session: Session, *, quiet_ms: int = 25_000, queue_max: int = 10_000) -> None:
        self._session = session
        #: After so long a silence the server is asked for a sign of life.
        self._quiet_s = quiet_ms / 1_000
        self._queue_max = queue_max
        self._addresses = session.addresses.copy()
        self._subscriptions: Dict[str, Subscription] = {}
        self._connection: Optional[Connection] = None
        self._login: Optional[asyncio.Task[None]] = None
        self._answers: Dict[int, asyncio.Future[Dict[str, Any]]] = {}
        self._is_logged_in = False
        self._runner: Optional[asyncio.Task[None]] = None
        self._tasks: Set[asyncio.Task[None]] = set()
        self._is_closed = False

    @property
    def is_open(self) -> bool:
        return self._connection is not None

    def subscribe(self, channel: str) -> Subscription:
        """An async iterator over the messages of a channel: first a snapshot, then what changes."""
        if self._is_closed:
            raise RuntimeError("The stream is closed.")
        if channel in self._subscriptions:
            raise ValueError(f"{channel} is subscribed to already.")
        if len(self._subscriptions) >= CHANNELS_MAX:
            raise ValueError(f"A stream has at most {CHANNELS_MAX} channels.")
        if channel.startswith("my.") and self._session.options.secret is None:
            raise CredentialsRefused(f"{channel} needs an api_key and a secret.")
        subscription = Subscription(channel, self._queue_max, self._left)
        self._subscriptions[channel] = subscription
        if self._runner is None:
            self._runner = asyncio.ensure_future(self._run())
        else:
            self._begin(self._ask_for_all())
        return subscription

    async def close(self) -> None:
        """Ends all subscriptions and the connection."""
        self._is_closed = True
        for subscription in self._subscriptions.values():
            subscription.end(None)
        self._subscriptions.clear()
        tasks = [task for task in (self._runner, self._login, *self._tasks) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def __aenter__(self) -> Stream:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    async def _run(self) -> None:
        try:
            await self._insist()
        except Exception as error:
            # A mistake of this package must not leave its readers waiting for ever.
            for subscription in self._subscriptions.values():
                subscription.fail(error)
            raise

    async def _insist(self) -> None:
        pause_s = _PAUSE_MIN_S
        while True:
            root = self._addresses.first
            try:
                ssl_context = self._session.options.ssl_context
                connection = await Connection.open(root, self._quiet_s, ssl_context)
                try:
                    self._connection = connection
                    pause_s = _PAUSE_MIN_S
                    await self._follow(connection)
                finally:
                    self._forget_connection()
                    await connection.close()
            except (ConnectionLost, asyncio.TimeoutError) as loss:
                if getattr(loss, "code", 0) == _KEY_REVOKED:
                    self._fail_private(CredentialsRefused("The key was revoked."))
            self._addresses.failed(root)  # CLIENT-ADDR-7
            await asyncio.sleep(random.uniform(0, pause_s))
            pause_s = min(2 * pause_s, _PAUSE_MAX_S)

    def _forget_connection(self) -> None:
        self._connection, self._is_logged_in = None, False
        if self._login is not None:
            self._login.cancel()
            self._login = None
        for answer in self._answers.values():
            answer.cancel()
        self._answers.clear()
        for subscription in self._subscriptions.values():
            subscription.lost()

    async def _follow(self, connection: Connection) -> None:
        await self._ask_for_all()
        while True:
            told = await connection.next()
            answer = self._answers.pop(told.get("id", 0), None)
            if answer is not None:
                answer.set_result(told)
            else:
                self._take(told, connection.log)
            await self._ask_for_all()

    def _take(self, told: Dict[str, Any], log: str) -> None:
        kind = told.get("type")
        if kind == "error":
            self._refused(told)
            return
        subscription = self._subscriptions.get(told.get("channel", ""))
        if subscription is None:
            return
        if kind == "subscribed" and told.get("id") == subscription.request_id:
            subscription.answered(told.get("resumed") is True)
        elif kind == "snapshot":
            subscription.take_snapshot(told, log)
        elif kind == "update":
            subscription.take_update(told, log)
        elif kind == "resync":
            subscription.resync(told.get("reason", ""))
        elif kind == "unsubscribed" and "reason" in told:
            self._subscriptions.pop(subscription.channel)
            subscription.end(told["reason"])

    def _refused(self, told: Dict[str, Any]) -> None:
        for subscription in list(self._subscriptions.values()):
            if subscription.request_id == told.get("id"):
                self._subscriptions.pop(subscription.channel)
                subscription.fail(_error_of(told))

    async def _ask_for_all(self) -> None:
        """Asks for every channel that is neither asked for nor followed."""
        connection = self._connection
        if connection is None:
            return
        for subscription in list(self._subscriptions.values()):
            if subscription.phase != IDLE:
                continue
            if subscription.is_private and not self._is_logged_in:
                self._log_in(connection)
                continue
            subscription.asked(connection.number())
            fields = {"op": "subscribe", "channel": subscription.channel, **subscription.place}
            await connection.request(subscription.request_id, **fields)

    def _log_in(self, connection: Connection) -> None:
        if self._login is None:
            self._login = asyncio.ensure_future(self._try_to_log_in(connection))

    async def _try_to_log_in(self, connection: Connection) -> None:
        """Outside of the time window the clock is learnt anew, and it is tried once more."""
        try:
            for is_last in (False, True):
                refusal = await self._log_in_once(connection, learns=is_last)
                if refusal is None:
                    self._is_logged_in = True
                    await self._ask_for_all()
                    return
                if is_last or refusal.kind != "clock":
                    self._fail_private(refusal)
                    return
        except ConnectionLost:
            pass  # The runner sees it, too.
        except BourseError:
            # No server told the time: a loss like any other.
            await connection.close()
        finally:
            self._login = None

    async def _log_in_once(self, connection: Connection, *, learns: bool) -> Optional[BourseError]:
        options, clock = self._session.options, self._session.clock
        loop = asyncio.get_running_loop()
        # The clock may ask over HTTP, which must not hold up the loop.
        if learns:
            await loop.run_in_executor(None, clock.learn)
        ts = await loop.run_in_executor(None, clock.now)
        signature = sign(options.secret or "", ts, "GET", "/ws")
        number = connection.number()
        answer = self._answers[number] = loop.create_future()
        fields = {"apiKey": options.api_key, "ts": ts, "sign": signature, "recvWindow": options.recv_window}
        await connection.request(number, op="login", **fields)
        told = await answer
        return _error_of(told) if told["type"] == "error" else None

    def _fail_private(self, error: BourseError) -> None:
        for subscription in list(self._subscriptions.values()):
            if subscription.is_private:
                self._subscriptions.pop(subscription.channel)
                subscription.fail(error)

    def _left(self, subscription: Subscription) -> None:
        if self._subscriptions.get(subscription.channel) is not subscription:
            return
        self._subscriptions.pop(subscription.channel)
        connection = self._connection
        if connection is not None and subscription.phase != IDLE:
            self._begin(connection.send({"op": "unsubscribe", "channel": subscription.channel}))

    def _begin(self, work: Any) -> None:
        async def guarded() -> None:
            try:
                await work
            except ConnectionLost:
                pass  # The runner sees it, too.

        task = asyncio.ensure_future(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _error_of(told: Dict[str, Any]) -> BourseError:
    return error_class(told["code"])(told["msg"], code=told["code"])
