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
MISSING = [name for name in ("pip", "setuptools", "wheel") if importlib.util.find_spec(name) is None]
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


@pytest.mark.skipif(bool(MISSING) and not IS_REQUIRED, reason=f"not here: {', '.join(MISSING)}")
def test_installed_from_the_folder_without_a_network(tmp_path):
    copy, site = tmp_path / "copy", tmp_path / "site"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    offline = ["--no-index", "--no-build-isolation", "--no-deps", "--disable-pip-version-check", "-q"]
    subprocess.run([sys.executable, "-m", "pip", "install", *offline, "--target", str(site), str(copy)], check=True)
    (tmp_path / "test_bot.py").write_text(TEST)
    environment = {**os.environ, "PYTHONPATH": str(site)}

    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_bot.py"]
    said = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)

    assert said.returncode == 0, said.stdout + said.stderr
    assert (site / "bourse" / "py.typed").exists() and (site / "bourse" / "testing" / "keeper.py").exists()
    assert sorted(one.name for one in site.iterdir() if "info" not in one.name) == ["bourse"]
