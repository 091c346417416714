"""What can go wrong, as a caller sees it: `BourseError`, and a class of it for each kind."""

from __future__ import annotations

from typing import Optional

from .codes import CODES

_BY_NAME = {name: code for code, (name, _) in CODES.items()}

NO_SUCH_ORDER = _BY_NAME["NO_SUCH_ORDER"]
DUPLICATE_CLIENT_ORDER_ID = _BY_NAME["DUPLICATE_CLIENT_ORDER_ID"]
ORDER_OVER = _BY_NAME["ORDER_NOT_SUPPORT_CANCELLATION"]


class BourseError(Exception):
    """The service refused, or did not answer. `kind` is what to switch on; every kind has its class."""

    kind = "failure"

    def __init__(
        self,
        message: str,
        *,
        code: int = 0,
        status: int = 0,
        request_id: Optional[str] = None,
        retry_after_ms: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: 0 where no reply of the service came.
        self.code = code
        self.status = status
        #: The id in the header `X-Request-Id`: `bourse explain` takes it.
        self.request_id = request_id
        self.retry_after_ms = retry_after_ms

    @property
    def name(self) -> str:
        """The name of the code, as BALANCE_NOT_ENOUGH."""
        if self.kind == "outcome_unknown":
            return "OUTCOME_UNKNOWN"
        silence = "NO_ANSWER" if self.kind in ("no_answer", "unavailable") else "UNKNOWN"
        return CODES.get(self.code, (silence, ""))[0]


class MalformedRequest(BourseError):
    """The request is wrong: a parameter, a name, a precision."""

    kind = "malformed"


class NotAllowed(BourseError):
    """The market's rules do not allow it now: size, price band, halt, limits of positions and orders."""

    kind = "not_allowed"


class NotEnoughFunds(BourseError):
    """Not enough money."""

    kind = "funds"


class OrderRefused(BourseError):
    """There is no such order, it is over, or its client id is taken."""

    kind = "order"


class CredentialsRefused(BourseError):
    """The key or the signature is refused."""

    kind = "credentials"


class ClockRefused(BourseError):
    """Outside of the time window twice in a row; not executed."""

    kind = "clock"


class TooManyRequests(BourseError):
    """429, or banned with 418; not executed. `retry_after_ms` says when to go on."""

    kind = "limit"


class Unavailable(BourseError):
    """The service takes no requests, or no server answers; not executed."""

    kind = "unavailable"


class ServiceFailure(BourseError):
    """The service failed at a request that changes nothing."""

    kind = "failure"


class NoAnswer(BourseError):
    """No reply came to a request that changes nothing."""

    kind = "no_answer"


class NotExecuted(BourseError):
    """An order whose replies were lost, and which surely was not placed, as often as tried."""

    kind = "not_executed"


class OutcomeUnknown(BourseError):
    """The request was executed once, or not at all. `remedy` says what to do about it."""

    kind = "outcome_unknown"

    def __init__(
        self,
        endpoint: str,
        remedy: str,
        cause: Optional[BaseException],
        *,
        client_order_ids: tuple[str, ...] = (),
        expires_at_ms: int = 0,
    ) -> None:
        known = cause if isinstance(cause, BourseError) else None
        super().__init__(
            f"{endpoint} may have been executed, once, or not at all. {remedy}",
            code=known.code if known else 0,
            status=known.status if known else 0,
            request_id=known.request_id if known else None,
        )
        self.endpoint = endpoint
        self.remedy = remedy
        #: The client ids of the orders that the request would have placed, in their order.
        self.client_order_ids = client_order_ids
        #: The server's time after which the request can no longer be let in.
        self.expires_at_ms = expires_at_ms
        self.__cause__ = cause


_CLASSES = {
    one.kind: one
    for one in (
        MalformedRequest,
        NotAllowed,
        NotEnoughFunds,
        OrderRefused,
        CredentialsRefused,
        ClockRefused,
        TooManyRequests,
        Unavailable,
        ServiceFailure,
        NoAnswer,
    )
}


def error_class(code: int) -> type[BourseError]:
    """A code that this client does not know is a failure, told apart by its number only."""
    return _CLASSES[CODES.get(code, ("", "failure"))[1]]
