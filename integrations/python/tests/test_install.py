"""The package as pip installs it, offline: the plugin is found by its entry point, the types are there."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1]
README = (FOLDER / "README.md").read_text()
MISSING = [name for name in ("pip", "setuptools", "wheel", "ensurepip") if importlib.util.find_spec(name) is None]
IS_REQUIRED = os.environ.get("BOURSE_PYTHON") == "required"
TEST = """
def test_it_buys(exchange):
    order = dict(symbol="BTCUSDT", side="BUY", type="LIMIT", price="10000", volume="0.01")
    assert exchange.client("demo1").spot.create_order(**order)["status"] == "NEW"
"""


def test_the_version_is_that_of_the_program():
    project = (FOLDER / "pyproject.toml").read_text()
    package = json.loads((FOLDER.parents[1] / "package.json").read_text())

    assert re.search(r'^version = "(.*)"$', project, re.M).group(1) == package["version"]


needs_all = pytest.mark.skipif(bool(MISSING) and not IS_REQUIRED, reason=f"not here: {', '.join(MISSING)}")


def copy_to(place):
    shutil.copytree(FOLDER, place, ignore=shutil.ignore_patterns("__pycache__", ".mypy_cache", "build", "*.egg-info"))


@needs_all
@pytest.mark.parametrize("place", ["integrations/python", "node_modules/bourse/integrations/python"])
def test_the_lines_for_a_machine_without_a_network_work(tmp_path, place):
    [lines] = re.findall(r"^```sh by-hand\n(\S+ -m venv --system-site-packages.*?)^```$", README, re.M | re.S)
    copy_to(tmp_path / place)
    (tmp_path / "test_bot.py").write_text(TEST)
    ours = {**os.environ, "PYTEST_ADDOPTS": "test_bot.py"}
    environment = {name: value for name, value in ours.items() if name != "PYTHONPATH"}

    typed = lines.replace("./integrations/python", f"./{place}")
    said = subprocess.run(["bash", "-ec", typed], cwd=tmp_path, env=environment, capture_output=True, text=True)

    assert said.returncode == 0 and "1 passed" in said.stdout, said.stdout + said.stderr


@needs_all
def test_installed_from_the_folder_without_a_network(tmp_path):
    copy, site = tmp_path / "copy", tmp_path / "site"
    copy_to(copy)
    offline = ["--no-index", "--no-build-isolation", "--no-deps", "--disable-pip-version-check", "-q"]
    subprocess.run([sys.executable, "-m", "pip", "install", *offline, "--target", str(site), str(copy)], check=True)
    (tmp_path / "test_bot.py").write_text(TEST)

    def pytest_says(path, *more):
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *more, "test_bot.py"]
        environment = {**os.environ, "PYTHONPATH": str(path), "PYTHONDONTWRITEBYTECODE": "1"}
        ended = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    assert "1 passed" in pytest_says(site)
    # What pip leaves in the folder that it was pointed to makes a plugin of that, too.
    assert list((copy / "src").glob("*.egg-info")) != []
    for path in (site, copy / "src", os.pathsep.join([str(copy / "src"), str(site)])):
        for named in ([], ["-p", "bourse.testing.plugin"]):
            assert "\nexchange" in pytest_says(path, "--fixtures", *named)
    assert (site / "bourse" / "py.typed").exists() and (site / "bourse" / "testing" / "keeper.py").exists()
    assert sorted(one.name for one in site.iterdir() if "info" not in one.name) == ["bourse"]
