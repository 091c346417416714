"""The plugin is taken from the source, unless the package is installed."""

import sys
from pathlib import Path


SOURCE = Path(__file__).parents[1] / "src"
sys.path.insert(0, str(SOURCE))
