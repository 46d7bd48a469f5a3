#!/usr/bin/env python3
"""Independent values for java/examples/symbolic: enumeration and closed forms, exact fractions, nothing of Hazard's.

A closed form over the full range of int is first compared with enumeration over words of 3 to 7 bits. Programs with
threads or choices are solved over beliefs: the scheduler knows the outcomes of the tests made so far, not the input, so
that a choice is made once for all inputs that passed the same tests (a tree scheduler in the sense of Luckow et al. 2014).

    oracles.py            prints NAME <TAB> question <TAB> value, the larger sizes of the benchmarks last
    oracles.py --check    compares with the headers of java/examples/symbolic/NAME.java
"""

import pathlib
import sys
from fractions import Fraction
from functools import lru_cache


def share(domain, good):
    domain = list(domain)
    return Fraction(sum(1 for x in domain if good(x)), len(domain))


def solve(inputs, steps_of, good, choose):
    """The optimal probability of `good` over interleavings of atomic steps.

    inputs: (weight, initial state) pairs, one belief; steps_of: per thread its list of steps; a step maps a state to
    (new state, outcomes of the tests it made), or to (None, outcomes) if it failed. choose is max or min.
    """

    def value(belief, counters):
        options = []
        for thread, steps in enumerate(steps_of):
            if counters[thread] == len(steps):
                continue
            parts = {}
            for weight, state in belief:
                state, outcomes = steps[counters[thread]](state)
                parts.setdefault((state is None, outcomes), []).append((weight, state))
            moved = counters[:thread] + (counters[thread] + 1,) + counters[thread + 1:]
            options.append(sum((value(tuple(part), moved) for (failed, _), part in parts.items() if not failed),
                               Fraction(0)))
        if not options:
            return sum((weight for weight, state in belief if good(state)), Fraction(0))
        return choose(options)

    return value(tuple(inputs), tuple(0 for _ in steps_of))


def uniform(states):
    states = list(states)
    return [(Fraction(1, len(states)), state) for state in states]


# Programs with explicit choices.

def example1(choose):
    x = range(1, 101)
    return choose(choose(share(x, lambda v: v <= 60), share(x, lambda v: v <= 50)), share(x, lambda v: v <= 55))


def example2(choose):
    total = Fraction(0)
    for half in (range(1, 51), range(51, 101)):
        total += Fraction(1, 2) * choose(share(half, lambda v: v <= 40), share(half, lambda v: v > 20))
    return total


def rare_success(nested=500):
    """Each choice is a maximum of going on and of failing at once; the test of x before them is made for both."""
    x = range(0, 101)
    below = share(x, lambda v: v < 2)
    rest = [v for v in x if v >= 2]
    inner = share(rest, lambda v: v > 5)
    for _ in range(nested):
        inner = max(inner, Fraction(0))
    return max(below + (1 - below) * inner, Fraction(0))


def windy(columns, rows, profile):
    margin = 30 if profile == "strong" else 10
    gusts = {-1: Fraction(margin, 100), 0: Fraction(100 - 2 * margin, 100), 1: Fraction(margin, 100)}

    @lru_cache(None)
    def value(column, row):
        if not 0 <= row < rows:
            return Fraction(0)
        if column == columns - 1:
            return Fraction(int(row == rows // 2))
        return max(sum(p * value(column + 1, row + steer + column % 3 + gust) for gust, p in gusts.items())
                   for steer in (-1, 0, 1))

    return value(0, rows // 2)


# Programs with threads, whose steps are their critical sections.

def daisy(moves, profile, choose):
    goal = 40

    def push(by):
        def step(state):
            position, wind = state
            if position >= goal:
                return state, (False,)
            position += by(wind)
            return ((position, wind), (True, True)) if position <= 55 else (None, (True, False))
        return step

    threads = [[push(lambda wind: 12 + wind)] * moves, [push(lambda wind: 20 - wind)] * moves]
    good = lambda state: abs(state[0] - goal) <= 5
    if profile == "uniform":
        bands = [(100, -20, 20)]
    else:
        ends = (5, 15, 85, 95, 100) if profile == "weak" else (15, 35, 65, 85, 100)
        widths = [end - start for start, end in zip((0,) + ends, ends)]
        bands = list(zip(widths, (-20, -10, -4, 5, 11), (-11, -5, 4, 10, 20)))
    return sum(Fraction(width, 100) * solve(uniform((0, wind) for wind in range(low, high + 1)), threads, good, choose)
               for width, low, high in bands)


def mer_arbiter(choose, robbed):
    def request(user):
        def step(state):
            priority, holder, finished = state
            if holder < 0:
                return (priority, user, finished), ("free",)
            wins = priority[user] >= priority[holder]
            return (priority, user if wins else holder, finished), (wins,)
        return step

    def finish(user):
        def step(state):
            priority, holder, finished = state
            if holder != user:
                return state, (False,)
            return (priority, -1, finished | {user}), (True,)
        return step

    inputs = uniform(((a, b), -1, frozenset()) for a in range(1, 11) for b in range(1, 11))
    rightful = lambda state: (0 if state[0][0] >= state[0][1] else 1) in state[2]
    good = (lambda state: not rightful(state)) if robbed else rightful
    return solve(inputs, [[request(0), finish(0)], [request(1), finish(1)]], good, choose)


def check_then_act(inputs, fits, good, choose):
    """Two threads, each of which looks (one step) and then acts (another) on a shared number."""
    def look(thread):
        def step(state):
            wanted, taken, seen = state
            passed = fits(wanted[thread], taken)
            return (wanted, taken, seen[:thread] + (passed,) + seen[thread + 1:]), (passed,)
        return step

    def act(thread):
        def step(state):
            wanted, taken, seen = state
            return (wanted, taken + wanted[thread] if seen[thread] else taken, seen), ()
        return step

    states = uniform((pair, 0, (False, False)) for pair in inputs)
    return solve(states, [[look(0), act(0)], [look(1), act(1)]], good, choose)


def airline(seats, choose):
    pairs = [(a, b) for a in range(seats + 1) for b in range(seats + 1)]
    return check_then_act(pairs, lambda wanted, sold: sold + wanted <= seats, lambda s: s[1] > seats, choose)


def account(balance, choose, overdrawn):
    pairs = [(a, b) for a in range(1, balance + 1) for b in range(1, balance + 1)]
    return check_then_act(pairs, lambda amount, taken: amount <= balance - taken,
                          lambda s: (s[1] > balance) == overdrawn, choose)


# Sequential programs.

def triangle(kind, longest):
    count = {"none": 0, "equilateral": 0, "isosceles": 0, "scalene": 0}
    for a in range(1, longest + 1):
        for b in range(1, longest + 1):
            for c in range(1, longest + 1):
                if 2 * max(a, b, c) >= a + b + c:
                    count["none"] += 1
                else:
                    count[{1: "equilateral", 2: "isosceles", 3: "scalene"}[len({a, b, c})]] += 1
    return Fraction(count[kind], longest ** 3)


def leap_year():
    import calendar
    return share(range(1, 4001), calendar.isleap)


def friday_thirteenth():
    import datetime
    months = [(year, month) for year in range(2001, 2401) for month in range(1, 13)]
    return share(months, lambda ym: datetime.date(ym[0], ym[1], 13).weekday() == 4)


def collatz(steps, largest):
    def reaches(x):
        for _ in range(steps):
            if x == 1:
                return True
            x = x // 2 if x % 2 == 0 else 3 * x + 1
        return x == 1
    return share(range(1, largest + 1), reaches)


def wrap(value, bits):
    half = 1 << (bits - 1)
    return (value + half) % (2 * half) - half


def truncate(value, divisor):
    return -(-value // divisor) if value < 0 else value // divisor


def midpoint(closed, formula, naturals):
    """A closed form in the word's number of bits, compared with enumeration over small words, then taken at 32."""
    for bits in range(3, 8):
        half = 1 << (bits - 1)
        words = range(0 if naturals else -half, half)
        pairs = [(a, b) for a in words for b in words]
        assert share(pairs, lambda p: min(p) <= formula(*p, bits) <= max(p)) == closed(bits)
    return closed(32)


def by_sum(a, b, bits):
    return truncate(wrap(a + b, bits), 2)


def by_difference(a, b, bits):
    return wrap(a + truncate(wrap(b - a, bits), 2), bits)


def by_unsigned_shift(a, b, bits):
    return (wrap(a + b, bits) % (1 << bits)) >> 1


def larger():
    """Values at the sizes of the benchmarks, for reference."""
    for profile in ("weak", "strong"):
        yield "Windy", f"--target success --max -- 9 6 {profile}", windy(9, 6, profile)
    for profile in ("uniform", "weak", "strong"):
        yield "DaisyChain", f"--target success --max -- 4 {profile}", daisy(4, profile, max)
    yield "Collatz", "--target success -- 40 1000", collatz(40, 1000)
    yield "Airline", "--target failure --max -- 20", airline(20, max)


def answers():
    success, failure = "--target success", "--target failure"
    for choose, name in ((max, "--max"), (min, "--min")):
        yield "Example1", f"{success} {name}", example1(choose)
        yield "Example2", f"{success} {name}", example2(choose)
        yield "DaisyChain", f"{success} {name}", daisy(2, "uniform", choose)
        yield "MerArbiter", f"{failure} {name}", mer_arbiter(choose, True)
        yield "Airline", f"{failure} {name}", airline(3, choose)
        yield "TwoThreadAccount", f"{failure} {name}", account(100, choose, True)
    yield "Example1", f"{failure} --max", 1 - example1(min)
    yield "Rare", f"{success} --max", rare_success()
    yield "Rare", f"{failure} --max", Fraction(1)
    yield "Windy", f"{success} --max", windy(5, 4, "weak")
    yield "Windy", f"{success} --max -- 5 4 strong", windy(5, 4, "strong")
    yield "DaisyChain", f"{success} --max -- 2 weak", daisy(2, "weak", max)
    yield "DaisyChain", f"{success} --max -- 2 strong", daisy(2, "strong", max)
    yield "MerArbiter", f"{success} --min", mer_arbiter(min, False)
    yield "TwoThreadAccount", f"{success} --min", account(100, min, False)
    yield "ParallelQuicksort", f"{success} --min", Fraction(1)
    yield "ParallelQuicksort", f"{failure} --max", Fraction(0)
    yield "Triangle", success, triangle("scalene", 100)
    for kind in ("isosceles", "equilateral", "none"):
        yield "Triangle", f"{success} -- {kind} 100", triangle(kind, 100)
    yield "LeapYear", success, leap_year()
    yield "DayOfWeek", success, friday_thirteenth()
    yield "Collatz", success, collatz(20, 1000)
    yield "Collatz", f"{success} -- 10 1000", collatz(10, 1000)
    yield "MidpointOverflow", success, midpoint(lambda bits: Fraction(3, 4), by_sum, False)
    yield "MidpointRepaired", success, midpoint(lambda bits: Fraction(1), by_difference, True)
    no_overflow = lambda bits: Fraction((1 << (bits - 1)) + 1, 1 << bits)
    yield "BinarySearchMidpoint", success, midpoint(no_overflow, by_sum, True)
    yield "BinarySearchMidpointRepaired", success, midpoint(lambda bits: Fraction(1), by_unsigned_shift, True)


def stated(text):
    question = None
    for line in text.splitlines():
        if line.startswith("//@ pse:"):
            question = line.split(":", 1)[1].strip()
        elif line.startswith("//@ expect-value:"):
            yield question, Fraction(line.split(":", 1)[1].strip())


def main():
    if "--check" not in sys.argv:
        for name, question, value in [*answers(), *larger()]:
            print(f"{name}\t{question}\t{value}")
        return
    examples = pathlib.Path(__file__).resolve().parents[2] / "java/examples/symbolic"
    expected = {(name, question): value for name, question, value in answers()}
    found = {(file.stem, question): value for file in sorted(examples.glob("*.java"))
             for question, value in stated(file.read_text())}
    for key in sorted(expected.keys() | found.keys()):
        if expected.get(key) != found.get(key):
            sys.exit(f"{key[0]} {key[1]}: stated {found.get(key)}, computed {expected.get(key)}")


if __name__ == "__main__":
    main()
