"""One request over HTTP and its whole reply, over connections that are kept.

It decides nothing: no status is an error here. A failure means that no whole reply came; then all that
matters is whether the request can have left this machine. Several threads may use one transport: each
request has a connection to itself.
"""

from __future__ import annotations

import http.client
import select
import socket
import ssl
import threading
import time
from dataclasses import dataclass
from typing import Optional, Protocol
from urllib.parse import urlsplit

#: The server closes a connection that was idle for 15 s; one that was idle for longer than this is not used.
IDLE_MAX_S = 10.0


@dataclass(frozen=True)
class WireRequest:
    root: str
    method: str
    #: The path with its query, without the root's own path.
    target: str
    headers: dict[str, str]
    body: str


@dataclass(frozen=True)
class WireReply:
    status: int
    text: str
    headers: dict[str, str]


class NoReply(Exception):
    """No whole reply came."""

    def __init__(self, message: str, *, is_unsent: bool = False, is_refused: bool = False) -> None:
        super().__init__(message)
        #: There was no connection to send the request over: it surely did not arrive.
        self.is_unsent = is_unsent
        #: Nobody listens there.
        self.is_refused = is_refused


class Sender(Protocol):
    """What takes a request to the service; a test may hand in its own."""

    def send(self, request: WireRequest) -> WireReply: ...

    def close(self) -> None: ...


class Transport:
    def __init__(self, timeout_s: float, ssl_context: Optional[ssl.SSLContext] = None) -> None:
        self._timeout_s = timeout_s
        self._ssl_context = ssl_context
        self._lock = threading.Lock()
        self._kept: dict[str, list[tuple[http.client.HTTPConnection, float]]] = {}
        self._is_closed = False

    def send(self, request: WireRequest) -> WireReply:
        connection = self._take(request.root) or self._connect(request.root)
        try:
            path = urlsplit(request.root).path.rstrip("/")
            body = request.body.encode() if request.body else None
            connection.request(request.method, path + request.target, body, request.headers)
            reply = connection.getresponse()
            text = reply.read().decode()
        except (OSError, http.client.HTTPException, UnicodeDecodeError) as error:
            connection.close()
            is_late = isinstance(error, socket.timeout)
            raise NoReply("no answer in time" if is_late else str(error) or type(error).__name__) from error
        except BaseException:
            connection.close()
            raise
        headers = {name.lower(): value for name, value in reply.getheaders()}
        self._keep(request.root, connection, reply.will_close)
        return WireReply(reply.status, text, headers)

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
            kept = [one for rows in self._kept.values() for one, _ in rows]
            self._kept.clear()
        for connection in kept:
            connection.close()

    def _take(self, root: str) -> Optional[http.client.HTTPConnection]:
        """A kept connection that the server has not closed."""
        while True:
            with self._lock:
                rows = self._kept.get(root)
                if not rows:
                    return None
                connection, since = rows.pop()
            if time.monotonic() - since < IDLE_MAX_S and _is_quiet(connection):
                return connection
            connection.close()

    def _keep(self, root: str, connection: http.client.HTTPConnection, will_close: bool) -> None:
        with self._lock:
            if not will_close and not self._is_closed:
                self._kept.setdefault(root, []).append((connection, time.monotonic()))
                return
        connection.close()

    def _connect(self, root: str) -> http.client.HTTPConnection:
        """CLIENT-ADDR-2: what fails here was surely not sent."""
        url = urlsplit(root)
        host = url.hostname or ""
        connection: http.client.HTTPConnection
        if url.scheme == "https":
            if self._ssl_context is None:
                self._ssl_context = ssl.create_default_context()
            connection = http.client.HTTPSConnection(
                host, url.port, timeout=self._timeout_s, context=self._ssl_context
            )
        else:
            connection = http.client.HTTPConnection(host, url.port, timeout=self._timeout_s)
        try:
            connection.connect()
        except OSError as error:
            connection.close()
            is_refused = isinstance(error, ConnectionRefusedError)
            raise NoReply(str(error), is_unsent=True, is_refused=is_refused) from error
        return connection


def _is_quiet(connection: http.client.HTTPConnection) -> bool:
    """Nothing may come on a connection without a request: what is there to read is its end."""
    sock = connection.sock
    if sock is None:
        return False
    if hasattr(select, "poll"):
        look = select.poll()
        look.register(sock, select.POLLIN)
        return not look.poll(0)
    return not select.select([sock], [], [], 0)[0]
