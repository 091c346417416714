"""Bourse from Python: `BourseClient` trades, `OperatorClient` operates a server.

`bourse.streams` needs the package `websockets`; `bourse.testing` starts an exchange for tests.
"""

from .client import BourseClient
from .wire.errors import (
    BourseError,
    ClockRefused,
    CredentialsRefused,
    MalformedRequest,
    NoAnswer,
    NotAllowed,
    NotEnoughFunds,
    NotExecuted,
    OrderRefused,
    OutcomeUnknown,
    ServiceFailure,
    TooManyRequests,
    Unavailable,
)

__all__ = [
    "BourseClient",
    "BourseError",
    "ClockRefused",
    "CredentialsRefused",
    "MalformedRequest",
    "NoAnswer",
    "NotAllowed",
    "NotEnoughFunds",
    "NotExecuted",
    "OrderRefused",
    "OutcomeUnknown",
    "ServiceFailure",
    "TooManyRequests",
    "Unavailable",
]
