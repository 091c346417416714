"""What the tests share. They are run by `npm run test:python`."""

import os
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

if os.environ.get("BOURSE_PYTHON") == "required":
    import websockets  # noqa: F401

from bourse.testing.program import find_program  # noqa: E402


@pytest.fixture(scope="session")
def dist():
    """Where the built program is."""
    return Path(shutil.which(find_program()[-1]) or find_program()[-1]).resolve().parents[1]


@pytest.fixture
def pauses():
    """What a client would have waited, in seconds: given as its `sleep` it waits for nothing."""
    return []
