#!/usr/bin/env python3
"""A brute-force interleaver: the oracle for tests/threads/counts.

Independent of Hazard: a system is a few threads, each a straight list of atomic steps over one dictionary of variables;
every interleaving is explored by plain breadth-first search over explicit states. A step is one of
    do(f)           f(s) changes the dictionary s
    lock(m) / unlock(m)
    await_(c)       blocks until c(s) is true (a monitor's wait loop, as one step)
    acquire(p)      blocks until s[p] > 0, then takes one
    out(f)          appends f(s) to the output
An end is a state in which every thread is done; a stuck state is one in which some are not and none can step.

    interleaver.py            prints every system: ends, stuck states, states, complete paths, outputs
    interleaver.py --check    compares outputs and stuck states with the header of counts/NAME.java, and the laws of counting
"""

import math
import pathlib
import sys


def do(f):
    return ("do", f)


def out(f):
    return ("out", f)


def lock(m):
    return ("lock", m)


def unlock(m):
    return ("unlock", m)


def await_(c):
    return ("await", c)


def acquire(permits):
    return ("acquire", permits)


def load(local, shared):
    return do(lambda s: s.__setitem__(local, s[shared]))


def store(shared, f):
    return do(lambda s: s.__setitem__(shared, f(s)))


def increment(thread, shared, by=1):
    """A non-atomic increment: one read, one write."""
    local = f"{thread}.{shared}"
    return [load(local, shared), store(shared, lambda s: s[local] + by)]


def atomically(f):
    return [do(f)]


def add(shared, by):
    return atomically(lambda s: s.__setitem__(shared, s[shared] + by))


def successors(threads, state):
    counters, variables, output = state
    for index, steps in enumerate(threads):
        at = counters[index]
        if at == len(steps):
            continue
        kind, argument = steps[at]
        s = dict(variables)
        text = output
        if kind == "do":
            argument(s)
        elif kind == "out":
            text = output + argument(s)
        elif kind == "lock":
            owner, depth = s.get(("held", argument), (None, 0))
            if owner not in (None, index):
                continue
            s[("held", argument)] = (index, depth + 1)
        elif kind == "unlock":
            owner, depth = s[("held", argument)]
            assert owner == index, "only the owner unlocks"
            s[("held", argument)] = (index, depth - 1) if depth > 1 else (None, 0)
        elif kind == "await":
            if not argument(s):
                continue
        elif kind == "acquire":
            if s[argument] == 0:
                continue
            s[argument] -= 1
        moved = counters[:index] + (at + 1,) + counters[index + 1:]
        yield moved, tuple(sorted(s.items(), key=repr)), text


def explore(variables, threads, result):
    """All ends as printed by `result`, with the numbers of stuck states, states and complete paths."""
    start = (tuple(0 for _ in threads), tuple(sorted(variables.items(), key=repr)), "")
    paths = {start: 1}
    level, states, stuck, complete, outputs = [start], 0, 0, 0, set()
    while level:
        following = []
        for state in level:
            states += 1
            found = False
            for target in successors(threads, state):
                found = True
                if target not in paths:
                    paths[target] = 0
                    following.append(target)
                paths[target] += paths[state]
            if not found:
                if all(at == len(steps) for at, steps in zip(state[0], threads)):
                    complete += paths[state]
                    outputs.add(state[2] + result(dict(state[1])))
                else:
                    stuck += 1
        level = following
    return {"outputs": sorted(outputs), "stuck": stuck, "states": states, "paths": complete}


def systems():
    value = lambda *names: lambda s: " ".join(str(s[name]) for name in names)
    nothing = lambda s: ""
    yield "TwoIncrementsEach", {"x": 0}, [increment(t, "x") * 2 for t in "ab"], value("x")
    yield "ThreeIncrementsEach", {"x": 0}, [increment(t, "x") * 3 for t in "ab"], value("x")
    yield "ThreeThreadsOneIncrement", {"x": 0}, [increment(t, "x") for t in "abc"], value("x")
    yield "ThreeThreadsTwoIncrements", {"x": 0}, [increment(t, "x") * 2 for t in "abc"], value("x")
    yield "IncrementAgainstDecrement", {"x": 0}, [increment("a", "x") * 2, increment("b", "x", -1) * 2], value("x")
    yield "DoubleAgainstIncrement", {"x": 1}, [
        [load("a", "x"), store("x", lambda s: 2 * s["a"])] * 2, increment("b", "x") * 2], value("x")
    yield "LockedIncrements", {"x": 0}, [[lock("m")] + increment(t, "x") + [unlock("m")] for t in "abc"], value("x")
    yield "HalfLockedIncrements", {"x": 0}, [
        [lock("m")] + increment("a", "x") + [unlock("m")], [lock("m")] + increment("b", "x") + [unlock("m")],
        increment("c", "x")], value("x")
    yield "AtomicAffine", {"x": 1}, [
        atomically(lambda s: s.__setitem__("x", s["x"] * 2)), atomically(lambda s: s.__setitem__("x", s["x"] + 3)),
        atomically(lambda s: s.__setitem__("x", s["x"] - 1))], value("x")
    yield "StoreBuffer", {"x": 0, "y": 0}, [
        [store("x", lambda s: 1), load("a", "y")], [store("y", lambda s: 1), load("b", "x")]], value("a", "b")
    yield "LoadBuffer", {"x": 0, "y": 0}, [
        [load("a", "x"), store("y", lambda s: 1)], [load("b", "y"), store("x", lambda s: 1)]], value("a", "b")
    yield "CoherentReads", {"x": 0}, [
        [store("x", lambda s: 1)], [store("x", lambda s: 2)], [load("a", "x"), load("b", "x")]], value("a", "b")
    yield "IndependentReadsOfWrites", {"x": 0, "y": 0}, [
        [store("x", lambda s: 1)], [store("y", lambda s: 1)], [load("a", "x"), load("b", "y")],
        [load("c", "y"), load("d", "x")]], value("a", "b", "c", "d")
    yield "WriteToReadCausality", {"x": 0, "y": 0}, [
        [store("x", lambda s: 1)], [load("a", "x"), store("y", lambda s: s["a"])], [load("b", "y"), load("c", "x")]
        ], value("a", "b", "c")
    yield "SwapsThroughTemporaries", {"x": 1, "y": 2}, [
        [load(t + "x", "x"), load(t + "y", "y"), store("x", lambda s, t=t: s[t + "y"]),
         store("y", lambda s, t=t: s[t + "x"])] for t in "ab"], value("x", "y")
    yield "LettersInterleaved", {}, [[out(lambda s, c=c: c) for c in word] for word in ("ab", "cd")], nothing
    yield "LettersThreeThreads", {}, [[out(lambda s, c=c: c) for c in word] for word in ("ab", "c", "d")], nothing
    yield "LettersLocked", {}, [
        [lock("m")] + [out(lambda s, c=c: c) for c in word] + [unlock("m")] for word in ("ab", "cd", "e")], nothing
    yield "LettersAlternate", {"turn": 0}, [
        [await_(lambda s: s["turn"] == 0), out(lambda s: "a"), store("turn", lambda s: 1)] * 2,
        [await_(lambda s: s["turn"] == 1), out(lambda s: "b"), store("turn", lambda s: 0)] * 2], nothing
    yield "LettersWithSemaphore", {"permits": 2}, [
        semaphore_section(letter) for letter in "abc"], nothing
    yield "SumOfReads", {"x": 0, "y": 0}, [
        add("x", 1) + add("y", 1), [load("a", "x"), load("b", "y")]], lambda s: str(s["a"] + 10 * s["b"])
    yield "BankTransfers", {"a": 5, "b": 5}, [
        increment("t", "a", -2) + increment("t", "b", 2), increment("u", "b", -3) + increment("u", "a", 3)], value("a", "b")
    yield "MaximumUnlocked", {"m": 0}, [
        [load(f"t{v}", "m"), store("m", lambda s, v=v: max(s[f"t{v}"], v))] for v in (3, 5, 7)], value("m")
    yield "FlagAndCounter", {"flag": 0, "n": 0}, [
        [store("flag", lambda s: 1)], guarded("b"), guarded("c")], value("n")
    yield "OppositeLocks", {}, [
        [lock(m), lock(n), unlock(n), unlock(m)] for m, n in ("ab", "ba")], nothing
    yield "CyclicLocks", {}, [
        [lock(m), lock(n), unlock(n), unlock(m)] for m, n in ("ab", "bc", "ca")], nothing
    yield "OrderedLocks", {}, [
        [lock(m), lock(n), out(lambda s, c=m + n: c), unlock(n), unlock(m)] for m, n in ("ab", "bc", "ac")], nothing
    yield "PermitsHeldAndWanted", {"permits": 2}, [
        [acquire("permits"), acquire("permits"), *add("permits", 2)] for _ in "ab"], nothing


def semaphore_section(letter):
    """Two permits: an upper-case letter on entering, a lower-case one on leaving. The acquisition is one atomic step."""
    return [acquire("permits"), out(lambda s: letter.upper()), out(lambda s: letter), *add("permits", 1)]


def guarded(t):
    """if (flag == 1) { n++ } with a separate read of flag, read of n and write of n."""
    return [load(t, "flag"), load(t + "n", "n"),
            do(lambda s: s.__setitem__("n", s[t + "n"] + 1) if s[t] == 1 else None)]


def main():
    checking = "--check" in sys.argv
    here = pathlib.Path(__file__).parent / "counts"
    wrong = 0
    for name, variables, threads, result in systems():
        report = explore(variables, threads, result)
        line = " | ".join(report["outputs"])
        if not checking:
            print(f"{name}: stuck {report['stuck']}, states {report['states']}, paths {report['paths']}")
            print(f"    //@ outputs: {line}")
            continue
        source = here / f"{name}.java"
        text = source.read_text()
        if (report["stuck"] > 0) != ("//@ expect: deadlock" in text):
            print(f"{name}: {report['stuck']} stuck states contradict its header")
            wrong += 1
        if report["stuck"] > 0:
            continue
        header = [l for l in text.splitlines() if l.startswith("//@ outputs:")]
        stated = sorted(part.strip() for part in header[0].split(":", 1)[1].split("|"))
        if stated != sorted(report["outputs"]):
            print(f"{name}: stated {stated}, found {report['outputs']}")
            wrong += 1
    # k independent threads of n steps: the product of n+1 control points, and the multinomial number of paths.
    for k, n in ((2, 3), (3, 2), (3, 3), (4, 2), (2, 10)):
        report = explore({}, [[do(lambda s: None)] * n for _ in range(k)], lambda s: "")
        assert report["states"] == (n + 1) ** k
        assert report["paths"] == math.factorial(k * n) // math.factorial(n) ** k
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
