"""Reports as plain typed data. `raw` has all of the JSON, for whatever is not named here."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Optional


def number(value: Any) -> Optional[float]:
    """Infinite values are written as text."""
    if value is None:
        return None
    return float(value)


@dataclass(frozen=True)
class Step:
    """A step of a schedule."""

    choice: str
    pick: int
    of: int
    probability: float
    thread: Optional[str]
    location: Optional[str]
    text: str
    source: Optional[str] = None

    @classmethod
    def of_json(cls, raw: dict[str, Any]) -> "Step":
        names = ("choice", "pick", "of", "probability", "thread", "location")
        return cls(**{name: raw.get(name) for name in names}, text=raw.get("text", ""), source=raw.get("source"))


@dataclass(frozen=True)
class Violation:
    kind: str
    message: str
    thread: Optional[str]
    location: Optional[str]
    depth: int
    probability: float
    trace: list[Step]
    details: list[str]
    raw: dict[str, Any] = field(repr=False)

    @classmethod
    def of_json(cls, raw: dict[str, Any]) -> "Violation":
        return cls(
            kind=raw["kind"],
            message=raw["message"],
            thread=raw.get("thread"),
            location=raw.get("location"),
            depth=raw.get("depth", 0),
            probability=raw.get("probability", 1.0),
            trace=[Step.of_json(step) for step in raw.get("trace", [])],
            details=list(raw.get("details", [])),
            raw=raw,
        )


@dataclass(frozen=True)
class Property:
    formula: str
    value: Optional[float]
    lower: Optional[float]
    upper: Optional[float]
    exact: Optional[str]
    holds: Optional[bool]

    @property
    def fraction(self) -> Optional[Fraction]:
        """The exact answer, if it was asked for (`exact=True`) and is a fraction."""
        try:
            return Fraction(self.exact) if self.exact is not None else None
        except ValueError:
            return None

    @classmethod
    def of_json(cls, raw: dict[str, Any]) -> "Property":
        return cls(
            formula=raw["formula"],
            value=number(raw.get("value")),
            lower=number(raw.get("lower")),
            upper=number(raw.get("upper")),
            exact=raw.get("exact"),
            holds=raw.get("holds"),
        )


@dataclass(frozen=True)
class Report:
    """What `hazard check` and `hazard mc` found out. In a notebook it shows itself as a table."""

    verdict: str
    states: int
    transitions: int
    violations: list[Violation]
    properties: list[Property]
    assumptions: list[str]
    raw: dict[str, Any] = field(repr=False)

    @classmethod
    def of_json(cls, raw: dict[str, Any]) -> "Report":
        return cls(
            verdict=raw.get("verdict", "holds"),
            states=raw.get("states", 0),
            transitions=raw.get("transitions", 0),
            violations=[Violation.of_json(each) for each in raw.get("violations", [])],
            properties=[Property.of_json(each) for each in raw.get("properties", [])],
            assumptions=list(raw.get("assumptions", [])),
            raw=raw,
        )

    def _repr_html_(self) -> str:
        rows = [("verdict", self.verdict), ("states", f"{self.states:,}"), ("transitions", f"{self.transitions:,}")]
        rows += [(each.formula, str(each.holds if each.value is None else each.value)) for each in self.properties]
        rows += [(each.kind, f"{each.message} ({each.location})") for each in self.violations]
        cells = "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(value)}</td></tr>" for name, value in rows)
        return f"<table>{cells}</table>"


@dataclass(frozen=True)
class TestResult:
    """`verdict` is one of proved, violated, open, fails, unsupported, skipped."""

    test_class: str
    method: str
    verdict: str
    message: Optional[str]
    states: int
    schedule: list[str]
    trace: Optional[str]

    @classmethod
    def of_json(cls, raw: dict[str, Any]) -> "TestResult":
        return cls(
            test_class=raw["class"],
            method=raw["method"],
            verdict=raw["verdict"],
            message=raw.get("message"),
            states=raw.get("states", 0),
            schedule=list(raw.get("schedule", [])),
            trace=raw.get("trace"),
        )


@dataclass(frozen=True)
class TestSuite:
    verdict: str
    tests: list[TestResult]
    raw: dict[str, Any] = field(repr=False)

    @classmethod
    def of_json(cls, raw: dict[str, Any]) -> "TestSuite":
        return cls(raw["verdict"], [TestResult.of_json(each) for each in raw["tests"]], raw)
