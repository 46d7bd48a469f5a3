"""Exact probability in a few lines: what the oracles of the gallery and of the coin programs are written with.

Finite trees of choices are enumerated by running a program again for every sequence of choices; loops are Markov
chains, solved by elimination. All numbers are fractions. Nothing here knows about Java or Hazard.
"""

from fractions import Fraction
from math import comb


class Choices:
    """The choices of one run: a prefix to repeat, then the first alternative each time."""

    def __init__(self, prefix):
        self.prefix = prefix
        self.taken = []
        self.open = []
        self.probability = Fraction(1)

    def weighted(self, weights):
        """Picks an index with probability proportional to its weight, which is an integer or a fraction."""
        total = sum(weights)
        possible = [i for i, weight in enumerate(weights) if weight]
        at = len(self.taken)
        nth = self.prefix[at] if at < len(self.prefix) else 0
        self.taken.append(nth)
        self.open.append(len(possible))
        pick = possible[nth]
        self.probability *= Fraction(weights[pick]) / total
        return pick

    def uniform(self, n):
        return self.weighted([1] * n)

    def coin(self, p=Fraction(1, 2)):
        return self.weighted([1 - p, p])

    def sample(self, items):
        return items[self.uniform(len(items))]


def outcomes(program):
    """The distribution of what a program that makes finitely many choices returns."""
    result = {}
    prefix = []
    while True:
        run = Choices(prefix)
        value = program(run)
        result[value] = result.get(value, Fraction(0)) + run.probability
        prefix, still_open = run.taken, run.open
        while prefix and prefix[-1] + 1 == still_open[-1]:
            prefix.pop()
            still_open.pop()
        if not prefix:
            return result
        prefix[-1] += 1


def probability(program):
    """The probability that a program returns something true."""
    return sum((p for value, p in outcomes(program).items() if value), Fraction(0))


def expectation(program):
    """The expected number that a program returns."""
    return sum((p * value for value, p in outcomes(program).items()), Fraction(0))


def solve(rows, right):
    """Solves a regular system of linear equations."""
    n = len(rows)
    table = [list(row) + [value] for row, value in zip(rows, right)]
    for k in range(n):
        pivot = next(i for i in range(k, n) if table[i][k] != 0)
        table[k], table[pivot] = table[pivot], table[k]
        inverse = 1 / table[k][k]
        table[k] = [x * inverse for x in table[k]]
        for i in range(n):
            if i != k and table[i][k] != 0:
                factor = table[i][k]
                table[i] = [x - factor * y for x, y in zip(table[i], table[k])]
    return [row[n] for row in table]


def chain(start, step, reward=lambda state: 0, value=lambda state: 0):
    """The expected sum of rewards until the end, plus the value of the end state.

    `step` maps a state to a dictionary from successors to probabilities, or to None where the chain ends. Every state
    must be able to reach an end. With value 0/1 and no reward this is a probability of ending well.
    """
    order = {start: 0}
    todo = [start]
    steps = []
    while todo:
        state = todo.pop(0)
        successors = step(state)
        steps.append((state, successors))
        for successor in successors or {}:
            if successor not in order:
                order[successor] = len(order)
                todo.append(successor)
    n = len(order)
    rows, right = [], []
    for state, successors in steps:
        row = [Fraction(0)] * n
        row[order[state]] = Fraction(1)
        for successor, p in (successors or {}).items():
            row[order[successor]] -= p
        rows.append(row)
        right.append(Fraction(value(state) if successors is None else reward(state)))
    return solve(rows, right)[0]


def harmonic(n):
    return sum((Fraction(1, i) for i in range(1, n + 1)), Fraction(0))


def binomial(n, p, wanted):
    """The probability that the number of successes among n is wanted."""
    return sum((comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1) if wanted(k)), Fraction(0))
