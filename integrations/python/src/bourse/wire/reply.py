"""What a reply says: the value of a 200, or the service's refusal with all that came with it."""

from __future__ import annotations

import re
from typing import Any, Optional

from .endpoint import Endpoint
from .errors import error_class
from .exact import read_exactly
from .transport import NoReply, WireReply

_SECONDS = re.compile(r"[0-9]{1,9}")


def read_reply(endpoint: Endpoint, reply: WireReply) -> Any:
    """The value of a 200; anything else is raised. A value that the service never sends is no reply."""
    value = _read_or_none(reply.text)
    is_ok = reply.status == 200
    if is_ok and isinstance(value, (dict, list)) and not is_refusal(value) and endpoint.is_reply(value):
        return value
    if is_ok or not is_refusal(value):
        raise NoReply(f"the reply ({reply.status}) is not one of the service")
    raise error_class(value["code"])(
        value["msg"],
        code=value["code"],
        status=reply.status,
        request_id=reply.headers.get("x-request-id"),
        retry_after_ms=_ms_in(reply.headers.get("retry-after")),
    )


def is_refusal(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    code = value.get("code")
    return isinstance(code, int) and not isinstance(code, bool) and isinstance(value.get("msg"), str)


def _read_or_none(text: str) -> Any:
    try:
        return read_exactly(text)
    except (ValueError, ArithmeticError, RecursionError):
        return None


def _ms_in(header: Optional[str]) -> Optional[int]:
    return int(header) * 1_000 if header is not None and _SECONDS.fullmatch(header) else None
