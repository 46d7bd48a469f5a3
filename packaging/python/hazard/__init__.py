"""Hazard, a model checker for Java programs that flip coins and run threads: a small API over the program's JSON reports."""

from .model import Model, model
from .program import HazardError, binary, run, version
from .report import Property, Report, Step, TestResult, TestSuite, Violation
from .commands import check, mc, test

__all__ = [
    "HazardError",
    "Model",
    "Property",
    "Report",
    "Step",
    "TestResult",
    "TestSuite",
    "Violation",
    "binary",
    "check",
    "mc",
    "model",
    "run",
    "test",
    "version",
]
