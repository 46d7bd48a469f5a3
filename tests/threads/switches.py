#!/usr/bin/env python3
"""Makes the programs of tests/threads/switches, with their fewest context switches by brute force.

Independent of Hazard: a program is a few threads, each a list of steps over shared counters and locks. `main` starts them in
order, joins them in order and checks the counters. A step is
    read v / write v      into and out of a register, so that `read v, write v` is an increment that can be lost
    lock m / unlock m     reentrant locks do not occur
    start t / join t      of main
A thread that comes to a lock that another holds, or to the join of a thread that lives, tries in vain once and then waits.
All states paired with the thread that ran last are explored, cheapest first: by changes of the running thread, then by those of
them that nothing forced.

    switches.py            writes the programs
    switches.py --check    compares their headers
"""

import heapq
import itertools
import pathlib
import random
import sys

HERE = pathlib.Path(__file__).parent / "switches"
SEED = 5


def successors(threads, counters, state):
    """Every thread that can step, with the state after its step; None in place of a state is a failed check."""
    places, waiting, owners, values, registers = state
    for t, steps in enumerate(threads):
        started = t == 0 or places[0] > threads[0].index(("start", t))
        if not started or places[t] == len(steps):
            continue
        kind, what = steps[places[t]]
        owned, valued, held = dict(owners), dict(values), list(registers)
        waits = False
        if kind == "read":
            held[t] = valued[what]
        elif kind == "write":
            valued[what] = held[t] + 1
        elif kind == "lock":
            waits = owned[what] is not None
            if not waits:
                owned[what] = t
        elif kind == "unlock":
            owned[what] = None
        elif kind == "join":
            waits = places[what] < len(threads[what])
        elif kind == "check" and any(valued[v] != counters[v] for v in counters):
            yield t, None
            continue
        if waits and waiting[t]:
            continue
        here = places[t] if waits else places[t] + 1
        yield t, (places[:t] + (here,) + places[t + 1:], waiting[:t] + (waits,) + waiting[t + 1:],
                  tuple(sorted(owned.items())), tuple(sorted(valued.items())), tuple(held))


def fewest(threads, counters, locks):
    """For each kind of violation the fewest (switches, preemptions)."""
    count = len(threads)
    start = ((0,) * count, (False,) * count, tuple((m, None) for m in sorted(locks)),
             tuple((v, 0) for v in sorted(counters)), (0,) * count)
    best = {}
    queue, done, order = [((0, 0), 0, start, 0)], set(), 0
    while queue:
        cost, _, state, last = heapq.heappop(queue)
        if (state, last) in done:
            continue
        done.add((state, last))
        if state is None:
            best.setdefault("assertion", cost)
            continue
        moves = list(successors(threads, counters, state))
        if not moves and state[0][0] < len(threads[0]):
            best.setdefault("deadlock", cost)
        for t, target in moves:
            switches = int(t != last)
            preempts = int(t != last and any(last == mover for mover, _ in moves))
            order += 1
            heapq.heappush(queue, ((cost[0] + switches, cost[1] + preempts), order, target, t))
    return best


def with_main(workers):
    main = [("start", t + 1) for t in range(len(workers))] + [("join", t + 1) for t in range(len(workers))]
    return [main + [("check", None)]] + workers


def lost_updates(rng):
    workers = []
    for _ in range(rng.choice((2, 2, 3))):
        steps = []
        for _ in range(rng.choice((1, 2, 3))):
            v = rng.choice("xy")
            body = [("read", v), ("write", v)]
            if rng.random() < 0.4:
                m = rng.choice("ab")
                body = [("lock", m)] + body + [("unlock", m)]
            steps += body
        workers.append(steps)
    return workers


def nested_locks(rng):
    workers = []
    for _ in range(rng.choice((2, 3, 3, 4))):
        steps = []
        for _ in range(rng.choice((1, 1, 2))):
            nest = rng.sample("abc", rng.choice((2, 2, 3)))
            steps += [("lock", m) for m in nest] + [("unlock", m) for m in reversed(nest)]
            if rng.random() < 0.3:
                steps += [("lock", "a"), ("read", "x"), ("write", "x"), ("unlock", "a")]
        workers.append(steps)
    return workers


def candidates():
    yield [[("lock", m), ("lock", n), ("unlock", n), ("unlock", m)] for m, n in ("ab", "bc", "ca")]
    rng = random.Random(SEED)
    while True:
        yield lost_updates(rng)
        yield nested_locks(rng)


def programs():
    """Up to twenty programs with exactly one kind of violation, as different in their costs as they come."""
    seen, number = {}, 0
    for workers in itertools.islice(candidates(), 400):
        threads = with_main(workers)
        counters = {v: sum(step == ("write", v) for steps in workers for step in steps) for v in "xy"}
        best = fewest(threads, counters, "abc")
        if len(best) != 1:
            continue
        (kind, cost), = best.items()
        if seen.get((kind, cost), 0) == 4:
            continue
        seen[kind, cost] = seen.get((kind, cost), 0) + 1
        number += 1
        yield f"Switches{number:02}", workers, counters, kind, cost
        if number == 20:
            return


def java(name, workers, counters, kind, cost):
    lines = ["//@ check: --minimize", f"//@ expect: {kind}", f"//@ switches: {cost[0]} {cost[1]}",
             f"// Reached with {cost[0]} context switches, {cost[1]} of them preemptions, and with no fewer (../switches.py).", "",
             f"public class {name} {{", "    static int x, y;",
             "    static final Object a = new Object(), b = new Object(), c = new Object();", "",
             "    public static void main(String[] args) throws InterruptedException {"]
    for t, steps in enumerate(workers, 1):
        lines += [f"        Thread t{t} = new Thread(() -> {{", "            int register = 0;"]
        depth = 3
        for step, what in steps:
            if step == "unlock":
                depth -= 1
            text = {"read": f"register = {what};", "write": f"{what} = register + 1;", "lock": f"synchronized ({what}) {{",
                    "unlock": "}"}[step]
            lines.append("    " * depth + text)
            if step == "lock":
                depth += 1
        lines.append("        });")
    numbers = range(1, len(workers) + 1)
    lines += [f"        t{t}.start();" for t in numbers] + [f"        t{t}.join();" for t in numbers]
    lines += [f"        assert x == {counters['x']} && y == {counters['y']};", "    }", "}", ""]
    return "\n".join(lines)


def main():
    wrong = 0
    for program in programs():
        path, text = HERE / f"{program[0]}.java", java(*program)
        if "--check" not in sys.argv:
            path.write_text(text)
        elif path.read_text() != text:
            print(f"{path.name} is not what brute force says")
            wrong = 1
    sys.exit(wrong)


if __name__ == "__main__":
    main()
