"""The native program: where it is, and one run of it."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
from typing import Any, Sequence


class HazardError(Exception):
    """The program could not do what was asked: its own sentence, and its exit status."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.status = status


def binary() -> pathlib.Path:
    """The program: in HAZARD_HOME, else beside this Python's scripts, else on PATH."""
    home = os.environ.get("HAZARD_HOME")
    folders = [pathlib.Path(home), pathlib.Path(home, "bin")] if home else []
    folders += [pathlib.Path(sysconfig.get_path("scripts")), pathlib.Path(sys.prefix, "bin")]
    for folder in folders:
        file = folder / "hazard"
        if file.is_file() and os.access(file, os.X_OK):
            return file
    found = shutil.which("hazard")
    if found is None:
        raise HazardError("the program hazard was not found; install it, or set HAZARD_HOME", 127)
    return pathlib.Path(found)


def run(arguments: Sequence[str], *, cwd: str | os.PathLike[str] | None = None) -> dict[str, Any]:
    """Runs the program with `--json -` and gives its report. Statuses 0, 1 and 3 are verdicts; any other is an error."""
    words = [str(binary()), *map(str, arguments)]
    at = words.index("--") if "--" in words else len(words)
    words[at:at] = ["--json", "-"]
    done = subprocess.run(words, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    try:
        report = json.loads(done.stdout) if done.stdout.strip() else None
    except ValueError:
        report = None
    if report is None or done.returncode not in (0, 1, 3, 4):
        sentence = done.stderr.strip().removeprefix("error: ") or f"hazard ended with status {done.returncode}"
        raise HazardError(sentence, done.returncode)
    return report


def version() -> str:
    """As the program tells it."""
    done = subprocess.run([str(binary()), "--version"], capture_output=True, text=True, check=True)
    return done.stdout.split()[-1]
