"""Requests to the service as one user sends them: signed at the server's time, and sent again where
retry_rule.py says that it does no harm. A write whose reply is lost is raised as a `LostReply`; its caller
knows how to find out what became of it (lost_order.py, repeatable.py), or raises `OutcomeUnknown`.
"""

from __future__ import annotations

import json
from typing import Any, Callable, Optional, TypeVar
from urllib.parse import urlencode

from .addresses import Addresses, AddressList, addresses_in
from .endpoint import Endpoint, naming
from .endpoints import ENDPOINTS
from .errors import CredentialsRefused
from .exact import wire_values
from .lost_reply import LostReply
from .options import Options
from .reply import read_reply
from .retry_rule import as_raised, is_doubtful, is_late, may_go_on, pause_after
from .server_clock import ServerClock, TimeSample
from .signature import sign
from .transport import Transport, WireReply, WireRequest

T = TypeVar("T")
#: How far apart the clocks of two nodes may be: one that is further behind the log may not lead.
CLOCKS_APART_MS = 10_000
_TIME = naming(ENDPOINTS["spotTime"], "serverTime")


class Session:
    def __init__(
        self, base_url: AddressList, futures_base_url: Optional[AddressList], options: Options
    ) -> None:
        self.options = options
        self.addresses = Addresses(addresses_in("base_url", base_url))
        self._futures_addresses = (
            self.addresses
            if futures_base_url is None
            else Addresses(addresses_in("futures_base_url", futures_base_url))
        )
        self._has_nodes = self.addresses.count > 1 or self._futures_addresses.count > 1
        #: How long after its time a request may be let in, on the clock of any address (CLIENT-ADDR-5).
        self.life_ms = options.recv_window + (CLOCKS_APART_MS if self._has_nodes else 0)
        self.clock = ServerClock(options.now_ms, self._ask_time)
        self._transport = options.transport or Transport(options.timeout_ms / 1_000, options.ssl_context)

    def close(self) -> None:
        self._transport.close()

    def pause(self, ms: float) -> None:
        self.options.sleep(ms / 1_000)

    def call(self, endpoint: Endpoint, parameters: Optional[dict[str, Any]] = None) -> Any:
        """The reply to a request, sent as often as is safe and allowed."""
        return self._ask(endpoint, parameters or {}, self.options.on_rate_limit == "wait")

    def call_patiently(self, endpoint: Endpoint, parameters: dict[str, Any]) -> Any:
        """The same, patient with limits: for requests that find out an outcome."""
        return self._ask(endpoint, parameters, True)

    def call_once(
        self,
        endpoint: Endpoint,
        parameters: dict[str, Any],
        remedy: str,
        client_order_ids: tuple[str, ...] = (),
    ) -> Any:
        """A write whose outcome cannot be found out when its reply is lost."""
        try:
            return self.call(endpoint, parameters)
        except LostReply as lost:
            raise lost.outcome_unknown(remedy, client_order_ids) from lost.cause

    def _ask(self, endpoint: Endpoint, parameters: dict[str, Any], waits_for_limits: bool) -> Any:
        # What cannot be written is refused before anything is sent.
        written = wire_values(parameters)
        return self._insist(endpoint, lambda root: self._once(endpoint, written, root), waits_for_limits)

    def _insist(self, endpoint: Endpoint, attempt: Callable[[str], T], waits_for_limits: bool) -> T:
        is_clock_fresh = False
        tries = 0
        while True:
            try:
                return self._go_through(endpoint, attempt)
            except Exception as error:
                if is_late(error) and endpoint.is_signed and not is_clock_fresh:
                    is_clock_fresh = True
                    pause_ms: Optional[int] = None
                else:
                    pause_ms = pause_after(error, tries, waits_for_limits)
                    if pause_ms is None or tries == self.options.retries:
                        raised = as_raised(error, endpoint, self._addresses_of(endpoint).first)
                        raise raised from raised.__cause__
            if pause_ms is None:
                self.clock.learn()
            else:
                tries += 1
                self.pause(pause_ms)

    def _go_through(self, endpoint: Endpoint, attempt: Callable[[str], T]) -> T:
        """To each address once, as far as that is safe."""
        # Before an address is chosen: asking for the time may find one that works.
        if endpoint.is_signed and self.options.secret is not None:
            self.clock.now()
        addresses = self._addresses_of(endpoint)
        return addresses.go_through(attempt, lambda error: may_go_on(endpoint, error))

    def _addresses_of(self, endpoint: Endpoint) -> Addresses:
        return self._futures_addresses if endpoint.path.startswith("/fapi/") else self.addresses

    def _once(self, endpoint: Endpoint, parameters: dict[str, Any], root: str) -> Any:
        """Every try is signed anew, at its own time: it may be at another address, and after a pause."""
        if not endpoint.is_signed:
            target, body = _target_and_body(endpoint, parameters)
            return read_reply(endpoint, self._send(root, endpoint, target, body, {}))
        api_key, secret = self.options.api_key, self.options.secret
        if api_key is None or secret is None:
            raise CredentialsRefused(f"{endpoint.name} needs an api_key and a secret.")
        target, body = _target_and_body(endpoint, {**parameters, "recvWindow": self.options.recv_window})
        ts = self.clock.now()
        signature = sign(secret, ts, endpoint.method, target, body)
        headers = {"X-CH-APIKEY": api_key, "X-CH-TS": str(ts), "X-CH-SIGN": signature}
        try:
            return read_reply(endpoint, self._send(root, endpoint, target, body, headers))
        except Exception as error:
            if endpoint.is_read or not is_doubtful(error):
                raise
            until = ts + self.life_ms
            raise LostReply(
                endpoint, error, ts=ts, expires_at_ms=until, is_one_server=not self._has_nodes
            ) from error

    def _send(
        self, root: str, endpoint: Endpoint, target: str, body: str, signed: dict[str, str]
    ) -> WireReply:
        kind = {"Content-Type": "application/json"} if body else {}
        return self._transport.send(WireRequest(root, endpoint.method, target, {**kind, **signed}, body))

    def _ask_time(self) -> TimeSample:
        """Only the try that was answered is measured."""

        def attempt(root: str) -> TimeSample:
            sent_ms = self.options.now_ms()
            server_ms = self._once(_TIME, {}, root)["serverTime"]
            return TimeSample(server_ms, sent_ms, self.options.now_ms())

        return self._insist(_TIME, attempt, True)


def _target_and_body(endpoint: Endpoint, parameters: dict[str, Any]) -> tuple[str, str]:
    """The request target and the body. A GET has its parameters in the query, a POST in the body."""
    if endpoint.method == "POST":
        return endpoint.path, json.dumps(parameters, separators=(",", ":"))
    query = urlencode({name: _query_text(value) for name, value in parameters.items()})
    return (f"{endpoint.path}?{query}" if query else endpoint.path), ""


def _query_text(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
