#!/usr/bin/env python3
"""Compares what RunTests printed on HotSpot and under Hazard: compare.py NAME FOLDER ROWS DIFFERENCES appends a row of the table and
the tests that differ."""

import pathlib
import re
import sys


def results(path):
    if not path.exists():
        return {}, False
    lines = path.read_text(errors="replace").splitlines()
    ended = bool(lines) and lines[-1].startswith("ran ")
    return dict(line.rsplit("\t", 1) for line in lines if "\t" in line), ended


def short(test):
    parts = re.findall(r"\[(?:class|runner|test|method|test-template|nested-class|test-template-invocation):([^\]]*)\]", test)
    return " ".join(part.split(".")[-1] for part in parts) or test[:100]


def main(name, folder, rows, differences):
    tests = same = different = lost = 0
    told = []
    for path in sorted(pathlib.Path(folder).glob("*.java")):
        expected, _ = results(path)
        found, ended = results(path.with_suffix(".hazard"))
        tests += len(expected)
        if not ended:
            lost += len(expected)
            errors = path.with_suffix(".errors")
            last = errors.read_text(errors="replace").strip().splitlines()[-2:] if errors.exists() else []
            told.append(f"- {name}: {path.stem} ({len(expected)} tests) did not end: {'; '.join(last)[:200]}")
            continue
        for test, end in expected.items():
            if found.get(test) == end:
                same += 1
            else:
                different += 1
                told.append(f"- {name}: {short(test)}: {end} on HotSpot, {found.get(test, 'not run')} here")
    with open(rows, "a") as out:
        out.write(f"| {name} | {tests} | {same} | {different} | {lost} |\n")
    with open(differences, "a") as out:
        out.writelines(line + "\n" for line in told)


main(*sys.argv[1:])
