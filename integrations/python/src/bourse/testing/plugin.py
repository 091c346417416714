"""The pytest plugin: the fixture `exchange` gives each test an exchange that stands as it stood at the
beginning. A server is started with the first test that needs one, and for each set of its options; between
two tests it goes back to a state that was saved (SANDBOX-STATE-2).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Dict, Iterator, Optional, Tuple

import pytest

from .exchange import Exchange

Setup = Optional[Callable[[Exchange], Any]]
#: Options of a server; each set of them has a server of its own.
SERVER_OPTIONS = ("demo", "traders", "calm", "limits", "gateways")
_INI = {
    "bourse_traders": "the demo's traders make a market that moves",
    "bourse_calm": "their prices move little and evenly",
    "bourse_limits": "rate limits and bans as in production",
    "bourse_frozen": "engine time stands when a test begins",
}
_MARKER = "bourse(demo, traders, calm, limits, gateways, frozen): how the exchange of this test is"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("bourse", "an exchange for each test")
    group.addoption("--bourse-bin", help="the program bourse: a path or a command (else BOURSE_BIN)")
    group.addoption("--bourse-keep", action="store_true", help="keep the folders of the servers, and name them")
    parser.addini("bourse_bin", "the program bourse: a path or a command")
    for name, meaning in _INI.items():
        parser.addini(name, meaning, type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", _MARKER)


class Standing:
    """A server and the states that were saved of it."""

    def __init__(self, exchange: Exchange) -> None:
        self.exchange = exchange
        self._names: Dict[Tuple[Setup, bool], str] = {}
        exchange.states.save("beginning")
        self._at: Optional[str] = "beginning"

    def go_back(self, setup: Setup, is_frozen: bool) -> None:
        """To where a test begins; what was set up is set up once."""
        name = self._names.get((setup, is_frozen))
        if name is None:
            self._load("beginning")
            self._at = None
            if setup is not None:
                setup(self.exchange)
            if is_frozen and not self.exchange.clock.look()["frozen"]:
                self.exchange.clock.freeze()
            name = f"start-{len(self._names) + 1}"
            self.exchange.states.save(name)
            self._names[(setup, is_frozen)] = name
        else:
            self._load(name)
        # The test that comes now may change anything.
        self._at = None

    def _load(self, name: str) -> None:
        if self._at != name:
            self.exchange.states.load(name)
        self._at = name


class Servers:
    """The servers of a test run, by their options."""

    def __init__(self, program: Optional[str], keep: bool) -> None:
        self._program = program
        self._keep = keep
        self._standing: Dict[Tuple[Tuple[str, Any], ...], Standing] = {}

    def get(self, options: Dict[str, Any]) -> Standing:
        """One that runs: a server that a test has ended is started anew."""
        key = tuple(sorted(options.items()))
        standing = self._standing.get(key)
        if standing is not None:
            if standing.exchange.is_running:
                return standing
            standing.exchange.close()
        exchange = Exchange.start(program=self._program, keep=self._keep, **options)
        if self._keep:
            print(f"bourse: {exchange.data.parent}")
        self._standing[key] = standing = Standing(exchange)
        return standing

    def close(self) -> None:
        for standing in self._standing.values():
            standing.exchange.close()


def _program_of(config: pytest.Config) -> Optional[str]:
    given = config.getoption("--bourse-bin")
    if given:
        return str(given)
    named = str(config.getini("bourse_bin") or "")
    if not named:
        return None
    # A path in the ini file is one from the folder of that file.
    place = Path(config.inipath).parent / named if config.inipath else Path(named)
    return str(place) if place.exists() else named


@pytest.fixture(scope="session")
def bourse_servers(pytestconfig: pytest.Config) -> Iterator[Servers]:
    """All servers of this process; they end with the test run."""
    servers = Servers(_program_of(pytestconfig), bool(pytestconfig.getoption("--bourse-keep")))
    try:
        yield servers
    finally:
        servers.close()


@pytest.fixture(scope="session")
def bourse_setup() -> Setup:
    """Override it to begin with a state of your own: it returns a function that takes the exchange, and is
    called once. What it has done is there at the beginning of each test."""
    return None


@pytest.fixture
def bourse_options(request: pytest.FixtureRequest) -> Dict[str, Any]:
    """The options of the exchange of this test: the ini file's, and above them those of the markers."""
    ini = request.config.getini
    options: Dict[str, Any] = {name[len("bourse_") :]: bool(ini(name)) for name in _INI}
    for marker in reversed(list(request.node.iter_markers("bourse"))):
        unknown = set(marker.kwargs) - {*SERVER_OPTIONS, "frozen"}
        if unknown or marker.args:
            raise pytest.UsageError(f"@pytest.mark.bourse takes {', '.join((*SERVER_OPTIONS, 'frozen'))} by name")
        options.update(marker.kwargs)
    return options


@pytest.fixture
def exchange(
    bourse_servers: Servers, bourse_options: Dict[str, Any], bourse_setup: Setup
) -> Iterator[Exchange]:
    """An exchange that no other test has touched."""
    options = dict(bourse_options)
    is_frozen = bool(options.pop("frozen", False))
    standing = bourse_servers.get(options)
    standing.go_back(bourse_setup, is_frozen)
    try:
        yield standing.exchange
    finally:
        standing.exchange.close_clients()
