"""`hazard check`, `hazard mc` and `hazard test` as functions. `options` are further options of the command line, as it has them."""

from __future__ import annotations

import os
from typing import Optional, Sequence, Union

from .program import run
from .report import Report, TestSuite

Path = Union[str, "os.PathLike[str]"]


def asked(properties: Sequence[str], exact: bool, options: Sequence[str]) -> list[str]:
    words = [word for formula in properties for word in ("-p", formula)]
    return words + (["--exact"] if exact else []) + list(options)


def check(
    target: Path,
    arguments: Sequence[str] = (),
    *,
    classpath: Optional[str] = None,
    jdk: Optional[Path] = None,
    search: Optional[str] = None,
    seed: int = 0,
    properties: Sequence[str] = (),
    labels: Sequence[str] = (),
    exact: bool = False,
    max_time: Optional[str] = None,
    options: Sequence[str] = (),
) -> Report:
    """Explores a program: `Main.java`, `Main.class`, `app.jar`, or a class with a class path."""
    words = ["check", os.fspath(target), "--seed", str(seed)]
    given = {"--classpath": classpath, "--jdk": jdk, "--search": search, "--max-time": max_time}
    words += [word for option, value in given.items() if value is not None for word in (option, os.fspath(value))]
    words += [word for label in labels for word in ("--label", label)]
    words += asked(properties, exact, options)
    if arguments:
        words += ["--", *arguments]
    return Report.of_json(run(words))


def mc(model: Path, *, properties: Sequence[str] = (), exact: bool = False, options: Sequence[str] = ()) -> Report:
    """Checks a Markov model: explicit files, or PRISM's language."""
    return Report.of_json(run(["mc", os.fspath(model), *asked(properties, exact, options)]))


def test(
    project: Path = ".", tests: Sequence[str] = (), *, budget: str = "10s", options: Sequence[str] = ()
) -> TestSuite:
    """Explores the tests of a Maven or Gradle project."""
    return TestSuite.of_json(run(["test", os.fspath(project), *tests, "--budget", budget, *options]))
