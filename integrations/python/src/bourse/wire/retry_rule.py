"""When a request may be sent again, and after how long.

- A refusal is the answer, and is raised. Three of them say "not executed, come again": 503 (-1001) after its
  `Retry-After`; 429 too, if the caller allows it; -1021 once, after asking for the time. 418 is a ban and is
  never answered by another request.
- No reply, 500 or 504: a request that changes nothing is sent again. One that does is not, unless no
  connection stood over which it could have left.

Where there are several addresses, what may be sent again goes on to the next of them at once, and waits
only when it was at all of them (CLIENT-ADDR-2 to 4).
"""

from __future__ import annotations

from typing import Optional
from urllib.parse import urlsplit

from .addresses import NobodyAnswered, is_away
from .endpoint import Endpoint
from .errors import BourseError, ClockRefused, NoAnswer, ServiceFailure, Unavailable
from .transport import NoReply

RETRY_AFTER_MAX_MS = 60_000
PAUSE_MS = 100


def is_doubtful(error: Exception) -> bool:
    """Whether the request may have been executed, or still be. Of refusals only failures leave that open."""
    if isinstance(error, NoReply):
        return not error.is_unsent
    return isinstance(error, BourseError) and error.status >= 500 and error.kind != "unavailable"


def may_go_on(endpoint: Endpoint, error: Exception) -> bool:
    """Whether the request may be sent to another address now."""
    if is_away(error):
        return True  # CLIENT-ADDR-4
    if isinstance(error, NoReply):
        return endpoint.is_read or error.is_unsent  # CLIENT-ADDR-2, CLIENT-ADDR-3
    return endpoint.is_read and isinstance(error, BourseError) and error.status >= 500  # CLIENT-ADDR-3


def is_late(error: Exception) -> bool:
    return isinstance(error, ClockRefused)


def pause_after(error: Exception, tries: int, waits_for_limits: bool) -> Optional[int]:
    """How long to wait before the next try, in ms; None when there must not be one."""
    if not isinstance(error, NobodyAnswered):
        return _pause_after_one(error, tries, waits_for_limits)
    pauses = [_pause_after_one(one, tries, waits_for_limits) for _, one in error.failings]
    known = [pause for pause in pauses if pause is not None]
    # None of them is asked sooner than it wants to be (CLIENT-ADDR-6).
    return max(known) if len(known) == len(pauses) else None


def _pause_after_one(error: Exception, tries: int, waits_for_limits: bool) -> Optional[int]:
    pause_ms = PAUSE_MS * 2**tries
    # A lost read came here as what it was lost by; a lost write as a LostReply.
    if isinstance(error, NoReply):
        return pause_ms
    if not isinstance(error, BourseError):
        return None
    wanted_ms = pause_ms if error.retry_after_ms is None else error.retry_after_ms
    wait_ms = wanted_ms if wanted_ms <= RETRY_AFTER_MAX_MS else None
    if error.status == 429:
        return wait_ms if waits_for_limits else None
    return wait_ms if error.status >= 500 else None


def as_raised(error: Exception, endpoint: Endpoint, root: str) -> Exception:
    """A missing reply that did no harm is an error like the refusals. `root` is where the request was sent."""
    if isinstance(error, NobodyAnswered):
        return _as_one(error, endpoint)
    if not isinstance(error, NoReply):
        return error
    # It has no cause: a stack of them would hide the one thing to know.
    if error.is_refused:
        return Unavailable(f"{_nobody_listens(root)}; is the server running?")
    kind = Unavailable if error.is_unsent else NoAnswer
    raised = kind(f"{endpoint.name}: {error}.")
    raised.__cause__ = error
    return raised


def _origin(root: str) -> str:
    url = urlsplit(root)
    return f"{url.scheme}://{url.netloc}"


def _nobody_listens(root: str) -> str:
    return f"nobody listens on {_origin(root)}"


def _as_one(nobody: NobodyAnswered, endpoint: Endpoint) -> BourseError:
    """CLIENT-ADDR-6: one error, which has what each address said; code and times are those of the last refusal."""
    errors = [error for _, error in nobody.failings]
    said = "; ".join(_saying_of(root, error) for root, error in nobody.failings)
    message = f"{endpoint.name}: none of {len(errors)} addresses took it: {said}."
    refusals = [error for error in errors if isinstance(error, BourseError)]
    kind = _kind_of_all(errors)
    if not refusals:
        return kind(message)
    last = refusals[-1]
    facts = {"request_id": last.request_id, "retry_after_ms": last.retry_after_ms}
    return kind(message, code=last.code, status=last.status, **facts)  # type: ignore[arg-type]


def _kind_of_all(errors: list[Exception]) -> type[BourseError]:
    if not any(map(is_doubtful, errors)):
        return Unavailable
    return NoAnswer if any(isinstance(error, NoReply) for error in errors) else ServiceFailure


def _saying_of(root: str, error: Exception) -> str:
    if isinstance(error, BourseError):
        return f"{_origin(root)}: {error.status} {error.message}"
    if isinstance(error, NoReply) and error.is_refused:
        return _nobody_listens(root)
    return f"{_origin(root)}: {error}"
