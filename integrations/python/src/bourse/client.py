"""The client of the service: one method for each endpoint, figures as `Decimal`, requests signed at the
server's time, orders placed once whatever becomes of the replies. The README tells how to use it.

Several threads may use one client.
"""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Optional, Type

from .api.futures import Futures
from .api.margin import Margin
from .api.spot import Spot
from .api.wallet import Wallet
from .wire.addresses import AddressList
from .wire.options import Options
from .wire.session import Session

if TYPE_CHECKING:
    from .streams import Stream


class BourseClient:
    def __init__(
        self,
        base_url: AddressList = "http://127.0.0.1:8080",
        api_key: Optional[str] = None,
        secret: Optional[str] = None,
        *,
        futures_base_url: Optional[AddressList] = None,
        **options: Any,
    ) -> None:
        """`base_url` is one address or a list of up to 16. The other options are those of `Options`."""
        self._options = Options(api_key=api_key, secret=secret, **options)
        self._session = Session(base_url, futures_base_url, self._options)
        self.spot = Spot(self._session)
        self.margin = Margin(self._session)
        self.futures = Futures(self._session)
        self.wallet = Wallet(self._session)

    def stream(self, **options: Any) -> Stream:
        """The streams of the same service, as the same user. Needs the package `websockets`."""
        from .streams import Stream

        return Stream(self._session, **options)

    def close(self) -> None:
        """Closes the connections that are kept. A client that is used again makes new ones each time."""
        self._session.close()

    def __enter__(self) -> BourseClient:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()
