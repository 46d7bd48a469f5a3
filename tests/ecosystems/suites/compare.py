#!/usr/bin/env python3
"""Compares what RunTests printed on HotSpot and under Hazard, batch by batch and then class by class.

compare.py again FOLDER CLASSES prints the classes that have to be run alone;
compare.py tell FOLDER NAME ROWS DIFFERENCES appends a row of the table and the tests that differ, with their reasons."""

import pathlib
import re
import sys


def results(path):
    """What the tests of each class came to, for the classes that ended."""
    classes, tests = {}, {}
    if path.exists():
        for line in path.read_text(errors="replace").split("\n"):
            if line.startswith("ran "):
                classes[line.split()[2]], tests = tests, {}
            elif "\t" in line:
                test, end = line.rsplit("\t", 1)
                tests[test] = end
    return classes


def short(test):
    parts = re.findall(r"\[(?:class|runner|test|method|test-template|nested-class|test-template-invocation):([^\]]*)\]", test)
    return " ".join(part.split(".")[-1] for part in parts) or test[:100]


def together(folder):
    expected, found = {}, {}
    for path in sorted(folder.glob("*.java")):
        expected.update(results(path))
        found.update(results(path.with_suffix(".hazard")))
    return expected, found


def again(folder, classes):
    expected, found = together(folder)
    for name in pathlib.Path(classes).read_text().split():
        if name not in expected or expected[name] != found.get(name):
            print(name)


def reasons():
    path = pathlib.Path(__file__).with_name("reasons.txt")
    lines = path.read_text().splitlines() if path.exists() else []
    return [line.split(": ", 1) for line in lines if line and not line.startswith("#")]


def tell(folder, name, rows, differences):
    expected, found = together(folder)
    alone_expected, alone_found = {}, {}
    for path in sorted((folder / "alone").glob("*.done")):
        alone_expected.update(results(path.with_suffix(".java")))
        alone_found.update(results(path.with_suffix(".hazard")))
    expected.update(alone_expected)
    for cls in alone_expected:
        found.pop(cls, None)
    found.update(alone_found)
    known = reasons()
    tests = same = different = lost = 0
    told = []

    def line(what):
        why = next((reason for pattern, reason in known if re.search(pattern, what)), None)
        told.append(f"- {what}" + (f" ({why})" if why else ""))

    for cls, ends in sorted(expected.items()):
        tests += len(ends)
        if cls not in found:
            lost += len(ends)
            errors = folder / "alone" / f"{cls}.errors"
            last = errors.read_text(errors="replace").strip().splitlines()[-2:] if errors.exists() else []
            line(f"{name}: {cls.split('.')[-1]} ({len(ends)} tests) did not end: {'; '.join(last)[:200]}")
            continue
        for test, end in ends.items():
            if found[cls].get(test) == end:
                same += 1
            else:
                different += 1
                line(f"{name}: {short(test)}: {end} on HotSpot, {found[cls].get(test, 'not run')} here")
    with open(rows, "a") as out:
        out.write(f"| {name} | {tests} | {same} | {different} | {lost} |\n")
    with open(differences, "a") as out:
        out.writelines(line + "\n" for line in told)


def main(what, folder, *rest):
    {"again": again, "tell": tell}[what](pathlib.Path(folder), *rest)


main(*sys.argv[1:])
