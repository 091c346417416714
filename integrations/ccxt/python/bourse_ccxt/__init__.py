"""Bourse for Python's ccxt. `bourse_ccxt.bourse` is the class; `async_support` and `pro` have its other forms."""

from bourse_ccxt.bourse import bourse

__all__ = ["bourse"]
