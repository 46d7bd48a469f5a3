#!/usr/bin/env python3
"""Hazard's model checker beside Storm on the sample models: load and check times, peak memory, two workers.

Usage: bench/mc.py [MODELS-FOLDER] [--repeat N] [--load-tra] [--threads] [--markdown]

Processor seconds, best of several; both tools in processes of their own, one model each, so that peak memory is that of the
model. Builds nothing: run `cargo build --release -p hazard-markov --example measure` first (`make bench-mc` does). Models that
are not in the folder are skipped, and said so. Without stormpy only our own times are printed.
"""

import argparse
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Model, formula, known answer.
TABLE = [
    ("brp_512_5", 'P=? [ F "target" ]', 3.5856465e-7),
    ("brp_512_5", 'P=? [ F<=1000 "target" ]', 1.13324364073903e-7),
    ("brp_4096_5", 'P=? [ F "target" ]', 2.8685136e-6),
    ("crowds_5_15", 'P=? [ F "target" ]', 0.0921612528),
    ("crowds_5_15", 'P=? [ F<=100 "target" ]', 0.0908853574619),
    ("nand_40_1", 'P=? [ F "target" ]', 0.286487308286),
    ("egl_5_8", 'P=? [ F !"knowA" & "knowB" ]', 0.515625),
    ("egl_5_8", 'R{"messages_A_needs"}=? [ F "target" ]', 2.0595703125),
    ("leader5_8", 'R{"num_rounds"}=? [ F "elected" ]', 1.01763975155),
    ("leader5_8", 'S=? [ "elected" ]', 1.0),
    ("coin4_4", 'Pmin=? [ F "finished" & "all_coins_equal_1" ]', 852021 / 2097152),
    ("coin4_4", 'Pmax=? [ F "finished" & !"agree" ]', 0.156073078),
    ("coin4_4", 'R{"steps"}max=? [ F "finished" ]', 1083.0),
    ("coin4_4", 'Pmax=? [ F<=1000 "finished" & !"agree" ]', 0.0335167479885),
    ("coin4_4", 'Pmax=? [ (G F "agree") & (F "finished") & (G !"all_coins_equal_1") ]', 0.54285714),
    ("zeroconf_20_4", 'Pmax=? [ F "target" ]', 7.2574328e-7),
]

# Storm's half runs in a process of its own: this file with `--storm MODEL REPEAT FORMULA…`.


def measure_binary():
    target = os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target"))
    binary = pathlib.Path(target) / os.environ.get("HAZARD_BENCH_PROFILE", "release") / "examples" / "measure"
    if not binary.exists():
        sys.exit(f"{binary} is missing; run: cargo build --release -p hazard-markov --example measure")
    return binary


def run(command):
    """Standard output and peak memory in bytes of a command that must succeed."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    out = child.stdout.read()
    err = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {err.strip()[-400:]}")
    return out, usage.ru_maxrss * 1024


def ours(binary, arguments, formulas, repeat):
    """Load time, (check time, value) per formula, and peak memory."""
    out, peak = run([binary, *arguments, "--repeat", str(repeat), *formulas])
    load = float(re.search(r"^load ([0-9.]+) s", out, re.M).group(1))
    checks = []
    for seconds, lower, upper in re.findall(r"^check ([0-9.]+) s: .* \[([^\s,\[\]]+), ([^\s,\[\]]+)\]$", out, re.M):
        checks.append((float(seconds), (float(lower) + float(upper)) / 2))
    return load, checks, peak


def storm_side(model, repeat, formulas):
    """What the process for Storm does: prints JSON."""
    import stormpy

    def timed(action):
        best, result = math.inf, None
        for _ in range(repeat):
            start = time.process_time()
            result = action()
            best = min(best, time.process_time() - start)
        return best, result

    if model.endswith(".tra"):
        load, built = timed(lambda: stormpy.build_model_from_explicit(model, model[:-4] + ".lab"))
    else:
        load, built = timed(lambda: stormpy.build_model_from_umb(model))
    checks = []
    for text in formulas:
        formula = stormpy.parse_property(text)
        checks.append(timed(lambda: stormpy.model_checking(built, formula, only_initial_states=True))[0])
    print("RESULT " + json.dumps([load, checks]))


def storms(model, formulas, repeat):
    out, peak = run([sys.executable, __file__, "--storm", str(model), str(repeat), *formulas])
    load, checks = json.loads(re.search(r"^RESULT (.*)$", out, re.M).group(1))
    return load, checks, peak


def storm_peak_empty():
    """The memory of a Python with stormpy and nothing else, which is not the model's."""
    return run([sys.executable, "-c", "import stormpy"])[1]


def has_stormpy():
    return subprocess.run([sys.executable, "-c", "import stormpy"], capture_output=True).returncode == 0


def storm_text(prism, storm):
    """PRISM's .tra and .lab in Storm's dialect: a type instead of counts, and declared labels."""
    with open(f"{prism}.tra") as source, open(f"{storm}.tra", "w") as out:
        header = None
        for line in source:
            if line.startswith("#"):
                continue
            words = line.split()
            if header is None:
                header = words
                out.write("dtmc\n" if len(words) == 2 else "mdp\n")
                continue
            out.write(" ".join(words[: len(header) + 1]) + "\n")
    with open(f"{prism}.lab") as source, open(f"{storm}.lab", "w") as out:
        names = {}
        for line in source:
            if line.startswith("#"):
                continue
            if "=" in line:
                names = dict(re.findall(r'(\d+)="([^"]*)"', line))
                out.write("#DECLARATION\n" + " ".join(names.values()) + "\n#END\n")
                continue
            state, held = line.split(":")
            out.write(f"{state} {' '.join(names[number] for number in held.split())}\n")


class Report:
    """Lines as a table, in columns or as Markdown."""

    def __init__(self, markdown):
        self.markdown = markdown

    def head(self, *names):
        if self.markdown:
            print("\n| " + " | ".join(names) + " |\n|" + "---|" * len(names))
        else:
            print()
            self.row(*names)

    def row(self, *cells):
        texts = [cell if isinstance(cell, str) else "-" if cell is None else f"{cell:.4g}" for cell in cells]
        if self.markdown:
            print("| " + " | ".join(text.replace("|", "\\|") for text in texts) + " |", flush=True)
        else:
            print(f"{texts[0]:14} {texts[1]:70} " + " ".join(f"{text:>9}" for text in texts[2:]), flush=True)


def ratio(mine, other):
    """Below a tenth of a millisecond clocks say nothing."""
    return max(mine, 1e-4) / max(other, 1e-4) if other is not None else None


def geometric_mean(values):
    return math.exp(sum(math.log(value) for value in values) / len(values))


def compare(binary, folder, repeat, storm, report):
    """UMB load, checks, memory."""
    empty = storm_peak_empty() if storm else 0
    report.head("model", "what", "ours", "storm", "ratio")
    check_ratios, load_ratios, memory_ratios = [], [], []
    for name in dict.fromkeys(model for model, _, _ in TABLE):
        path = folder / f"{name}.umb"
        rows = [(formula, answer) for model, formula, answer in TABLE if model == name]
        if not path.exists():
            print(f"{name}: SKIPPED, {path} is not there")
            continue
        formulas = [formula for formula, _ in rows]
        load, checks, peak = ours(binary, [path], formulas, repeat)
        storm_load, storm_checks, storm_peak = storms(path, formulas, repeat) if storm else (None, [None] * len(rows), None)
        report.row(name, "load .umb, s", load, storm_load, ratio(load, storm_load))
        load_ratios.append((load, storm_load))
        for (formula, answer), (seconds, value), other in zip(rows, checks, storm_checks):
            if not math.isclose(value, answer, rel_tol=2e-6):
                sys.exit(f"{name} {formula}: {value}, but {answer} is known")
            report.row(name, f"`{formula}`, s" if report.markdown else formula, seconds, other, ratio(seconds, other))
            if other is not None:
                check_ratios.append(ratio(seconds, other))
        own = max(storm_peak - empty, 1) if storm else None
        report.row(name, "peak memory, MB", peak / 1e6, own / 1e6 if own else None, peak / own if own else None)
        memory_ratios.append((peak, own))
    if check_ratios:
        loads = geometric_mean([ratio(mine, other) for mine, other in load_ratios])
        memory = geometric_mean([mine / other for mine, other in memory_ratios])
        print(
            f"\ncheck time to Storm's: geometric mean {geometric_mean(check_ratios):.2f}, worst {max(check_ratios):.2f}; "
            f"load: {loads:.2f}; memory: {memory:.2f} (Storm's without Python's {empty / 1e6:.0f} MB)"
        )


def compare_text(binary, folder, repeat, storm, report):
    """.tra load: every model written as PRISM exports it, and in Storm's dialect."""
    report.head("model", "what", "ours", "storm", "ratio")
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for name in dict.fromkeys(model for model, _, _ in TABLE):
            path = folder / f"{name}.umb"
            if not path.exists():
                continue
            (scratch / "prism").mkdir(exist_ok=True)
            run([binary, path, "--save", scratch / "prism" / f"{name}.tra"])
            arguments = [scratch / "prism" / f"{name}.tra", "--lab", scratch / "prism" / f"{name}.lab"]
            load, _, _ = ours(binary, arguments, [], repeat)
            storm_load = None
            if storm:
                storm_text(scratch / "prism" / name, scratch / name)
                storm_load, _, _ = storms(scratch / f"{name}.tra", [], repeat)
            size = (scratch / "prism" / f"{name}.tra").stat().st_size / 1e6
            report.row(name, f"load .tra and .lab ({size:.1f} MB), s", load, storm_load, ratio(load, storm_load))


def write_walk(prefix, side):
    """A fair walk on a square grid that ends beyond its right edge: one component, and no bound on the steps."""
    end = side * side
    lines = []
    for state in range(end):
        x, y = state % side, state // side
        ways = [state + 1 if x + 1 < side else end, state - 1 if x else state]
        ways += [state + side if y + 1 < side else state, state - side if y else state]
        lines += [f"{state} {target} {0.25 * ways.count(target)}" for target in sorted(set(ways))]
    lines.append(f"{end} {end} 1")
    pathlib.Path(f"{prefix}.tra").write_text(f"{end + 1} {len(lines)}\n" + "\n".join(lines) + "\n")
    pathlib.Path(f"{prefix}.lab").write_text(f'0="init" 1="deadlock" 2="corner"\n0: 0\n{end - side}: 2\n')


def compare_threads(binary, folder, repeat, report):
    """One worker and two, in wall time: the largest models, questions that are products, and a large component."""
    questions = [
        ("nand_40_1", 'filter(max, P=? [ F<=100 "target" ], !"target")'),
        ("crowds_5_15", 'filter(max, P=? [ F<=100 "target" ], !"target")'),
        ("zeroconf_20_4", 'Pmax=? [ F<=300 "target" ]'),
        ("coin4_4", 'Pmax=? [ F<=1000 "finished" & !"agree" ]'),
    ]
    report.head("model", "what", "one", "two", "speed-up")
    for name, formula in questions:
        path = folder / f"{name}.umb"
        if not path.exists():
            continue
        walls = []
        for threads in ("1", "2"):
            _, checks, _ = ours(binary, [path, "--wall", "--threads", threads], [formula], repeat)
            walls.append(checks[0][0])
        report.row(name, f"`{formula}`, wall s" if report.markdown else formula, *walls, walls[0] / max(walls[1], 1e-4))
    with tempfile.TemporaryDirectory() as scratch:
        write_walk(f"{scratch}/walk", 400)
        files = [f"{scratch}/walk.tra", "--lab", f"{scratch}/walk.lab", "--wall", "--threads"]
        formula = 'P=? [ F "corner" ]'
        walls = [ours(binary, [*files, threads], [formula], 1)[1][0][0] for threads in ("1", "2")]
        report.row("walk on 400²", f"`{formula}`, wall s" if report.markdown else formula, *walls, walls[0] / walls[1])


def main():
    if sys.argv[1:2] == ["--storm"]:
        storm_side(sys.argv[2], int(sys.argv[3]), sys.argv[4:])
        return
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", default=str(ROOT / "tests" / "models"))
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--load-tra", action="store_true", help="also compare loading of .tra files")
    parser.add_argument("--threads", action="store_true", help="also compare one worker and two")
    parser.add_argument("--markdown", action="store_true", help="tables as Markdown")
    arguments = parser.parse_args()
    binary = measure_binary()
    folder = pathlib.Path(arguments.folder)
    storm = has_stormpy()
    if not storm:
        print("stormpy is not installed (pip install stormpy): only our own times follow")
    report = Report(arguments.markdown)
    compare(binary, folder, arguments.repeat, storm, report)
    if arguments.load_tra:
        compare_text(binary, folder, arguments.repeat, storm, report)
    if arguments.threads:
        compare_threads(binary, folder, arguments.repeat, report)


if __name__ == "__main__":
    main()
