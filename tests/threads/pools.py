#!/usr/bin/env python3
"""Makes the programs of tests/threads/pools, with all that they can print, by brute force.

Independent of Hazard and of the library: a pool is a queue of tasks in the order they were submitted, of which at most so many run
at a time; a task starts, does its steps one by one, and is done in a step of its own. `main` submits the tasks, may do something in
between, waits for each in some order, and prints what the memory has come to. A step is
    read v / write v m c   into a register, and the register times m plus c out of it: a plain or volatile field
    add c, cas c           on an atomic number; whether the second succeeded goes into the register
    lock / log c / unlock  a synchronized method that appends a digit; `log if` does so at once if the register says so
    done t                 asks whether a task is done
Pools whose order is not first in, first out get two tasks, and may run both at once.

    pools.py            writes the programs
    pools.py --check    compares them
"""

import pathlib
import random
import sys

HERE = pathlib.Path(__file__).parent / "pools"
SEED = 3
PROGRAMS = 24
FIELDS = ["x", "y", "v"]
ATOMIC, LOG, OWNER = 3, 4, 5  # where the memory has the atomic number, the digits and the owner of the lock

POOLS = [  # how it is made, how many tasks it runs at a time, and how many it gets
    ("Executors.newFixedThreadPool(1)", 1, 3),
    ("Executors.newFixedThreadPool(2)", 2, 3),
    ("Executors.newSingleThreadExecutor()", 1, 3),
    ("Executors.newCachedThreadPool()", 9, 3),
    ("Executors.newScheduledThreadPool(2)", 2, 2),
    ("Executors.newWorkStealingPool(2)", 2, 2),
    ("new ForkJoinPool(2)", 2, 2),
    (None, 9, 2),  # CompletableFuture.runAsync
]


def action(rng, tasks):
    """A statement of Java and its steps. `tasks` are those that main may ask for; a task asks for none."""
    digit = rng.randint(1, 2)
    kind = rng.choice(["field", "field", "add", "cas", "synchronized", "log", "log"] + ["done"] * bool(tasks))
    if kind == "field":
        field, factor = rng.choice(FIELDS), rng.randint(1, 2)
        return f"{field} = {field} * {factor} + {digit};", [("read", field), ("write", field, factor, digit)]
    if kind == "add":
        return f"a.addAndGet({digit});", [("add", digit)]
    if kind == "cas":
        return f"if (a.compareAndSet({digit - 1}, 3)) log({digit});", [("cas", digit - 1), ("log if", digit)]
    if kind == "synchronized":
        steps = [("lock",), ("read", "x"), ("write", "x", 2, digit), ("unlock",)]
        return f"synchronized (NAME.class) {{ x = x * 2 + {digit}; }}", steps
    if kind == "log":
        return f"log({digit});", [("lock",), ("log", digit), ("unlock",)]
    task = rng.randrange(tasks)
    return f"if (f{task}.isDone()) log(2);", [("done", task), ("log if", 2)]


def step(what, register, memory, who, is_done):
    """The register and the memory after a step; None if it has to wait."""
    memory = list(memory)
    kind, *operands = what
    if kind == "read":
        register = memory[FIELDS.index(operands[0])]
    elif kind == "write":
        field, factor, number = operands
        memory[FIELDS.index(field)] = register * factor + number
    elif kind == "add":
        memory[ATOMIC] += operands[0]
    elif kind == "cas":
        register = int(memory[ATOMIC] == operands[0])
        if register:
            memory[ATOMIC] = 3
    elif kind == "done":
        register = int(is_done(operands[0]))
    elif kind == "lock":
        if memory[OWNER] is not None:
            return None
        memory[OWNER] = who
    elif kind == "unlock":
        memory[OWNER] = None
    elif kind == "log" or register:
        if kind == "log if" and memory[OWNER] is not None:
            return None
        memory[LOG] = memory[LOG] * 10 + operands[0]
    return register, tuple(memory)


def outputs(width, tasks, main):
    """All that can be printed."""
    start = (0, 0, (), (None,) * len(tasks), (0,) * len(tasks), (0, 0, 0, 0, 0, None))
    seen, todo, found = {start}, [start], set()
    while todo:
        place, register, queue, places, registers, memory = todo.pop()
        successors = []

        def is_done(task):
            return places[task] == len(tasks[task]) + 1

        def with_tasks(queue, places, registers, memory):
            return (place, register, queue, places, registers, memory)

        if place == len(main):
            x, y, v, a, log, _ = memory
            found.add(f"{x} {y} {v} {a} {log}")
        elif main[place][0] == "submit":
            successors.append((place + 1, register, queue + (main[place][1],), places, registers, memory))
        elif main[place][0] == "get":
            if is_done(main[place][1]):
                successors.append((place + 1, register, queue, places, registers, memory))
        else:
            stepped = step(main[place], register, memory, "main", is_done)
            if stepped:
                successors.append((place + 1, stepped[0], queue, places, registers, stepped[1]))
        running = [task for task in range(len(tasks)) if places[task] is not None and not is_done(task)]
        if queue and len(running) < width:
            started = places[:queue[0]] + (0,) + places[queue[0] + 1:]
            successors.append(with_tasks(queue[1:], started, registers, memory))
        for task in running:
            steps = tasks[task]
            stepped = (registers[task], memory)
            if places[task] < len(steps):
                stepped = step(steps[places[task]], registers[task], memory, task, is_done)
            if stepped:
                advanced = places[:task] + (places[task] + 1,) + places[task + 1:]
                held = registers[:task] + (stepped[0],) + registers[task + 1:]
                successors.append(with_tasks(queue, advanced, held, stepped[1]))
        for state in successors:
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return sorted(found)


def program(rng, name, pool):
    """A program, if it can print more than one thing, but not many."""
    make, width, most = pool
    count = rng.randint(2, most)
    tasks = [[action(rng, 0) for _ in range(rng.choice([1, 1, 2]))] for _ in range(count)]
    lines, main = [], []

    def perhaps(chance, known):
        if rng.random() < chance:
            text, steps = action(rng, known)
            lines.append(text)
            main.extend(steps)

    for number, task in enumerate(tasks):
        submit = "pool.submit" if make else "CompletableFuture.runAsync"
        lines.append(f"f{number} = {submit}(() -> {{ {' '.join(text for text, _ in task)} }});")
        main.append(("submit", number))
        perhaps(0.3, number + 1)
    for number in rng.sample(range(count), count):
        lines.append(f"f{number}.get();")
        main.append(("get", number))
        perhaps(0.25, count)
    printed = outputs(width, [[one for _, steps in task for one in steps] for task in tasks], main)
    if not 2 <= len(printed) <= 8:
        return None
    if make:
        lines = [f"ExecutorService pool = {make};"] + lines + ["pool.shutdown();"]
    body = "\n        ".join(lines).replace("NAME", name)
    return f"""//@ check: --search dfs
//@ expect: holds
//@ outputs: {" | ".join(printed)}
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class {name} {{
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> {", ".join(f"f{number}" for number in range(count))};

    static synchronized void log(int digit) {{
        log = log * 10 + digit;
    }}

    public static void main(String[] args) throws Exception {{
        {body}
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }}
}}
"""


def main():
    rng = random.Random(SEED)
    HERE.mkdir(exist_ok=True)
    for number in range(PROGRAMS):
        name = f"Pools{number + 1:02}"
        text = None
        while text is None:
            text = program(rng, name, POOLS[number % len(POOLS)])
        path = HERE / f"{name}.java"
        if "--check" not in sys.argv:
            path.write_text(text)
        elif path.read_text() != text:
            sys.exit(f"{path.name} is not what pools.py makes")


main()
