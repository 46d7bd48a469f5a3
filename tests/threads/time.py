#!/usr/bin/env python3
"""Writes the programs of tests/threads/timed: small programs with sleeps, time-outs and readings of the clock, whose outputs are
found here by trying everything, under each of the options --timeouts and --clock.

Threads: every thread is a list of operations; a state says where each stands and what is left of its sleep or wait. For late
time-outs the rules of the book's page on time are applied to that state, move by move.
Clocks: between any two operations every number of nanoseconds from 0 to LONGEST passes.

    python3 time.py            writes the programs anew, always the same
"""
import itertools
import os
import random

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "timed")
LONGEST = 9
TICKS = 6


def surely_before(this, that):
    return this < that and 2 * this <= that


def thread_outputs(program, latches, when):
    """All outputs of threads with operations ('P', letter), ('S', ms), ('C', latch), ('A', latch, ms, letter)."""

    def settle(thread, pc):
        """Whoever comes to a sleep begins it at once."""
        operations = program[thread]
        if pc < len(operations) and operations[pc][0] == "S":
            return (pc, "sleeps", operations[pc][1], 0, 0)
        return (pc, "runs", 0, 0, 0)

    def left(one):
        return one[2] - one[3]

    # Nobody has begun: who begins with a sleep has to be scheduled once before.
    start = (tuple((0, "fresh", 0, 0, 0) for _ in program), tuple([1] * latches), "")
    seen, work, outputs = {start}, [start], set()
    while work:
        threads, counts, text = work.pop()
        moves = []
        for index, (pc, status, *_rest) in enumerate(threads):
            operations = program[index]
            if status in ("fresh", "runs") and pc < len(operations):
                moves.append((index, "goes"))
            elif status == "sleeps":
                moves.append((index, "sleep"))
            elif status == "awaits":
                if counts[operations[pc][1]] == 0:
                    moves.append((index, "goes"))
                elif when != "never":
                    moves.append((index, "time-out"))
        if not moves and not has_answers(threads):
            if all(pc == len(program[index]) for index, (pc, *_r) in enumerate(threads)):
                outputs.add(text)
            else:
                outputs.add("deadlock")
            continue
        if when == "late":
            busy = has_answers(threads) or any(how == "goes" for _, how in moves)
            timed = [(left(threads[index]), how) for index, how in moves if how != "goes"]

            def allowed(index, how):
                mine = left(threads[index])
                if how == "goes":
                    return True
                if how == "time-out":
                    return not busy and not any(surely_before(other, mine) for other, _ in timed)
                return not any(kind == "time-out" and surely_before(other, mine) for other, kind in timed)

            moves = [(index, how) for index, how in moves if allowed(index, how)]
        for index, how in moves:
            pc, status, *_rest = threads[index]
            operation = program[index][pc]
            after, left_counts, said = list(threads), list(counts), text
            if how == "goes" and status == "fresh" and operation[0] == "S":
                after[index] = settle(index, 0)
            elif how == "goes" and operation[0] == "P":
                said += operation[1]
                after[index] = settle(index, pc + 1)
            elif how == "goes" and operation[0] == "C":
                left_counts[operation[1]] = 0
                after[index] = settle(index, pc + 1)
            elif how == "goes" and operation[0] == "A":
                if counts[operation[1]] == 0:
                    # What comes of it is printed in a step of its own.
                    after[index] = (pc, "has", 1, 0, 0)
                else:
                    after[index] = (pc, "awaits", operation[2], 0, 0)
            if how in ("sleep", "time-out"):
                passed = left(threads[index])
                if when == "late" and passed > 0:
                    for other, (p, s, length, elapsed, ticks) in enumerate(threads):
                        if other != index and s in ("sleeps", "awaits") and length > elapsed and ticks < TICKS:
                            after[other] = (p, s, length, min(length, elapsed + passed), ticks + 1)
                after[index] = settle(index, pc + 1) if how == "sleep" else (pc, "has", 0, 0, 0)
            state = (tuple(after), tuple(left_counts), said)
            if state not in seen:
                seen.add(state)
                work.append(state)
        # Who has the answer of an await prints it.
        for index, (pc, status, answer, *_rest) in enumerate(threads):
            if status == "has":
                after = list(threads)
                letter = program[index][pc][3]
                after[index] = settle(index, pc + 1)
                state = (tuple(after), counts, text + (letter.upper() if answer else letter))
                if state not in seen:
                    seen.add(state)
                    work.append(state)
    return outputs


def has_answers(threads):
    return any(status == "has" for _, status, *_r in threads)


def java_threads(name, program, latches, when, outputs):
    lines = []
    for index, operations in enumerate(program):
        lines.append(f"        Thread t{index} = new Thread(() -> {{")
        lines.append("            try {")
        for operation in operations:
            if operation[0] == "P":
                lines.append(f'                System.out.print("{operation[1]}");')
            elif operation[0] == "S":
                lines.append(f"                Thread.sleep({operation[1]});")
            elif operation[0] == "C":
                lines.append(f"                L{operation[1]}.countDown();")
            else:
                yes, no = operation[3].upper(), operation[3]
                lines.append(f"                boolean came{yes} = L{operation[1]}.await({operation[2]}, MILLISECONDS);")
                lines.append(f'                System.out.print(came{yes} ? "{yes}" : "{no}");')
        lines.append("            } catch (Exception e) {")
        lines.append("                throw new IllegalStateException(e);")
        lines.append("            }")
        lines.append("        });")
    starts = [f"        t{index}.start();" for index in range(len(program))]
    latch = [f"    static final CountDownLatch L{index} = new CountDownLatch(1);" for index in range(latches)]
    stuck = "deadlock" in outputs
    expect = "deadlock" if stuck else "holds"
    header = [f"//@ check: --timeouts {when}", f"//@ expect: {expect}"]
    if not stuck:
        header.append("//@ outputs: " + " | ".join(sorted(outputs)))
    header.append("// Written by time.py, which found the outputs by trying everything.")
    body = header + [
        "",
        "import static java.util.concurrent.TimeUnit.MILLISECONDS;",
        "",
        "import java.util.concurrent.CountDownLatch;",
        "",
        f"public class {name} {{",
        *latch,
        "",
        "    public static void main(String[] args) {",
        *lines,
        *starts,
        "    }",
        "}",
        "",
    ]
    return "\n".join(body)


def random_threads(rng):
    latches = rng.choice([1, 1, 2])
    spans = [10, 15, 40, 100, 300]
    program = []
    letters = iter("abcdefghijklm")
    for thread in range(rng.choice([2, 2, 3])):
        operations = []
        for _ in range(rng.choice([1, 2, 2, 3])):
            kind = rng.choice("PSCAA" if thread == 0 else "PSSCA")
            if kind == "P":
                operations.append(("P", next(letters)))
            elif kind == "S":
                operations.append(("S", rng.choice(spans)))
            elif kind == "C":
                operations.append(("C", rng.randrange(latches)))
            else:
                operations.append(("A", rng.randrange(latches), rng.choice(spans), next(letters)))
        program.append(operations)
    return program, latches


def clock_outputs(program, free):
    """All outputs of operations ('R', v), ('S', ns), ('I', kind, a, b, bound, letter): readings, sleeps, comparisons."""
    outputs = set()
    steps = sum(1 for operation in program if operation[0] in "RS")
    for passing in itertools.product(range(LONGEST + 1) if free else [0], repeat=steps):
        now, values, text = 0, {}, ""
        more = iter(passing)
        for operation in program:
            if operation[0] == "R":
                now += next(more)
                values[operation[1]] = now
            elif operation[0] == "S":
                now += operation[1] + next(more)
            else:
                _, kind, a, b, bound, letter = operation
                difference = values[a] - values[b]
                holds = {
                    "<": difference < bound,
                    ">=": difference >= bound,
                    "==": difference == bound,
                    "deadline": values[a] < values[b] + bound,
                    "/": int(difference / 3) >= bound,
                }[kind]
                text += letter.upper() if holds else letter
        outputs.add(text)
    return outputs


def random_clock(rng):
    program, known, letters = [], [], iter("abcdefgh")
    for name in ["x", "y", "z"][: rng.choice([2, 3])]:
        if known and rng.random() < 0.5:
            program.append(("S", rng.choice([1, 2, 3])))
        program.append(("R", name))
        known.append(name)
        while len(known) > 1 and rng.random() < 0.7:
            a, b = rng.sample(known, 2)
            kind = rng.choice(["<", ">=", "==", "deadline", "/"])
            program.append(("I", kind, a, b, rng.choice([-1, 0, 1, 2, 3]), next(letters)))
            if program[-1][5] == "h":
                return program
    return program


def java_clock(name, program, free, outputs):
    lines = []
    for operation in program:
        if operation[0] == "R":
            lines.append(f"        long {operation[1]} = System.nanoTime();")
        elif operation[0] == "S":
            lines.append(f"        Thread.sleep(0, {operation[1]});")
        else:
            _, kind, a, b, bound, letter = operation
            test = {
                "<": f"{a} - {b} < {bound}",
                ">=": f"{a} - {b} >= {bound}",
                "==": f"{a} - {b} == {bound}",
                "deadline": f"{a} < {b} + {bound}",
                "/": f"({a} - {b}) / 3 >= {bound}",
            }[kind]
            lines.append(f'        System.out.print({test} ? "{letter.upper()}" : "{letter}");')
    mode = "free" if free else "still"
    header = [
        "//@ since: 25",
        f"//@ check: --clock {mode}",
        "//@ expect: holds",
        "//@ outputs: " + " | ".join(sorted(outputs)),
        "// Written by time.py, which found the outputs by trying everything. (Before 25 a sleep of nanoseconds is one of a millisecond.)",
    ]
    if not any(operation[0] == "S" for operation in program):
        header = [line for line in header if "since" not in line]
        header[-1] = "// Written by time.py, which found the outputs by trying everything."
    return "\n".join(
        header
        + ["", f"public class {name} {{", "    public static void main(String[] args) throws Exception {", *lines, "    }", "}", ""]
    )


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for old in os.listdir(FOLDER):
        os.remove(os.path.join(FOLDER, old))
    rng = random.Random(20261116)
    number = 0
    while number < 12:
        program, latches = random_threads(rng)
        kinds = [operation[0] for operations in program for operation in operations]
        if "A" not in kinds or len(kinds) < 3:
            continue
        found = {when: thread_outputs(program, latches, when) for when in ["any", "late", "never"]}
        if len(found["any"]) < 2 or len(found["any"]) > 24:
            continue
        number += 1
        for when, outputs in found.items():
            name = f"Threads{number:02}{when.capitalize()}"
            with open(os.path.join(FOLDER, name + ".java"), "w") as file:
                file.write(java_threads(name, program, latches, when, outputs))
    number = 0
    while number < 12:
        program = random_clock(rng)
        if sum(1 for operation in program if operation[0] == "I") < 2:
            continue
        number += 1
        for free in [False, True]:
            name = f"Clock{number:02}{'Free' if free else 'Still'}"
            with open(os.path.join(FOLDER, name + ".java"), "w") as file:
                file.write(java_clock(name, program, free, clock_outputs(program, free)))


if __name__ == "__main__":
    main()
