"""Signing: HMAC-SHA256 in hex over time, method, request target and body, one right after the other."""

from __future__ import annotations

import hashlib
import hmac


def sign(secret: str, ts: int, method: str, target: str, body: str = "") -> str:
    """The target is the path with its query, without a base URL's own path."""
    text = f"{ts}{method}{target}{body}".encode()
    return hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
