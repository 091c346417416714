"""The reply to a write is lost: what is known of the request, and what the caller is told at last."""

from __future__ import annotations

from .endpoint import Endpoint
from .errors import BourseError, OutcomeUnknown


class LostReply(Exception):
    """A request that may or may not have been executed. It never leaves the client."""

    def __init__(
        self, endpoint: Endpoint, cause: Exception, *, ts: int, expires_at_ms: int, is_one_server: bool
    ) -> None:
        super().__init__(f"no reply to {endpoint.name}")
        self.endpoint = endpoint.name
        self.cause = cause
        #: The service itself says that it does not know: the request is in its sequencer, or through it. A node
        #: of several may say so while the request is on its way to another node (CLIENT-ADDR-5).
        self.is_handed_on = isinstance(cause, BourseError) and is_one_server
        #: When the request was sent, on the server's clock.
        self.ts = ts
        #: The server's time after which the request can no longer be let in.
        self.expires_at_ms = expires_at_ms

    def outcome_unknown(self, remedy: str, client_order_ids: tuple[str, ...] = ()) -> OutcomeUnknown:
        return OutcomeUnknown(
            self.endpoint,
            remedy,
            self.cause,
            client_order_ids=client_order_ids,
            expires_at_ms=self.expires_at_ms,
        )
