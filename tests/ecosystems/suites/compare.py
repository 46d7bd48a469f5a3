#!/usr/bin/env python3
"""Compares what RunTests printed on HotSpot and under Hazard, batch by batch and then class by class.

compare.py again FOLDER CLASSES prints the classes that have to be run alone;
compare.py tell FOLDER NAME CLASSES ROWS DIFFERENCES appends a row of the table and the tests that differ, with their reasons."""

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
    # What has not come to its end says nothing.
    for path in sorted(folder.glob("*.done")):
        expected.update(results(path.with_suffix(".java")))
        found.update(results(path.with_suffix(".hazard")))
    return expected, found


def again(folder, classes):
    expected, found = together(folder)
    for name in pathlib.Path(classes).read_text().split():
        if name not in expected or expected[name] and expected[name] != found.get(name):
            print(name)


def reasons():
    path = pathlib.Path(__file__).with_name("reasons.txt")
    lines = path.read_text().splitlines() if path.exists() else []
    return [line.split(": ", 1) for line in lines if line and not line.startswith("#")]


def times(folder):
    """How often longer than HotSpot all runs took together: batches, and what was run alone."""
    java = hazard = 0
    for path in folder.rglob("*.done"):
        spent = [int(word) for word in path.read_text().split()]
        if len(spent) == 2 and path.with_suffix(".hazard").exists():
            java, hazard = java + spent[0], hazard + spent[1]
    return f"{hazard / java:.1f}" if java else ""


def tell(folder, name, classes, rows, differences):
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
        if not ends:
            continue
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
    # What was not looked at is said, too: classes of batches that were never run, or that did not end on HotSpot.
    asked = len(expected)
    wanted = len(pathlib.Path(classes).read_text().split())
    with open(rows, "a") as out:
        out.write(f"| {name} | {asked if asked == wanted else f'{asked} of {wanted}'} | {tests} | {same} | {different} | {lost} | {times(folder)} |\n")
    with open(differences, "a") as out:
        out.writelines(line + "\n" for line in told)


def main(what, folder, *rest):
    {"again": again, "tell": tell}[what](pathlib.Path(folder), *rest)


main(*sys.argv[1:])
