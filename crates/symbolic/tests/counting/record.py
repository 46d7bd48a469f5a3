#!/usr/bin/env python3
"""Records the counts of 200 random systems over 32-bit boxes, as an independent library computes them.

Needs the wheel `islpy-barvinok`; run it as `python record.py > boxes32.txt`. The tests only read the recorded numbers.

One system per line: `bounds | constraints | count`, where bounds are `low..high` per variable and a constraint is its
coefficients, its constant, and its relation to zero (`<=`, `=`, `!=`, `%m`), separated by blanks.
"""
import multiprocessing
import random
import sys

SEED = 20140915
SYSTEMS = 200
SECONDS_MAX = 20


def random_system(rng, dimension):
    bounds = []
    for _ in range(dimension):
        kind = rng.randrange(4)
        if kind == 0:
            low, high = -2**31, 2**31 - 1
        elif kind == 1:
            low, high = 0, 2**31 - 1
        else:
            low = rng.randrange(-2**31, 2**30)
            high = rng.randrange(low, 2**31)
        bounds.append((low, high))
    largest = rng.choice([1, 2, 3, 5, 10, 100] if dimension <= 3 else [1, 2, 3, 5])
    constraints = []
    for _ in range(rng.randrange(1, 5)):
        touched = rng.sample(range(dimension), min(dimension, rng.choice([1, 2, 2, 3, 3, 4])))
        coefficients = [0] * dimension
        for variable in touched:
            coefficients[variable] = rng.choice([-1, 1]) * rng.randint(1, largest)
        relation = rng.choice(["<=", "<=", "<=", "<=", "<=", "=", "!=", "%"])
        if relation == "%":
            relation += str(rng.choice([2, 3, 4, 7, 10, 16]))
        constraints.append((coefficients, rng.randrange(-2**31, 2**31), relation))
    return bounds, constraints


def count(system, answers):
    import islpy

    bounds, constraints = system
    names = [f"x{i}" for i in range(len(bounds))]
    parts = [f"{low} <= {name} <= {high}" for name, (low, high) in zip(names, bounds)]
    for coefficients, constant, relation in constraints:
        form = " + ".join(f"{a}*{name}" for a, name in zip(coefficients, names) if a) + f" + {constant}"
        if relation.startswith("%"):
            parts.append(f"({form}) mod {relation[1:]} = 0")
        else:
            parts.append(f"{form} {relation} 0")
    cardinality = islpy.Set("{ [" + ", ".join(names) + "] : " + " and ".join(parts) + " }").card()
    answers.put(str(cardinality.eval(islpy.Point.zero(cardinality.get_domain_space()))))


def main():
    rng = random.Random(SEED)
    written = skipped = 0
    print(f"# seed {SEED}; counted by islpy-barvinok")
    while written < SYSTEMS:
        system = random_system(rng, 1 + written % 6)
        answers = multiprocessing.Queue()
        process = multiprocessing.Process(target=count, args=(system, answers))
        process.start()
        try:
            answer = answers.get(timeout=SECONDS_MAX)
        except Exception:
            process.kill()
            skipped += 1
            continue
        finally:
            process.join()
        if answer == "0" and rng.randrange(4):
            continue
        bounds, constraints = system
        print(" ".join(f"{low}..{high}" for low, high in bounds), end=" | ")
        print(" ; ".join(" ".join(map(str, [*a, c, r])) for a, c, r in constraints), end=" | ")
        print(answer, flush=True)
        written += 1
    print(f"{skipped} systems took the oracle more than {SECONDS_MAX} s and were left out", file=sys.stderr)


if __name__ == "__main__":
    main()
