from bourse_ccxt.async_support.bourse import bourse

__all__ = ["bourse"]
