"""What can go wrong, as a caller sees it: `BourseError`, and a class of it for each kind.

The table is the client's own copy of the codes; a test holds it against the server's documents.
"""

from __future__ import annotations

from typing import Optional

_CODES: dict[str, dict[int, str]] = {
    "failure": {-1000: "UNKNOWN", -1007: "TIMEOUT"},
    "unavailable": {-1001: "DISCONNECTED"},
    "credentials": {
        -1002: "UNAUTHORIZED",
        -1022: "INVALID_SIGNATURE",
        -1023: "NO_TIMESTAMP",
        -1024: "NO_SIGNATURE",
        -2015: "REJECTED_CH_KEY",
    },
    "limit": {-1003: "TOO_MANY_REQUESTS"},
    "clock": {-1021: "INVALID_TIMESTAMP"},
    "malformed": {
        -1014: "UNKNOWN_ORDER_COMPOSITION",
        -1017: "ILLEGAL_CONTENT_TYPE",
        -1020: "UNSUPPORTED_OPERATION",
        -1100: "ILLEGAL_CHARS",
        -1101: "TOO_MANY_PARAMETERS",
        -1102: "MANDATORY_PARAM_EMPTY_OR_MALFORMED",
        -1111: "BAD_PRECISION",
        -1116: "BAD_ORDER_TYPE",
        -1117: "BAD_SIDE",
        -1121: "BAD_SYMBOL",
    },
    "not_allowed": {
        -1015: "TOO_MANY_ORDERS",
        -1112: "NO_DEPTH",
        -1136: "BELOW_MINIMUM",
        -1137: "ABOVE_MAXIMUM",
        -1138: "ORDER_PRICE_WAVE_EXCEED",
        -1140: "POSITION_LIMIT",
        -1146: "CONTRACT_HALTED",
        -1156: "CLOSE_ABOVE_POSITION",
        -1157: "POSITION_FROZEN",
        -1160: "VALUE_BELOW_MINIMUM",
        -1161: "VALUE_ABOVE_MAXIMUM",
        -1163: "LEVERAGE_LOCKED",
        -1165: "MARGIN_MODE_DIFFERS",
        -2016: "EXCHANGE_LOCK",
    },
    "order": {
        -1145: "ORDER_NOT_SUPPORT_CANCELLATION",
        -2010: "DUPLICATE_CLIENT_ORDER_ID",
        -2013: "NO_SUCH_ORDER",
    },
    "funds": {-2017: "BALANCE_NOT_ENOUGH"},
}

#: By code: its name and its kind.
CODES: dict[int, tuple[str, str]] = {
    code: (name, kind) for kind, rows in _CODES.items() for code, name in rows.items()
}

NO_SUCH_ORDER = -2013
DUPLICATE_CLIENT_ORDER_ID = -2010
ORDER_OVER = -1145


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
