"""The types, as a strict reader of a bot sees them."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"
IS_REQUIRED = os.environ.get("BOURSE_PYTHON") == "required"
BOT = """
from decimal import Decimal
from bourse import BourseClient
client = BourseClient("http://127.0.0.1:8080")
price: Decimal = client.spot.ticker(symbol="BTCUSDT")["last"]
order = client.spot.create_order(symbol="BTCUSDT", side="BUY", type="LIMIT", volume=1, price=price)
status: str = order["status"]
"""
MISTAKES = """
client.spot.create_order(symbol="BTCUSDT", side="HOLD", type="MARKET", volume=1)
client.spot.create_order(symbol="BTCUSDT", side="BUY", type="MARKET", volume=0.1)
client.futures.account()["money"]
"""


def check(*args, folder):
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(folder / "cache"), "--ignore-missing-imports", *args]
    environment = {**os.environ, "MYPYPATH": str(SOURCE)}
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return ended.returncode, ended.stdout + ended.stderr


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None and not IS_REQUIRED, reason="not here: mypy")
def test_the_package_and_a_bot_are_well_typed_and_mistakes_are_found(tmp_path):
    (tmp_path / "bot.py").write_text(BOT)
    (tmp_path / "mistakes.py").write_text(BOT + MISTAKES)

    code, said = check("--disallow-untyped-defs", str(SOURCE / "bourse"), "bot.py", folder=tmp_path)
    assert code == 0, said
    code, said = check("mistakes.py", folder=tmp_path)
    assert (code, said.count("mistakes.py:")) == (1, 3), said
