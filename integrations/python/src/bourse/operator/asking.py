"""The way to the operator's API: a token instead of a signature, one request, and its reply.

Nothing is ever sent twice here: the operator's commands carry an id where repeating must be safe.
"""

from __future__ import annotations

import json
from typing import Any, Optional
from urllib.parse import urlencode

from ..wire.addresses import addresses_in
from ..wire.exact import read_exactly, wire_values
from ..wire.reply import is_refusal
from ..wire.transport import NoReply, Transport, WireRequest

PREFIX = "/operator/v1"
#: The server gives up waiting for an outcome long before this.
ANSWER_MS = 30_000


class OperatorError(Exception):
    """The operator's API refused, or did not answer: then code and status are 0."""

    def __init__(self, message: str, *, code: int = 0, status: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.status = status


class Asking:
    def __init__(self, base_url: str, token: str, timeout_ms: int = ANSWER_MS) -> None:
        [self._root] = addresses_in("base_url", base_url)
        self._headers = {"Authorization": f"Bearer {token}"}
        self._transport = Transport(timeout_ms / 1_000)

    def close(self) -> None:
        self._transport.close()

    def get(self, path: str, **parameters: Any) -> Any:
        """Paths go with the prefix or without."""
        query = urlencode(wire_values(parameters))
        return self._send("GET", f"{path}?{query}" if query else path, None)

    def post(self, path: str, **parameters: Any) -> Any:
        return self._send("POST", path, wire_values(parameters))

    def _send(self, method: str, target: str, body: Optional[dict[str, Any]]) -> Any:
        written = "" if body is None else json.dumps(body)
        headers = {**self._headers, **({"Content-Type": "application/json"} if written else {})}
        whole = target if target.startswith(f"{PREFIX}/") else PREFIX + target
        request = WireRequest(self._root, method, whole, headers, written)
        try:
            reply = self._transport.send(request)
        except NoReply as silence:
            if silence.is_refused:
                raise OperatorError(f"nobody listens on {self._root}; is the server running?") from None
            raise OperatorError(f"{method} {whole}: {silence}.") from silence
        try:
            value = read_exactly(reply.text)
        except ValueError:
            raise OperatorError(
                f"the reply ({reply.status}) is not one of the operator's API.", status=reply.status
            ) from None
        if reply.status == 200:
            return value
        code, message = (value["code"], value["msg"]) if is_refusal(value) else (0, reply.text)
        raise OperatorError(message, code=code, status=reply.status)
