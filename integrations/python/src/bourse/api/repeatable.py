"""Writes that may be done twice, since the second time changes nothing more: cancels, settings, and requests
with a client request id. When their reply is lost they are sent again at once. But the lost request may still
come, and then it must not change what the caller did next: a new order, another setting. So the call returns
only when the lost request can no longer be let in; after a 504 of the service itself, which was handed on
before the second, that is at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional

from ..wire.endpoint import Endpoint
from ..wire.errors import BourseError
from ..wire.lost_reply import LostReply
from ..wire.session import Session
from .lost_order import AHEAD_MAX_MS, MARGIN_MS

_UNDECIDED = ("limit", "unavailable", "credentials", "clock", "no_answer")
_SEND_AGAIN = "Send it again with the same clientRequestId."


@dataclass(frozen=True)
class Repeated:
    """The outcome of all tries: a lost reply tells what a refusal of the second try means."""

    answer: Any
    refusal: Optional[BourseError]
    lost: Optional[LostReply]


@dataclass(frozen=True)
class Repetition:
    remedy: str
    #: A late request can change nothing but what it was meant for: there is no need to wait for its end.
    is_harmless_late: bool = False
    #: The request cannot do anything more once it was done; if it was refused it still might.
    is_harmless_once_done: bool = False


def repeat(session: Session, endpoint: Endpoint, parameters: dict[str, Any], how: Repetition) -> Repeated:
    lost: Optional[LostReply] = None
    late_ms = tries = 0
    while True:
        answer, refusal = None, None
        try:
            answer = session.call(endpoint, parameters)
        except LostReply as now_lost:
            lost = now_lost
            if not lost.is_handed_on:
                late_ms = max(late_ms, lost.expires_at_ms)
            if tries == session.options.retries:
                raise lost.outcome_unknown(how.remedy) from lost.cause
            tries += 1
            continue
        except BourseError as refused:
            refusal = refused
        if lost is not None and refusal is not None and refusal.kind in _UNDECIDED:
            # It says that the second try was not executed, and nothing about the first.
            raise lost.outcome_unknown(how.remedy) from lost.cause
        is_harmless = how.is_harmless_late or (how.is_harmless_once_done and refusal is None)
        if late_ms > 0 and not is_harmless:
            _wait_until(session, late_ms + MARGIN_MS)
        return Repeated(answer, refusal, lost)


def repeat_plainly(session: Session, endpoint: Endpoint, parameters: dict[str, Any], remedy: str) -> Any:
    """The answer of any try; a refusal is raised."""
    return _answer_of(repeat(session, endpoint, parameters, Repetition(remedy)))


def call_named(session: Session, endpoint: Endpoint, parameters: dict[str, Any], remedy: str) -> Any:
    """Sent again after a lost reply if it has a client request id, else never."""
    if parameters.get("clientRequestId") is None:
        return session.call_once(endpoint, parameters, remedy)
    return repeat_named(session, endpoint, parameters)


def repeat_named(session: Session, endpoint: Endpoint, parameters: dict[str, Any]) -> Any:
    how = Repetition(_SEND_AGAIN, is_harmless_once_done=True)
    return _answer_of(repeat(session, endpoint, parameters, how))


def look_after(lost: LostReply, remedy: str, look: Callable[[], Any]) -> Any:
    """What became of an order that is over, and that a lost try of this cancel may have ended. When it cannot
    be looked at, it is known that the order is over, and not what ended it."""
    try:
        return look()
    except BourseError:
        raise lost.outcome_unknown(remedy) from lost.cause


def _answer_of(repeated: Repeated) -> Any:
    if repeated.refusal is not None:
        raise repeated.refusal
    return repeated.answer


def _wait_until(session: Session, server_ms: int) -> None:
    """Our own clock may have jumped since the server was asked for its time, so it is asked anew. Where it
    cannot be, or its clock stands still, it can take no longer than this: how far the request was ahead, its
    window, and the margin."""
    most_ms = AHEAD_MAX_MS + session.life_ms + MARGIN_MS
    try:
        left_ms = min(server_ms - session.clock.learn(), most_ms)
    except BourseError:
        left_ms = most_ms
    if left_ms > 0:
        session.pause(left_ms)
