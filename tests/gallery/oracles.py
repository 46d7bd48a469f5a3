#!/usr/bin/env python3
"""The values that the gallery's questions must have, from theory or brute force, not from Hazard.

    oracles.py            prints `Name<TAB>question<TAB>value` for every question at its small size
    oracles.py --check    compares with expected.tsv and with the `//@ ask:` lines of the programs
    oracles.py --large [Name…]    the same at the large sizes; expected-large.tsv has those that take seconds

The functions, one per program of java/examples/randomized, are written from the description of the algorithm, in a
different form where there is one: closed forms, recursions, sets instead of arrays, chains solved by elimination.
"""

import pathlib

import oracles_arithmetic
import oracles_estimates
import oracles_graphs
import oracles_orders
import questions

HERE = pathlib.Path(__file__).parent
PROGRAMS = HERE.parent.parent / "java" / "examples" / "randomized"
ORACLES = {
    **vars(oracles_arithmetic),
    **vars(oracles_estimates),
    **vars(oracles_graphs),
    **vars(oracles_orders),
}

if __name__ == "__main__":
    questions.main(PROGRAMS, ORACLES, HERE / "expected.tsv")
