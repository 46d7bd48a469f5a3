"""The questions in the headers of programs, and how oracles answer them.

A header line `//@ ask: QUESTION = VALUE` asks; an oracle is a function, named as the program, that returns the values of
all questions of that program as a dictionary.
"""

import sys
from fractions import Fraction


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


def arguments(programs, name, kind):
    """The arguments in a program's `args` or `large` line, as an oracle takes them."""
    for line in (programs / f"{name}.java").read_text().splitlines():
        if line.startswith(f"//@ {kind}:"):
            return [int(word) if word.isdigit() else Fraction(word) for word in line.split(":")[1].split()]
    return []


def answered(programs, oracles, names, kind):
    """Program, question and value of every question, from the oracles."""
    lines = []
    for name in names:
        for question, value in oracles[name](*arguments(programs, name, kind)).items():
            # Fractions with hundreds of digits say less than a double.
            lines.append((name, question, str(value) if len(str(value)) < 80 else repr(float(value))))
    return lines


def main(programs, oracles, committed):
    """Prints the answers or, with --check, compares them with the programs and with the committed file."""
    names = [word for word in sys.argv[1:] if not word.startswith("--")]
    kind = "large" if "--large" in sys.argv else "args"
    names = names or sorted(path.stem for path in programs.glob("*.java"))
    answers = answered(programs, oracles, names, kind)
    if "--check" not in sys.argv:
        for line in answers:
            print("\t".join(line))
        return
    recorded = [tuple(line.split("\t")) for line in committed.read_text().splitlines()]
    for name, lines in (("the headers", asked(programs)), (committed.name, recorded)):
        for line in sorted(set(lines) ^ set(answers)):
            print(f"{name} and the oracles differ: " + "\t".join(line))
    sys.exit(0 if set(asked(programs)) == set(answers) == set(recorded) else 1)
