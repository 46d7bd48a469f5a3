#!/usr/bin/env python3
"""Random Markov models and formulas: `hazard mc` against exact brute force (and Storm for linear temporal logic, where installed).

Usage: tests/models/oracle.py [--binary hazard] [--models 200] [--seed 0] [--keep FOLDER]

Models are tiny, so that every memoryless deterministic scheduler can be tried and every chain solved in fractions. The
definitions are PRISM's: F, G, W and R with bounds are rewritten into until as PRISM rewrites them, reachability rewards are
infinite where reaching is not almost sure. Needs nothing but Python; with stormpy also compares linear temporal logic.
"""

import argparse
import itertools
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction as Q

INF = math.inf


class Model:
    """`rows[s]` is a list of choices, each a list of (target, probability)."""

    def __init__(self, rows, chain, labels, state_reward, row_reward, branch_reward, variable, initial):
        self.rows, self.chain, self.labels = rows, chain, labels
        self.state_reward, self.row_reward, self.branch_reward = state_reward, row_reward, branch_reward
        self.variable, self.initial = variable, initial
        self.n = len(rows)

    def earned(self, s, c):
        """The expected reward of taking choice `c` in `s`."""
        value = self.state_reward[s]
        for index, (_, p) in enumerate(self.rows[s][c]):
            value += p * self.branch_reward[s][c][index]
        return value

    def policies(self):
        return itertools.product(*[range(len(rows)) for rows in self.rows])


def random_model(rng):
    n = rng.choice([1, 2, 3, 4, 5, 6, 7])
    chain = rng.random() < 0.45
    sparse = rng.random()
    tiny = rng.random() < 0.15
    rows = []
    budget = 400
    for s in range(n):
        count = 1 if chain else rng.choice([1, 1, 2, 2, 3])
        while count > 1 and budget // count < 1:
            count -= 1
        budget //= count
        choices = []
        for _ in range(count):
            kind = rng.random()
            if kind < 0.12:
                targets = [s]
            elif sparse < 0.5:
                targets = rng.sample(range(n), min(n, rng.choice([1, 1, 2])))
            else:
                targets = rng.sample(range(n), min(n, rng.choice([1, 2, 2, 3, 4])))
            if len(targets) == 1:
                parts = [Q(1)]
            elif tiny and rng.random() < 0.5:
                small = Q(1, 10 ** rng.choice([3, 6, 9]))
                parts = [small] * (len(targets) - 1)
                parts.append(1 - sum(parts))
            else:
                weights = [rng.choice([1, 1, 2, 3, 5]) for _ in targets]
                total = sum(weights)
                if rng.random() < 0.7:
                    cut = [Q(w * 16 // total or 1, 16) for w in weights[:-1]]
                    last = 1 - sum(cut)
                    parts = cut + [last] if last > 0 else [Q(1, len(targets))] * len(targets)
                else:
                    parts = [Q(w, total) for w in weights]
            choices.append(sorted(zip(targets, parts)))
        rows.append(choices)
    labels = {name: {s for s in range(n) if rng.random() < share} for name, share in [("a", 0.3), ("b", 0.3), ("c", 0.6)]}
    reward = lambda: rng.choice([Q(0), Q(0), Q(0), Q(1), Q(2), Q(1, 2), Q(7)])
    zero = rng.random() < 0.3
    state_reward = [Q(0) if zero else reward() for _ in range(n)]
    branch_reward = [[[reward() if rng.random() < 0.5 else Q(0) for _ in c] for c in r] for r in rows]
    variable = [rng.randrange(-2, 5) for _ in range(n)]
    return Model(rows, chain, labels, state_reward, None, branch_reward, variable, 0)


def number(q):
    """A fraction as PRISM prints it, or as a double with all digits."""
    return repr(float(q))


def write(model, folder):
    transitions = sum(len(c) for r in model.rows for c in r)
    choices = sum(len(r) for r in model.rows)
    with open(folder / "m.tra", "w") as out:
        out.write(f"{model.n} {transitions}\n" if model.chain else f"{model.n} {choices} {transitions}\n")
        for s, rows in enumerate(model.rows):
            for c, row in enumerate(rows):
                for t, p in row:
                    out.write(f"{s} {t} {number(p)}\n" if model.chain else f"{s} {c} {t} {number(p)}\n")
    with open(folder / "m.lab", "w") as out:
        out.write('0="init" 1="deadlock" 2="a" 3="b" 4="c"\n')
        for s in range(model.n):
            held = ([0] if s == model.initial else []) + [i for i, name in [(2, "a"), (3, "b"), (4, "c")] if s in model.labels[name]]
            if held:
                out.write(f"{s}: {' '.join(map(str, held))}\n")
    with open(folder / "m.sta", "w") as out:
        out.write("(x)\n" + "".join(f"{s}:({x})\n" for s, x in enumerate(model.variable)))
    with open(folder / "m.srew", "w") as out:
        some = [(s, r) for s, r in enumerate(model.state_reward) if r]
        out.write('# Reward structure "r"\n# State rewards\n' + f"{model.n} {len(some)}\n" + "".join(f"{s} {number(r)}\n" for s, r in some))
    with open(folder / "m.trew", "w") as out:
        some = [(s, c, t, r) for s, rows in enumerate(model.rows) for c, row in enumerate(rows)
                for (t, _), r in zip(row, model.branch_reward[s][c]) if r]
        head = f"{model.n} {len(some)}" if model.chain else f"{model.n} {choices} {len(some)}"
        out.write('# Reward structure "r"\n# Transition rewards\n' + head + "\n")
        for s, c, t, r in some:
            out.write(f"{s} {t} {number(r)}\n" if model.chain else f"{s} {c} {t} {number(r)}\n")


def drn(model):
    """Storm's text format."""
    out = [f"@type: {'DTMC' if model.chain else 'MDP'}", "@parameters", "", "@reward_models", "r", "@nr_states", str(model.n),
           "@nr_choices", str(sum(len(r) for r in model.rows)), "@model"]
    for s, rows in enumerate(model.rows):
        names = (["init"] if s == model.initial else []) + [name for name in "abc" if s in model.labels[name]]
        out.append(f"state {s} [{model.state_reward[s]}] {' '.join(names)}")
        for c, row in enumerate(rows):
            extra = sum((p * model.branch_reward[s][c][i] for i, (_, p) in enumerate(row)), Q(0))
            out.append(f"\taction {c} [{extra}]")
            out.extend(f"\t\t{t} : {p}" for t, p in row)
    return "\n".join(out) + "\n"


# ---- exact answers

def reachable(successors, start):
    seen, work = set(start), list(start)
    while work:
        for t in successors(work.pop()):
            if t not in seen:
                seen.add(t)
                work.append(t)
    return seen


def solve(matrix, constants):
    """Solves x = matrix x + constants over dictionaries by elimination."""
    keys = list(constants)
    rows = [[(Q(1) if i == j else Q(0)) - matrix[i].get(j, Q(0)) for j in keys] + [constants[i]] for i in keys]
    m = len(keys)
    for col in range(m):
        pivot = next(r for r in range(col, m) if rows[r][col] != 0)
        rows[col], rows[pivot] = rows[pivot], rows[col]
        head = rows[col][col]
        rows[col] = [v / head for v in rows[col]]
        for r in range(m):
            if r != col and rows[r][col] != 0:
                factor = rows[r][col]
                rows[r] = [v - factor * w for v, w in zip(rows[r], rows[col])]
    return {key: rows[i][m] for i, key in enumerate(keys)}


def combine(row):
    result = {}
    for t, p in row:
        result[t] = result.get(t, Q(0)) + p
    return result


def chain_until(chain, through, goal):
    n = len(chain)
    back = {s: [t for t in range(n) if s in chain[t]] for s in range(n)}
    can = set(goal)
    work = list(goal)
    while work:
        for t in back[work.pop()]:
            if t not in can and t in through:
                can.add(t)
                work.append(t)
    unknown = [s for s in can if s not in goal]
    constants = {s: sum((p for t, p in chain[s].items() if t in goal), Q(0)) for s in unknown}
    matrix = {s: {t: p for t, p in chain[s].items() if t in constants} for s in unknown}
    x = solve(matrix, constants)
    return [Q(1) if s in goal else x.get(s, Q(0)) for s in range(n)]


def chain_reward(chain, earned, goal):
    sure = chain_until(chain, set(range(len(chain))), goal)
    unknown = [s for s in range(len(chain)) if sure[s] == 1 and s not in goal]
    constants = {s: earned[s] for s in unknown}
    matrix = {s: {t: p for t, p in chain[s].items() if t in constants} for s in unknown}
    x = solve(matrix, constants)
    return [Q(0) if s in goal else x.get(s, INF) for s in range(len(chain))]


def bottoms(chain):
    n = len(chain)
    reach = [reachable(lambda u: chain[u].keys(), [s]) for s in range(n)]
    found = []
    for s in range(n):
        if all(s in reach[t] for t in reach[s]) and frozenset(reach[s]) not in found:
            found.append(frozenset(reach[s]))
    return found


def chain_total(chain, earned):
    free = {s for part in bottoms(chain) if all(earned[s] == 0 for s in part) for s in part}
    return chain_reward(chain, earned, free)


def chain_long_run(chain, earned):
    result = [Q(0)] * len(chain)
    for part in bottoms(chain):
        home = min(part)
        rest = [s for s in part if s != home]
        pair = []
        for gain in (earned, [Q(1)] * len(chain)):
            constants = {s: gain[s] for s in rest}
            x = solve({s: {t: p for t, p in chain[s].items() if t in constants} for s in rest}, constants)
            pair.append(gain[home] + sum(p * x.get(t, Q(0)) for t, p in chain[home].items()))
        average = pair[0] / pair[1]
        reach = chain_until(chain, set(range(len(chain))), set(part))
        result = [r + q * average for r, q in zip(result, reach)]
    return result


class Oracle:
    def __init__(self, model):
        self.m = model
        self.chains = []
        for policy in model.policies():
            chain = [combine(model.rows[s][c]) for s, c in enumerate(policy)]
            earned = [model.earned(s, c) for s, c in enumerate(policy)]
            self.chains.append((chain, earned))

    def over(self, question, best):
        answers = [question(chain, earned) for chain, earned in self.chains]
        return [best(column) for column in zip(*answers)]

    def until(self, through, goal, bounds, best):
        m = self.m
        lower, upper = bounds
        if upper is None:
            x = self.over(lambda chain, _: chain_until(chain, through, goal), best)
        elif upper < lower:
            x = [Q(0)] * m.n
        else:
            x = [Q(1) if s in goal else Q(0) for s in range(m.n)]
            for _ in range(upper - lower):
                x = [Q(1) if s in goal else self.step(s, x, best) if s in through else Q(0) for s in range(m.n)]
        if upper is not None and upper < lower:
            return x
        for _ in range(lower):
            x = [self.step(s, x, best) if s in through else Q(0) for s in range(m.n)]
        return x

    def step(self, s, x, best, earn=False):
        return best(sum((p * x[t] for t, p in row), self.m.earned(s, c) if earn else Q(0)) for c, row in enumerate(self.m.rows[s]))

    def path(self, f, best):
        other = max if best is min else min
        everything = set(range(self.m.n))
        kind = f[0]
        no = lambda xs: [1 - x for x in xs]
        if kind == "X":
            goal = self.sat(f[1])
            return [self.step(s, [Q(1) if t in goal else Q(0) for t in range(self.m.n)], best) for s in range(self.m.n)]
        if kind == "F":
            return self.until(everything, self.sat(f[1]), f[2], best)
        if kind == "G":
            return no(self.until(everything, everything - self.sat(f[1]), f[2], other))
        a, b = self.sat(f[1]), self.sat(f[2])
        if kind == "U":
            return self.until(a, b, f[3], best)
        if kind == "W":
            return no(self.until(a - b, everything - a - b, f[3], other))
        if kind == "R":
            return no(self.until(everything - a, everything - b, f[3], other))
        raise AssertionError(kind)

    def quantity(self, f):
        """P, R and S: ("P", optimum, path), …"""
        best = min if f[1] == "min" else max
        m = self.m
        if f[0] == "P":
            return self.path(f[2], best)
        if f[0] == "S":
            states = self.sat(f[2])
            mark = [Q(1) if s in states else Q(0) for s in range(m.n)]
            return self.over(lambda chain, _: chain_long_run(chain, mark), best)
        question = f[2]
        if question[0] == "F":
            goal = self.sat(question[1])
            return self.over(lambda chain, earned: chain_reward(chain, earned, goal), best)
        if question[0] == "C":
            return self.over(chain_total, best)
        if question[0] == "C<=":
            x = [Q(0)] * m.n
            for _ in range(question[1]):
                x = [self.step(s, x, best, True) for s in range(m.n)]
            return x
        if question[0] == "I=":
            x = list(m.state_reward)
            for _ in range(question[1]):
                x = [self.step(s, x, best) for s in range(m.n)]
            return x
        if question[0] == "S":
            return self.over(chain_long_run, best)
        raise AssertionError(question)

    def sat(self, f):
        everything = set(range(self.m.n))
        kind = f[0]
        if kind == "true":
            return everything
        if kind == "false":
            return set()
        if kind == "label":
            return self.m.labels[f[1]] if f[1] != "init" else {self.m.initial}
        if kind == "!":
            return everything - self.sat(f[1])
        if kind == "&":
            return self.sat(f[1]) & self.sat(f[2])
        if kind == "|":
            return self.sat(f[1]) | self.sat(f[2])
        if kind == "=>":
            return (everything - self.sat(f[1])) | self.sat(f[2])
        if kind == "<=>":
            return everything - (self.sat(f[1]) ^ self.sat(f[2]))
        if kind == "x":
            return {s for s in everything if COMPARE[f[1]](self.m.variable[s], f[2])}
        if kind == "bound":
            # ("bound", relation, limit, quantity)
            values = self.quantity(f[3])
            return {s for s in everything if COMPARE[f[1]](values[s], f[2])}
        if kind in ("E", "A"):
            return self.quantified(kind, f[1])
        raise AssertionError(f)

    def quantified(self, kind, path):
        """Every branch becomes a choice."""
        m = self.m
        rows = [[[(t, Q(1))] for t in sorted({t for row in rows for t, _ in row})] for rows in m.rows]
        zero = [[[Q(0)] for _ in r] for r in rows]
        inner = Oracle(Model(rows, False, m.labels, m.state_reward, None, zero, m.variable, m.initial))
        inner.sat = self.sat
        values = inner.path(path, max if kind == "E" else min)
        return {s for s in range(m.n) if values[s] == 1}


COMPARE = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
           "=": lambda a, b: a == b, "!=": lambda a, b: a != b}


# ---- formulas and their text

def show_bounds(bounds, rng):
    lower, upper = bounds
    if upper is None:
        return "" if lower == 0 else rng.choice([f">={lower}", f">{lower - 1}"])
    if lower == 0:
        return rng.choice([f"<={upper}", f"<{upper + 1}", f"[0,{upper}]"])
    if lower == upper:
        return rng.choice([f"={lower}", f"[{lower},{upper}]"])
    return f"[{lower},{upper}]"


def show_path(f, rng):
    if f[0] == "X":
        return f"X {show(f[1], rng)}"
    if f[0] in "FG":
        return f"{f[0]}{show_bounds(f[2], rng)} {show(f[1], rng)}"
    return f"{show(f[1], rng)} {f[0]}{show_bounds(f[3], rng)} {show(f[2], rng)}"


def show_quantity(f, query, rng, chain):
    deciding = {"<": "max", ">": "min"}.get(query[0])
    optimum = "" if chain or (deciding == f[1] and rng.random() < 0.7) else f[1]
    if f[0] == "P":
        return f"P{optimum}{query} [ {show_path(f[2], rng)} ]"
    if f[0] == "S":
        return f"S{optimum}{query} [ {show(f[2], rng)} ]"
    question = f[2]
    inside = {"F": lambda: f"F {show(question[1], rng)}", "C": lambda: "C", "C<=": lambda: f"C<={question[1]}",
              "I=": lambda: f"I={question[1]}", "S": lambda: "S"}[question[0]]()
    name = rng.choice(["", '{"r"}', "{1}"])
    return f"R{name}{optimum}{query} [ {inside} ]"


def show(f, rng):
    kind = f[0]
    if kind in ("true", "false"):
        return kind
    if kind == "label":
        return f'"{f[1]}"'
    if kind == "!":
        return f"!{show(f[1], rng)}"
    if kind in ("&", "|", "=>", "<=>"):
        return f"({show(f[1], rng)} {kind} {show(f[2], rng)})"
    if kind == "x":
        return rng.choice([f"(x{f[1]}{f[2]})", f"(x+1{f[1]}{f[2] + 1})", f"(2*x {f[1]} {2 * f[2]})"])
    if kind == "bound":
        limit = str(f[2]) if f[2].denominator == 1 else f"{f[2].numerator}/{f[2].denominator}"
        return "(" + show_quantity(f[3], f"{f[1]}{limit}", rng, f[4]) + ")"
    return f"{kind} [ {show_path(f[1], rng)} ]"


def random_state(rng, depth, chain):
    kind = rng.random()
    if depth == 0 or kind < 0.4:
        pick = rng.random()
        if pick < 0.08:
            return (rng.choice(["true", "false"]),)
        if pick < 0.2:
            return ("x", rng.choice(list(COMPARE)), rng.randrange(-2, 5))
        return ("label", rng.choice(["a", "b", "c", "a", "b", "c", "init"]))
    if kind < 0.55:
        return ("!", random_state(rng, depth - 1, chain))
    if kind < 0.8:
        return (rng.choice(["&", "|", "=>", "<=>"]), random_state(rng, depth - 1, chain), random_state(rng, depth - 1, chain))
    if kind < 0.87:
        return (rng.choice("AE"), random_path(rng, depth - 1, chain))
    quantity = random_quantity(rng, depth - 1, chain)
    limit = rng.choice([Q(0), Q(1), Q(1, 2), Q(1, 4), Q(3, 10), Q(9, 10)])
    if quantity[0] == "R":
        limit = rng.choice([Q(0), Q(1), Q(2), Q(7, 2), Q(20)])
    relation = rng.choice(["<", "<=", ">", ">="])
    # A bound on a process speaks of all schedulers unless it names one.
    return ("bound", relation, limit, quantity, chain)


def random_bounds(rng):
    kind = rng.random()
    if kind < 0.5:
        return (0, None)
    k = rng.choice([0, 1, 1, 2, 3, 5, 9])
    if kind < 0.7:
        return (0, k)
    if kind < 0.8:
        return (k, None)
    if kind < 0.9:
        return (k, k)
    return (k, k + rng.choice([1, 2, 4]))


def random_path(rng, depth, chain):
    state = lambda: random_state(rng, depth, chain)
    kind = rng.choice("XFFGUUWR")
    if kind == "X":
        return ("X", state())
    if kind in "FG":
        return (kind, state(), random_bounds(rng))
    return (kind, state(), state(), random_bounds(rng))


def random_quantity(rng, depth, chain):
    optimum = rng.choice(["min", "max"])
    kind = rng.random()
    if kind < 0.55:
        return ("P", optimum, random_path(rng, depth, chain))
    if kind < 0.68:
        return ("S", optimum, random_state(rng, depth, chain))
    question = rng.choice(["F", "F", "F", "C", "C", "C<=", "I=", "S"])
    if question == "F":
        return ("R", optimum, ("F", random_state(rng, depth, chain)))
    if question in ("C", "S"):
        return ("R", optimum, (question,))
    return ("R", optimum, (question, rng.choice([0, 1, 2, 5, 10])))


def random_ltl(rng, depth):
    """Text only: Storm is the oracle."""
    if depth == 0:
        return rng.choice(['"a"', '"b"', '"c"', '!"a"', '!"b"'])
    kind = rng.random()
    inner = lambda: random_ltl(rng, depth - 1)
    if kind < 0.15:
        return f"(X {inner()})"
    if kind < 0.35:
        return f"(F {inner()})"
    if kind < 0.55:
        return f"(G {inner()})"
    if kind < 0.7:
        return f"({inner()} U {inner()})"
    if kind < 0.85:
        return f"({inner()} & {inner()})"
    if kind < 0.95:
        return f"({inner()} | {inner()})"
    return f"(!{inner()})"


def tasks(model, rng, count, storm):
    """(text, expected value or truth)"""
    oracle = Oracle(model)
    result = []
    for _ in range(count):
        kind = rng.random()
        if kind < 0.65:
            quantity = random_quantity(rng, 2, model.chain)
            values = oracle.quantity(quantity)
            text = show_quantity(quantity, "=?", rng, model.chain)
            pick = rng.random()
            if pick < 0.75:
                result.append((text, values[model.initial]))
            else:
                states = random_state(rng, 1, model.chain)
                chosen = oracle.sat(states)
                if not chosen:
                    continue
                where = show(states, rng)
                column = [values[s] for s in sorted(chosen)]
                fold = rng.choice(["min", "max", "sum", "avg", "first"])
                answer = {"min": min(column), "max": max(column), "sum": sum(column), "avg": sum(column) / len(column), "first": column[0]}[fold]
                if fold == "first" and 0:
                    continue
                result.append((f"filter({fold}, {text}, {where})", answer))
        else:
            formula = random_state(rng, 3, model.chain)
            holding = oracle.sat(formula)
            text = show(formula, rng)
            pick = rng.random()
            if pick < 0.6:
                result.append((text, model.initial in holding))
            elif pick < 0.75:
                result.append((f"filter(count, {text})", Q(len(holding))))
            elif pick < 0.9:
                result.append((f"filter(forall, {text})", len(holding) == model.n))
            else:
                result.append((f"filter(exists, {text})", len(holding) > 0))
    if storm and all(model.labels.values()):
        handle, path = tempfile.mkstemp(suffix=".drn")
        with os.fdopen(handle, "w") as out:
            out.write(drn(model))
        built = storm.build_model_from_drn[storm.Rational](path)
        os.unlink(path)
        for _ in range(count // 3):
            optimum = "" if model.chain else rng.choice(["min", "max"])
            text = f"P{optimum}=? [ {random_ltl(rng, rng.choice([2, 3, 3]))} ]"
            try:
                value = storm.model_checking(built, storm.parse_property(text), only_initial_states=True)
                result.append((text, Q(str(value.get_value(model.initial)))))
            except Exception as error:
                print("storm:", text, str(error)[:100])
    return result


def close(ours, expected, tolerance=1e-6):
    if isinstance(expected, bool):
        return ours == expected
    if expected == INF:
        return ours == "inf"
    if ours == "inf" or ours is None or isinstance(ours, bool):
        return False
    expected = float(expected)
    return abs(ours - expected) <= tolerance * abs(expected) + 1e-300


def ask(binary, folder, texts, extra):
    (folder / "p.props").write_text("\n".join(texts) + "\n")
    run = subprocess.run([binary, "mc", folder / "m.tra", "--props", folder / "p.props", "--json", "-", "-q", *extra], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        return None, f"status {run.returncode}: {run.stderr.strip()} {run.stdout[:500]}"
    return json.loads(run.stdout)["properties"], None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", default="hazard")
    parser.add_argument("--models", type=int, default=200)
    parser.add_argument("--formulas", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-storm", action="store_true")
    parser.add_argument("--keep", default=None)
    arguments = parser.parse_args()
    storm = None
    if not arguments.no_storm:
        try:
            import stormpy as storm
        except ImportError:
            print("stormpy is not installed: linear temporal logic is not compared")
    wrong = asked = 0
    for index in range(arguments.models):
        rng = random.Random(f"{arguments.seed}/{index}")
        model = random_model(rng)
        folder = pathlib.Path(arguments.keep or tempfile.gettempdir()) / f"mc-oracle-{arguments.seed}-{index}"
        folder.mkdir(parents=True, exist_ok=True)
        write(model, folder)
        questions = tasks(model, rng, arguments.formulas, storm)
        texts = [text for text, _ in questions]
        bad = False
        for extra in ([], ["--exact"], ["--bisim"], ["--exact", "--bisim"]):
            answers, trouble = ask(arguments.binary, folder, texts, extra)
            if trouble:
                print(f"{folder} {extra}: {trouble}")
                wrong += 1
                bad = True
                continue
            asked += len(answers)
            for (text, expected), answer in zip(questions, answers):
                ours = answer["holds"] if isinstance(expected, bool) else answer["value"]
                good = close(ours, expected)
                if good and "--exact" in extra and isinstance(expected, Q):
                    good = answer.get("exact") is not None and Q(answer["exact"]) == expected
                if good and not extra and isinstance(expected, Q):
                    good = answer["lower"] <= float(expected) * (1 + 1e-12) and float(expected) <= answer["upper"] * (1 + 1e-12)
                if not good:
                    wrong += 1
                    bad = True
                    print(f"{folder} {extra} {text}: expected {expected}, got {json.dumps(answer)}")
        if not bad and not arguments.keep:
            for file in folder.iterdir():
                file.unlink()
            folder.rmdir()
    print(f"{asked} answers to {arguments.models} models, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
