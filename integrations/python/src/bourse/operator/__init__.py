"""The operator's API of a server: users, keys and money, and what a sandbox has beside."""

from .controls import Candles, Clock, Faults, Index, States
from .operator import OperatorClient, OperatorError

__all__ = ["Candles", "Clock", "Faults", "Index", "OperatorClient", "OperatorError", "States"]
