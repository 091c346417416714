"""Where the program `bourse` is."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path
from typing import List, Optional

VARIABLE = "BOURSE_BIN"


class ProgramNotFound(Exception):
    """There is no `bourse` to start."""


def find_program(given: Optional[str] = None, near: Optional[Path] = None) -> List[str]:
    """What is typed to run it: what was given, the variable BOURSE_BIN, the nearest `node_modules/.bin/bourse`
    of the folder `near` (the working directory) or one above it, or a `bourse` in the PATH."""
    named = given or os.environ.get(VARIABLE)
    if named:
        return _command_of(named)
    folder = (near or Path.cwd()).resolve()
    for place in (folder, *folder.parents):
        program = place / "node_modules" / ".bin" / "bourse"
        if program.exists():
            return [str(program)]
    found = shutil.which("bourse")
    if found:
        return [found]
    raise ProgramNotFound(
        f"The program bourse is not found: npm install it near {folder}, or say where it is "
        f"by {VARIABLE} or --bourse-bin (a path, or a command such as 'npx --no-install bourse')."
    )


def _command_of(named: str) -> List[str]:
    if not Path(named).exists():
        return shlex.split(named)
    whole = str(Path(named).resolve())
    return ["node", whole] if named.endswith((".js", ".mjs")) else [whole]
