"""Client ids for orders without one: drawn, so that no two orders ever have the same."""

from __future__ import annotations

import secrets

#: Together with the prefix the longest that a client id may be in every area, 31.
_BYTES = 13


def draw_client_id() -> str:
    return "auto-" + secrets.token_hex(_BYTES)
