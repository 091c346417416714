"""An exchange for tests: `Exchange.start()` anywhere, the fixture `exchange` in pytest."""

from .exchange import Exchange
from .program import ProgramNotFound

__all__ = ["Exchange", "ProgramNotFound"]
