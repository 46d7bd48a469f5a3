"""Explored models as sparse matrices. Needs numpy and scipy, and matplotlib for plots."""

from __future__ import annotations

import os
import pathlib
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping, Sequence, Union

from .program import HazardError, run
from .report import Report

if TYPE_CHECKING:
    import numpy
    import scipy.sparse

Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Model:
    """A Markov chain: `matrix[i, j]` is the probability of going from state i to state j."""

    matrix: "scipy.sparse.csr_matrix"
    labels: Mapping[str, "numpy.ndarray[Any, Any]"]
    report: Report

    @property
    def states(self) -> int:
        return int(self.matrix.shape[0])

    @property
    def initial(self) -> int:
        """The state in which it begins."""
        import numpy

        return int(numpy.flatnonzero(self.labels["init"])[0]) if "init" in self.labels else 0

    def transient(self, steps: int) -> "numpy.ndarray[Any, Any]":
        """The distribution over states after so many steps."""
        import numpy

        now = numpy.zeros(self.states)
        now[self.initial] = 1.0
        for _ in range(steps):
            now = now @ self.matrix
        return now

    def probability(self, label: str, steps: int) -> "numpy.ndarray[Any, Any]":
        """The probability that the label holds after 0, 1, … `steps` steps."""
        import numpy

        now = numpy.zeros(self.states)
        now[self.initial] = 1.0
        values = []
        for _ in range(steps + 1):
            values.append(float(now[self.labels[label]].sum()))
            now = now @ self.matrix
        return numpy.array(values)

    def plot(self, *labels: str, steps: int = 50, ax: Any = None) -> Any:
        """Draws how likely the labels are over time; gives matplotlib's axes."""
        import matplotlib.pyplot

        axes = ax if ax is not None else matplotlib.pyplot.subplots()[1]
        for label in labels:
            axes.plot(range(steps + 1), self.probability(label, steps), label=label)
        axes.set_xlabel("steps")
        axes.set_ylabel("probability")
        axes.legend()
        return axes


def uncommented(file: pathlib.Path) -> list[str]:
    return [line for line in file.read_text().split("\n") if line.strip() and not line.startswith("#")]


def read(transitions: pathlib.Path, labels: pathlib.Path, report: Report) -> Model:
    """A chain in PRISM's explicit format."""
    import numpy
    import scipy.sparse

    lines = uncommented(transitions)
    head = lines[0].split()
    if len(head) != 2:
        raise HazardError("the model has decisions of a scheduler: it is no Markov chain, and no matrix", 2)
    count = int(head[0])
    rows = [line.split() for line in lines[1:]]
    edges = [(int(row[0]), int(row[1]), float(row[2])) for row in rows]
    # Where the program has ended it stays.
    edges += [(state, state, 1.0) for state in set(range(count)) - {source for source, _, _ in edges}]
    values = [value for _, _, value in edges]
    places = ([source for source, _, _ in edges], [target for _, target, _ in edges])
    matrix = scipy.sparse.csr_matrix((values, places), shape=(count, count))
    table = uncommented(labels)
    names = [pair.split("=", 1) for pair in table[0].split() if "=" in pair]
    holds = {name.strip('"'): numpy.zeros(count, dtype=bool) for _, name in names}
    by_number = {number: holds[name.strip('"')] for number, name in names}
    for line in table[1:]:
        state, colon, numbers = line.partition(":")
        for each in numbers.split() if colon else []:
            by_number[each][int(state)] = True
    return Model(matrix, holds, report)


def model(
    target: Path, arguments: Sequence[str] = (), *, labels: Sequence[str] = (), options: Sequence[str] = ()
) -> Model:
    """The Markov chain of a Java program."""
    with tempfile.TemporaryDirectory() as folder:
        transitions, table = pathlib.Path(folder, "model.tra"), pathlib.Path(folder, "model.lab")
        words = ["check", os.fspath(target), "--all-errors", "--export-tra", str(transitions), "--export-lab", str(table)]
        words += [word for label in ("init", "end", *labels) for word in ("--label", label)]
        words += list(options)
        if arguments:
            words += ["--", *arguments]
        report = Report.of_json(run(words))
        if not transitions.is_file():
            raise HazardError("the model was not written: " + ", ".join(report.raw.get("limits_hit", [])), 3)
        return read(transitions, table, report)
