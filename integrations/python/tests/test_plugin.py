"""The plugin as its users have it: pytest in a folder of its own, in another process."""

import os
import re
import select
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from patience import PATIENCE_S

SOURCE = Path(__file__).parents[1] / "src"
BEGIN = """
import os, pytest, urllib.request
from decimal import Decimal
LIMIT = dict(symbol="BTCUSDT", side="BUY", type="LIMIT", volume=1)
"""


class Project:
    def __init__(self, folder):
        self.folder = folder
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        path = os.pathsep.join([str(SOURCE), *filter(None, [os.environ.get("PYTHONPATH")])])
        self.environment = {**os.environ, "PYTHONPATH": path, "TMPDIR": str(self.temporary)}

    def write(self, name, text):
        (self.folder / name).write_text(BEGIN + textwrap.dedent(text) if name.endswith(".py") else text)

    def command(self, *args):
        own = ["-p", "bourse.testing.plugin", "-p", "no:cacheprovider", "-q"]
        return [sys.executable, "-m", "pytest", *own, *args]

    def run(self, *args, **environment):
        whole = {**self.environment, **environment}
        ended = subprocess.run(
            self.command(*args), cwd=self.folder, env=whole, capture_output=True, text=True, timeout=PATIENCE_S
        )
        return ended.returncode, ended.stdout + ended.stderr

    @property
    def left(self):
        """The folders of servers that are still there."""
        return [one.name for one in self.temporary.iterdir() if one.name.startswith("bourse-")]

    def processes(self):
        """The processes whose arguments name this project, but for those that are dying."""
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                words = (entry / "cmdline").read_bytes().decode(errors="replace")
            except OSError:
                continue
            if str(self.temporary) in words:
                found.append(words.replace("\0", " "))
        return found


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


def test_tests_that_change_everything_do_not_see_each_other(project):
    project.write(
        "test_two.py",
        """
        @pytest.mark.parametrize("turn", [1, 2])
        def test_begins_the_same(exchange, turn):
            client = exchange.client("demo1")
            assert client.spot.open_orders(symbol="BTCUSDT") == []
            assert [one["name"] for one in exchange.operator.users() if one["name"] == "alice"] == []
            assert exchange.faults.list() == [] and not exchange.clock.look()["frozen"]
            assert "BTC" not in [one["asset"] for one in exchange.index.list() if one["from"] == "operator"]
            placed = client.spot.create_order(price=40000, **LIMIT)
            assert placed["orderId"] == 1
            exchange.operator.add_user("alice")
            exchange.operator.deposit("alice", "USDT", Decimal("12.5"))
            exchange.faults.add("*", "429")
            exchange.index.set("BTC", 40000)
            assert exchange.clock.advance("90s") > 0
        """,
    )

    code, said = project.run()

    assert code == 0, said
    assert "2 passed" in said
    assert (project.left, project.processes()) == ([], [])


def test_a_state_of_your_own_is_made_once_and_is_there_in_each_test(project):
    project.write(
        "conftest.py",
        """
        @pytest.fixture(scope="session")
        def bourse_setup():
            def setup(exchange):
                with open("made", "a") as file:
                    file.write("x")
                exchange.operator.add_user("alice")
                exchange.operator.deposit("alice", "USDT", "50000")
            return setup
        """,
    )
    project.write(
        "test_own.py",
        """
        @pytest.mark.parametrize("turn", [1, 2])
        def test_alice(exchange, turn):
            alice = exchange.client(exchange.operator.add_key("alice"))
            alice.spot.create_order(price=50000, **LIMIT)
            [usdt] = [one for one in alice.spot.account()["balances"] if one["asset"] == "USDT"]
            assert usdt["locked"] == 50000
        """,
    )

    code, said = project.run()

    assert code == 0, said
    assert (project.folder / "made").read_text() == "x"


def test_markers_and_the_ini_file_choose_the_exchange(project):
    project.write("pytest.ini", "[pytest]\nbourse_frozen = true\n")
    project.write(
        "test_kinds.py",
        """
        def test_it_stands(exchange):
            first = exchange.clock.now_ms
            exchange.client("demo1").spot.create_order(price=40000, **LIMIT)
            assert exchange.clock.now_ms == first and exchange.clock.look()["frozen"]

        @pytest.mark.bourse(frozen=False)
        def test_it_runs(exchange):
            assert not exchange.clock.look()["frozen"]
            # Without the marker there is no limit.
            answer = urllib.request.urlopen(exchange.url + "/sapi/v1/ping")
            assert "X-RateLimit-Limit" not in answer.headers

        @pytest.mark.bourse(traders=True)
        def test_the_market_moves(exchange):
            assert exchange.client().spot.klines(symbol="BTCUSDT", interval="60min", limit=24)
            exchange.clock.advance("10s")
            assert exchange.client().spot.trades(symbol="BTCUSDT")["list"]

        @pytest.mark.bourse(demo=False)
        def test_nothing_is_listed(exchange):
            assert exchange.client().spot.symbols() == {"symbols": []}

        @pytest.mark.bourse(limits=True, gateways=1)
        def test_limits_and_a_gateway(exchange):
            answer = urllib.request.urlopen(exchange.url + "/sapi/v1/ping")
            assert answer.headers["X-RateLimit-Limit"]
            assert "gateway 1 pid" in exchange.log

        @pytest.mark.bourse(colour="red")
        def test_no_such_option(exchange):
            pass
        """,
    )

    code, said = project.run()

    assert code == 1, said
    assert "5 passed, 1 error" in said
    assert "takes demo, traders, calm, limits, gateways, frozen by name" in said
    assert (project.left, project.processes()) == ([], [])


def test_a_failing_test_and_a_server_that_was_killed_leave_nothing_behind(project):
    project.write(
        "test_bad.py",
        """
        def test_fails(exchange):
            assert exchange.client("demo1").spot.ping() == "no"

        def test_kills_the_server(exchange):
            import signal
            os.kill(int(exchange.operator.status()["archivist"]["pid"]), 0)
            children = open(f"/proc/{exchange._keeper.pid}/task/{exchange._keeper.pid}/children").read()
            os.kill(int(children.split()[0]), signal.SIGKILL)
            exchange._keeper.wait()

        def test_has_another_one(exchange):
            assert exchange.client("demo1").spot.ping() == {}
        """,
    )

    code, said = project.run()

    assert code == 1, said
    assert "1 failed, 2 passed" in said
    assert (project.left, project.processes()) == ([], [])


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGINT])
def test_a_test_run_that_is_killed_leaves_no_server_behind(project, blow):
    project.write(
        "test_waits.py",
        """
        def test_waits(exchange):
            print("here", flush=True)
            import threading
            threading.Event().wait()
        """,
    )
    # As npx would: the server is the child of another process.
    project.write("wrapper.sh", f'node "{Path(os.environ["BOURSE_BIN"]).resolve()}" "$@"\ntrue\n')
    wrapper = f"sh {project.folder}/wrapper.sh"
    # Whoever runs these tests in the background ignores the interrupt, and what it starts would, too.
    heeding = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    run = subprocess.Popen(
        project.command("-s", "--bourse-bin", wrapper),
        cwd=project.folder,
        env=project.environment,
        stdout=subprocess.PIPE,
        text=True,
        **heeding,
    )
    assert any("here" in line for line in run.stdout)
    assert len(project.processes()) >= 2
    keeper = next(int(one.name) for one in Path("/proc").glob("[0-9]*") if is_keeper(one, project.temporary))
    ended = os.pidfd_open(keeper)

    run.send_signal(blow)
    run.wait()

    wait_for(ended)
    assert (project.left, project.processes()) == ([], [])


def is_keeper(entry, temporary):
    try:
        words = (entry / "cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return False
    return "keeper.py" in words and str(temporary) in words


def wait_for(process):
    ready, _, _ = select.select([process], [], [], PATIENCE_S)
    os.close(process)
    assert ready, "the keeper has not ended"


def test_several_processes_have_a_server_each(project):
    """As pytest-xdist runs them: nothing is shared, not even the beginning."""
    project.write(
        "test_each.py",
        """
        def test_one(exchange):
            assert exchange.client("demo1").spot.create_order(price=40000, **LIMIT)["orderId"] == 1
        """,
    )
    runs = [
        subprocess.Popen(project.command(), cwd=project.folder, env=project.environment, stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    said = [run.communicate()[0].decode() for run in runs]
    assert [text.count("1 passed") for text in said] == [1, 1], "\n".join(said)
    assert (project.left, project.processes()) == ([], [])


def test_without_the_program_one_sentence_says_what_to_do(project):
    project.write("test_any.py", "def test_any(exchange):\n    pass\n")
    environment = {"PATH": "/nowhere"}
    del project.environment["BOURSE_BIN"]

    code, said = project.run(**environment)

    assert code == 1
    assert re.search(r"ProgramNotFound: The program bourse is not found: npm install it near .*BOURSE_BIN", said)


def test_a_program_that_does_not_start_says_why(project):
    project.write("test_any.py", "def test_any(exchange):\n    pass\n")

    code, said = project.run("--bourse-bin", f"{sys.executable} -c 'print(7*6)'")

    assert code == 1
    assert "The server did not start. It said: 42" in said
    assert project.left == []
