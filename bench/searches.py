#!/usr/bin/env python3
"""How many transitions each search needs to reach a progress, on programs of the gallery: prints a table in Markdown.

    searches.py [PROGRAM…]      HAZARD names the binary (default target/release/hazard)
"""

import csv
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
GALLERY = ROOT / "java/examples/randomized"
HAZARD = os.environ.get("HAZARD", str(ROOT / "target/release/hazard"))
SEARCHES = ["pfs", "egreedy", "rl", "mass"]
LEVELS = [0.8, 0.9, 0.95, 0.99]
# Programs, with the arguments of their header unless others make a larger space.
PROGRAMS = {
    "QuickSort": "8",
    "QuickSelect": None,
    "LazySelect": "5 3 count",
    "RandomizedTreap": None,
    "SkipList": None,
    "HasMajorityElement": None,
    "KargersMinimumCut": None,
    "ErdosRenyiUndirectedModel": "5 0.6",
    "PolyasUrn": None,
    "GaleShapleyStableMarriage": None,
    "RandomizedBinarySearch": None,
    "TwoSatisfiability": None,
    "MatchingNutsAndBolts": None,
    "ApproximateCounter": None,
    "HamiltonianCycle": None,
    "RandomizedLoadBalancing": None,
}


def arguments(program):
    given = PROGRAMS.get(program)
    if given is not None:
        return given
    line = re.search(r"//@ args:(.*)", (GALLERY / f"{program}.java").read_text())
    return line.group(1).strip() if line else ""


def curve(program, search, words, folder):
    """The progress curve, a row every five transitions."""
    file = pathlib.Path(folder) / f"{program}-{search}.csv"
    command = [HAZARD, "check", str(GALLERY / f"{program}.java"), "-q", "--search", search, "--progress-csv", str(file)]
    command += ["--progress-interval", "5", "--max-transitions", "20000", "--", *words.split()]
    subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
    with file.open() as lines:
        return [(int(row["transitions"]), float(row["progress"])) for row in csv.DictReader(lines)]


def main():
    heads = [f"{level} {search}" for level in LEVELS for search in SEARCHES]
    print("| program | all | " + " | ".join(heads) + " |")
    print("|---|---:|" + "---:|" * len(heads))
    with tempfile.TemporaryDirectory() as folder:
        for program in sys.argv[1:] or PROGRAMS:
            words = arguments(program)
            curves = {search: curve(program, search, words, folder) for search in SEARCHES}
            cells = []
            for level in LEVELS:
                for search in SEARCHES:
                    first = next((count for count, progress in curves[search] if progress >= level), None)
                    cells.append("–" if first is None else str(first))
            print(f"| {program} {words} | {curves['mass'][-1][0]} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
