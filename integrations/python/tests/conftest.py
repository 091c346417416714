"""What the tests share. The package is taken from the source, unless it is installed."""

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from bourse.testing.program import find_program  # noqa: E402


@pytest.fixture(scope="session")
def dist():
    """Where the built program is."""
    return Path(shutil.which(find_program()[-1]) or find_program()[-1]).resolve().parents[1]


@pytest.fixture
def pauses():
    """What a client would have waited, in seconds: given as its `sleep` it waits for nothing."""
    return []
