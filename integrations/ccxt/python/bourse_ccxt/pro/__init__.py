from bourse_ccxt.pro.bourse import bourse

__all__ = ["bourse"]
