"""The README, and what pages of docs have of Python: programs run as they stand, tables have everything."""

import dataclasses
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE_S

import bourse
from bourse.operator import OperatorClient
from bourse.testing import Exchange
from bourse.testing.plugin import SERVER_OPTIONS
from bourse.wire.options import Options

FOLDER = Path(__file__).parents[1]
README = (FOLDER / "README.md").read_text()
BLOCKS = dict(re.findall(r"^```python (\S+)\n(.*?)^```$", README, re.M | re.S))


def table(beginning):
    """The first cells of the rows below a table's head."""
    rows = README[README.index(f"| {beginning}") :].split("\n\n")[0].split("\n")[2:]
    return [row.split(" | ")[0].lstrip("| ") for row in rows]


def names(cells):
    return sorted(name for cell in cells for name in re.findall(r"`(\w+)", cell))


def run(command, folder):
    path = os.pathsep.join([str(FOLDER / "src"), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE_S)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_every_program_is_run_here():
    assert sorted(BLOCKS) == ["conftest.py", "test_bot.py", "trade.py", "watch.py"]


@pytest.mark.bourse(traders=True)
def test_the_programs_run_as_they_stand(exchange, tmp_path):
    (tmp_path / "data").symlink_to(exchange.data)
    for name in ("trade.py", "watch.py"):
        (tmp_path / name).write_text(BLOCKS[name].replace("http://127.0.0.1:8080", exchange.url))

    assert re.fullmatch(r"[0-9.]+ \d+ NEW\n", run([sys.executable, "trade.py"], tmp_path))
    if "websockets" in sys.modules:
        said = run([sys.executable, "watch.py"], tmp_path)
        assert re.match(r"open 0\nsnapshot best \(Decimal\('[0-9.]+'\)", said), said


def test_the_tests_pass_as_they_stand(tmp_path):
    for name in ("test_bot.py", "conftest.py"):
        (tmp_path / name).write_text(BLOCKS[name])

    own = ["-p", "bourse.testing.plugin", "-p", "no:cacheprovider", "-q"]
    assert "6 passed" in run([sys.executable, "-m", "pytest", *own], tmp_path)


@pytest.mark.parametrize("page, count", [("bot-testing.md", 2), ("accidents-python.md", 3)])
def test_the_tests_of_the_other_pages_pass_as_they_stand(tmp_path, page, count):
    if page == "accidents-python.md":
        pytest.importorskip("websockets")
    blocks = re.findall(r"^```python (\S+)\n(.*?)^```$", (FOLDER.parents[1] / "docs" / page).read_text(), re.M | re.S)
    [name] = {name for name, _ in blocks}
    (tmp_path / name).write_text("\n\n".join(text for _, text in blocks))

    own = ["-p", "bourse.testing.plugin", "-p", "no:cacheprovider", "-q"]
    assert f"{count} passed" in run([sys.executable, "-m", "pytest", *own], tmp_path)


def test_the_tables_have_everything():
    fields = [field.name for field in dataclasses.fields(Options)]
    assert names(table("option of `BourseClient`")) == sorted([*fields, "base_url", "futures_base_url"])

    classes = {name: getattr(bourse, name) for name in bourse.__all__ if name not in ("BourseClient", "BourseError")}
    assert names(table("class | kind")) == sorted(classes)
    kinds = dict(re.findall(r"^\| `([A-Z]\w+)` \| `(\w+)` \|$", README, re.M))
    assert kinds == {name: one.kind for name, one in classes.items()}

    assert names(table("`@pytest.mark.bourse(...)`")) == sorted([*SERVER_OPTIONS, "frozen"])

    members = {name for name in vars(Exchange) if not name.startswith("_")} - {"start"}
    parts = {"faults", "clock", "index", "states", "candles", "operator", "url", "data"}
    assert names(table("`exchange` has")) == sorted(members | parts)

    operator = {name for name in vars(OperatorClient) if not name.startswith("_")} - {"of_directory", "close"}
    row = next(line for line in README.split("\n") if line.startswith("| `operator`"))
    assert set(re.findall(r"`(\w+)`", row)) == operator | {"operator"}


def test_where_something_is_found_there_is_a_method():
    methods = (FOLDER / "METHODS.md").read_text()
    client = bourse.BourseClient("http://127.0.0.1:9")

    named = re.findall(r"`client\.(\w+)\.(\w+)`", methods)

    assert len(named) > 20
    assert [name for name in named if not callable(getattr(getattr(client, name[0]), name[1], None))] == []
