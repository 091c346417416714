"""Placing an order once, whatever becomes of the replies.

After a lost reply the order is looked for by its client id. Found, it is answered as if its reply had come.
"No such order" (-2013) alone is no proof of the contrary: the request may still be on its way, or wait in the
server's sequencer behind a slow disk. It is a proof when two things were so before the query was sent:

1. The request can no longer come in. A 504 of the service itself says that it was handed on; if the
   connection broke or the time ran out, the server's clock (`/time`) must have passed the request's time and
   `recvWindow`, and a margin: from then on it is refused as late.
2. Nothing is in the sequencer that was there before: a later command was answered. Commands are answered in
   their order, so the client cancels a client id that it has just drawn, which no order has: the -2013 to
   that command, unlike the one to a query, comes after all that stood before it.

So proven, the order is sent again, with the same client id. Without proof within `outcome_ms` it is an
`OutcomeUnknown`; it is never sent again on a guess.

An id that the caller chose may have been used by an earlier order. The order that is found is the lost one if
its number is above every one seen before, and its time not before the request's. Otherwise that is unknown: a
sandbox's numbers go back when a state is loaded, and its clock can stand still. So while an order of that id
is found, nothing is sent again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional

from ..wire.errors import DUPLICATE_CLIENT_ORDER_ID, BourseError, NotExecuted, OutcomeUnknown
from ..wire.lost_reply import LostReply
from ..wire.session import Session

#: More than the server's clock may jump back.
MARGIN_MS = 1_000
#: A request may be this far ahead of the server's clock, and its order so much earlier than it.
AHEAD_MAX_MS = 1_000
PAUSE_MIN_MS = 100
PAUSE_MAX_MS = 2_000


@dataclass(frozen=True)
class Found:
    """An order that was found by its client id, and what its lost reply would have said."""

    order_id: int
    transact_time: int
    reply: Any


@dataclass(frozen=True)
class Placing:
    #: `POST /sapi/v1/order`
    endpoint: str
    client_order_id: str
    #: Drawn by this client: no other order ever had it.
    is_drawn: bool
    #: The largest order id that was seen before the order was sent.
    order_id_seen: int
    send: Callable[[], Any]
    #: The newest order with the client id.
    find: Callable[[], Optional[Found]]
    #: A command that does nothing, and is answered after all that stood before it.
    await_earlier_commands: Callable[[], None]

    @property
    def remedy(self) -> str:
        return f"Ask for the order {self.client_order_id} by its client id."

    def unknown(self, lost: LostReply) -> OutcomeUnknown:
        return lost.outcome_unknown(self.remedy, (self.client_order_id,))

    def is_own(self, found: Found, lost: LostReply) -> bool:
        if self.is_drawn:
            return True
        return found.order_id > self.order_id_seen and found.transact_time > lost.ts - AHEAD_MAX_MS


def place_once(session: Session, placing: Placing) -> Any:
    tries = 0
    while True:
        try:
            return placing.send()
        except LostReply as lost:
            found = _find_out(session, placing, lost)
            if found is None and tries == session.options.retries:
                raise _not_executed(lost) from lost.cause
        except BourseError as refusal:
            # The client id is taken already: by this very order, if no other can have taken it.
            is_ours = placing.is_drawn or tries > 0
            if not is_ours or refusal.code != DUPLICATE_CLIENT_ORDER_ID:
                raise
            found = _find_taken(placing, refusal)
        if found is not None:
            return found.reply
        tries += 1


def _find_taken(placing: Placing, refusal: BourseError) -> Found:
    """The order may be there, but cannot be looked at now, or not be told from another."""
    try:
        found = placing.find()
    except BourseError:
        found = None
    if found is not None and (placing.is_drawn or found.order_id > placing.order_id_seen):
        return found
    ids = (placing.client_order_id,)
    raise OutcomeUnknown(placing.endpoint, placing.remedy, refusal, client_order_ids=ids)


def _find_out(session: Session, placing: Placing, lost: LostReply) -> Optional[Found]:
    """The order, if it is there after all; None when it surely is not."""
    until_ms = session.options.now_ms() + session.options.outcome_ms
    pause_ms = PAUSE_MIN_MS
    while True:
        try:
            found = placing.find()
            if found is not None and placing.is_own(found, lost):
                return found
            if _is_outside(session, lost):
                return _find_last(placing, lost)
        except OutcomeUnknown:
            raise
        except (BourseError, LostReply) as error:
            if not _is_passing(error):
                raise placing.unknown(lost) from lost.cause
        if session.options.now_ms() + pause_ms > until_ms:
            raise placing.unknown(lost) from lost.cause
        session.pause(pause_ms)
        pause_ms = min(2 * pause_ms, PAUSE_MAX_MS)


def _find_last(placing: Placing, lost: LostReply) -> Optional[Found]:
    """Nothing more can come: whether the order is found now is the outcome."""
    placing.await_earlier_commands()
    found = placing.find()
    if found is None or placing.is_own(found, lost):
        return found
    raise placing.unknown(lost) from lost.cause


def _is_outside(session: Session, lost: LostReply) -> bool:
    """The request is handed on already, or comes too late to be."""
    return lost.is_handed_on or session.clock.learn() > lost.expires_at_ms + MARGIN_MS


def _is_passing(error: Exception) -> bool:
    """Whether the failure may pass in a moment."""
    if not isinstance(error, BourseError):
        return True
    return error.kind in ("no_answer", "unavailable", "failure") or error.status == 429


def _not_executed(lost: LostReply) -> NotExecuted:
    message = f"{lost.endpoint} was surely not executed, as often as tried."
    known = lost.cause if isinstance(lost.cause, BourseError) else None
    if known is None:
        return NotExecuted(message)
    return NotExecuted(message, code=known.code, status=known.status, request_id=known.request_id)
