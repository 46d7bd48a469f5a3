"""The questions in the headers of programs, and how oracles answer them.

A header line `//@ ask: QUESTION = VALUE` asks; an oracle is a function, named as the program, that returns the values of
all questions of that program as a dictionary.
"""

import sys


def P(label):
    return f'P=? [ F "{label}" ]'


def R(reward):
    return f'R{{"{reward}"}}=? [ F "end" ]'


def asked(programs):
    """Program, question and value of every `ask` line."""
    lines = []
    for path in sorted(programs.glob("*.java")):
        for line in path.read_text().splitlines():
            if line.startswith("//@ ask: "):
                question, value = line[len("//@ ask: ") :].rsplit(" = ", 1)
                lines.append((path.stem, question, value))
    return lines


def answered(programs, oracles):
    """Program, question and value of every question, from the oracles."""
    lines = []
    for path in sorted(programs.glob("*.java")):
        for question, value in oracles[path.stem]().items():
            lines.append((path.stem, question, str(value)))
    return lines


def main(programs, oracles, committed):
    """Prints the answers or, with --check, compares them with the programs and with the committed file."""
    answers = answered(programs, oracles)
    if "--check" not in sys.argv:
        for line in answers:
            print("\t".join(line))
        return
    recorded = [tuple(line.split("\t")) for line in committed.read_text().splitlines()]
    for name, lines in (("the headers", asked(programs)), (committed.name, recorded)):
        for line in sorted(set(lines) ^ set(answers)):
            print(f"{name} and the oracles differ: " + "\t".join(line))
    sys.exit(0 if set(asked(programs)) == set(answers) == set(recorded) else 1)
