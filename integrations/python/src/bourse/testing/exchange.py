"""A whole exchange for tests: a sandbox of its own on free ports, in a folder that is gone with it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, List, Mapping, Optional, Sequence, Type, Union

from ..client import BourseClient
from ..operator import OperatorClient
from .program import find_program

_LISTENING = re.compile(r"listening on (https?://\S+)\s")
_LOOK_S = 0.02
_START_MAX_S = 180.0
_LOG_SHOWN = 2_000

#: A key as `operator.add_key` answers it.
Key = Mapping[str, Any]


class Exchange:
    """Made by `Exchange.start()`; ended by `close()`, by a `with` block, or with this process."""

    def __init__(self, keeper: subprocess.Popen[bytes], folder: Path, keep: bool = False) -> None:
        self._keeper = keeper
        self._keep = keep
        self._folder = folder
        self._clients: List[BourseClient] = []
        self.url = self._wait_until_it_listens()
        #: The data directory of the server.
        self.data = folder / "data"
        self.operator = OperatorClient.of_directory(self.data)
        self.faults = self.operator.faults
        self.clock = self.operator.clock
        self.index = self.operator.index
        self.states = self.operator.states
        self.candles = self.operator.candles

    @classmethod
    def start(
        cls,
        *,
        program: Optional[str] = None,
        demo: bool = True,
        traders: bool = False,
        calm: bool = False,
        limits: bool = False,
        gateways: int = 0,
        args: Sequence[str] = (),
        keep: bool = False,
    ) -> Exchange:
        """Starts a server, and returns when it listens. The README says what each option means."""
        folder = Path(tempfile.mkdtemp(prefix="bourse-")).resolve()
        flags = ["--port", "0", "--operator-port", "0", "--data", str(folder / "data"), "--segment-mib", "1"]
        switches = {
            "--no-demo": not demo,
            "--sandbox": not demo,
            "--no-traders": not traders,
            "--calm": calm,
            "--no-limits": not limits,
        }
        flags += [flag for flag, is_on in switches.items() if is_on]
        flags += ["--gateways", str(gateways)] if gateways else []
        command = [*find_program(program), "start", *flags, *args]
        keeper = [sys.executable, "-I", str(Path(__file__).with_name("keeper.py")), str(folder), "1" if keep else "0"]
        # What is set for another server must not reach this one.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("BOURSE_")}
        process = subprocess.Popen(
            [*keeper, *command], stdin=subprocess.PIPE, env=environment, start_new_session=True
        )
        return cls(process, folder, keep)

    @property
    def is_running(self) -> bool:
        return self._keeper.poll() is None

    @property
    def keys(self) -> dict[str, dict[str, str]]:
        """By the name of a demo user: `apiKey` and `secret`; none without the demo."""
        file = self.data / "demo-keys.json"
        return json.loads(file.read_text()) if file.exists() else {}

    @property
    def log(self) -> str:
        """What the server has said so far."""
        file = self._folder / "server.log"
        return file.read_text(errors="replace") if file.exists() else ""

    def client(self, user: Union[str, Key, None] = None, **options: Any) -> BourseClient:
        """As a user of the demo, with what `operator.add_key` answered, or without either and without a key.
        The options are those of `BourseClient`."""
        key: Optional[Key] = self._key_of(user) if isinstance(user, str) else user
        signing = {} if key is None else {"api_key": key["apiKey"], "secret": key["secret"]}
        client = BourseClient(self.url, **signing, **options)
        self._clients.append(client)
        return client

    def _key_of(self, user: str) -> Key:
        keys = self.keys
        if user not in keys:
            raise KeyError(
                f"{user} is no user of the demo, which has {', '.join(keys) or 'none'}. Of another user give "
                f'what operator.add_key("{user}") answers; operator.add_user makes one.'
            )
        return keys[user]

    def close_clients(self) -> None:
        """Closes the connections of all clients that were made here."""
        while self._clients:
            self._clients.pop().close()

    def close(self) -> None:
        """Ends the server at once, and removes its folder."""
        self.close_clients()
        self.operator.close()
        self._end()

    def __enter__(self) -> Exchange:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def _wait_until_it_listens(self) -> str:
        until = time.monotonic() + _START_MAX_S
        while True:
            is_running = self.is_running
            found = _LISTENING.search(self.log)
            if found:
                return found.group(1)
            if not is_running or time.monotonic() > until:
                said = self.log[-_LOG_SHOWN:]
                self._end()
                raise RuntimeError(f"The server did not start. It said: {said}")
            time.sleep(_LOOK_S)

    def _end(self) -> None:
        if self._keeper.stdin is not None:
            self._keeper.stdin.close()
        self._keeper.wait()
        # The keeper has done it, unless the server had ended before.
        if not self._keep:
            shutil.rmtree(self._folder, ignore_errors=True)
