"""The client of the operator. What is not named here is reached by `get` and `post`; docs/operator-api.md has
every request.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, List, Optional, Sequence, Union

from ..wire.exact import Figure
from .asking import ANSWER_MS, Asking, OperatorError
from .controls import Candles, Clock, Faults, Index, States

__all__ = ["OperatorClient", "OperatorError"]


class OperatorClient:
    def __init__(self, base_url: str, token: str, *, timeout_ms: int = ANSWER_MS) -> None:
        self._asking = Asking(base_url, token, timeout_ms)
        self.faults = Faults(self._asking)
        self.clock = Clock(self._asking)
        self.index = Index(self._asking)
        self.states = States(self._asking)
        self.candles = Candles(self._asking)

    @classmethod
    def of_directory(cls, directory: Union[str, Path], **options: Any) -> OperatorClient:
        """That of the server that runs on a data directory, as `npx bourse` finds it."""
        folder = Path(directory)
        try:
            address = (folder / "operator-address").read_text().strip()
            token = (folder / "operator-token").read_text().strip()
        except FileNotFoundError as missing:
            raise OperatorError(f"{missing.filename} is not there: no server runs on {folder}") from None
        return cls(f"http://{address}", token, **options)

    def close(self) -> None:
        self._asking.close()

    def get(self, path: str, **parameters: Any) -> Any:
        """Any path of the operator's API, as "/audit" or "/operator/v1/audit"."""
        return self._asking.get(path, **parameters)

    def post(self, path: str, **parameters: Any) -> Any:
        return self._asking.post(path, **parameters)

    def status(self) -> dict[str, Any]:
        return self.get("/status")

    def explain(self, id: Union[str, int]) -> dict[str, Any]:
        """What was decided about a request or an order, and why; the latter by its client id, too."""
        while True:
            explanation = self.get("/explain", id=id)
            # What takes longer is answered after two seconds with how far it is.
            if explanation.get("found") != "underway":
                return explanation

    def add_user(self, name: str) -> dict[str, Any]:
        """A user with nothing: `deposit` gives it money, and `add_key` lets it sign."""
        return self.post("/users", name=name)

    def users(self) -> List[dict[str, Any]]:
        """All of them, however many pages that takes."""
        found: List[dict[str, Any]] = []
        after: Optional[int] = None
        while True:
            page = self.get("/users", after=after)
            found += page["users"]
            after = page.get("next")
            if after is None:
                return found

    def show_user(self, name: str) -> dict[str, Any]:
        """Balances in every area, positions, open orders, keys and the last trades."""
        return self.get("/users/show", name=name)

    def add_key(
        self,
        user: str,
        *,
        permissions: Optional[Sequence[str]] = None,
        ip: Optional[Sequence[str]] = None,
        once: Optional[bool] = None,
        strict: Optional[bool] = None,
    ) -> dict[str, Any]:
        """`apiKey` and `secret`, which is shown only here; read and trade unless told. The requests of a
        strict key are refused with a field that they do not take (-1102)."""
        return self.post("/keys", user=user, permissions=permissions, ip=ip, once=once, strict=strict)

    def revoke_key(self, apiKey: str) -> None:
        self.post("/keys/revoke", apiKey=apiKey)

    def deposit(self, user: str, asset: str, amount: Figure, *, id: Optional[str] = None) -> dict[str, Any]:
        """Money into the spot account; the same id moves it once."""
        return self.post("/deposits", user=user, asset=asset, amount=amount, id=id)

    def withdraw(self, user: str, asset: str, amount: Figure, *, id: Optional[str] = None) -> dict[str, Any]:
        """Out of what is free in spot."""
        return self.post("/withdrawals", user=user, asset=asset, amount=amount, id=id)

    def audit(self) -> dict[str, Any]:
        """What users and the exchange have, asset by asset, and that it adds up."""
        return self.get("/audit")
