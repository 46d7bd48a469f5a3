#!/usr/bin/env python3
"""Hazard's model checker beside Storm on the sample models: load and check times, best of several, processor seconds.

Usage: bench/mc.py [MODELS-FOLDER] [--repeat N]

Builds nothing: run `cargo build --release -p hazard-markov --example measure` first (`make bench-mc` does). Models that
are not in the folder are skipped, and said so. Without stormpy only our own times are printed.
"""

import argparse
import math
import os
import pathlib
import re
import subprocess
import sys
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


def measure_binary():
    target = os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target"))
    binary = pathlib.Path(target) / "release" / "examples" / "measure"
    if not binary.exists():
        sys.exit(f"{binary} is missing; run: cargo build --release -p hazard-markov --example measure")
    return binary


def ours(binary, path, formulas, repeat):
    """Load time and (check time, value) per formula, each best of `repeat`."""
    out = subprocess.run(
        [binary, path, "--repeat", str(repeat), *formulas], check=True, capture_output=True, text=True
    ).stdout
    load = float(re.search(r"^load ([0-9.]+) s", out, re.M).group(1))
    checks = []
    for seconds, lower, upper in re.findall(r"^check ([0-9.]+) s: .* \[([^\s,\[\]]+), ([^\s,\[\]]+)\]$", out, re.M):
        checks.append((float(seconds), (float(lower) + float(upper)) / 2))
    return load, checks


def storms(stormpy, path, formulas, repeat):
    def timed(action):
        best, result = math.inf, None
        for _ in range(repeat):
            start = time.process_time()
            result = action()
            best = min(best, time.process_time() - start)
        return best, result

    load, model = timed(lambda: stormpy.build_model_from_umb(str(path)))
    checks = []
    for text in formulas:
        formula = stormpy.parse_properties_without_context(text)[0]
        checks.append(timed(lambda: stormpy.model_checking(model, formula, only_initial_states=True))[0])
    return load, checks


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", default=str(ROOT / "tests" / "models"))
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()
    binary = measure_binary()
    try:
        import stormpy
    except ImportError:
        stormpy = None
        print("stormpy is not installed (pip install stormpy): only our own times follow")
    ratios = []
    print(f"{'model':14} {'what':70} {'ours/s':>8} {'storm/s':>8} {'ratio':>6}")
    for name in dict.fromkeys(model for model, _, _ in TABLE):
        path = pathlib.Path(arguments.folder) / f"{name}.umb"
        rows = [(formula, answer) for model, formula, answer in TABLE if model == name]
        if not path.exists():
            print(f"{name:14} SKIPPED: {path} is not there")
            continue
        formulas = [formula for formula, _ in rows]
        load, checks = ours(binary, path, formulas, arguments.repeat)
        storm_load, storm_checks = (None, [])
        if stormpy is not None:
            try:
                storm_load, storm_checks = storms(stormpy, path, formulas, arguments.repeat)
            except Exception as error:  # Storm refuses some formats and formulas; our half is still worth printing.
                print(f"{name:14} Storm: {error}")
        lines = [("load", load, storm_load)]
        for index, ((formula, answer), (seconds, value)) in enumerate(zip(rows, checks)):
            if not math.isclose(value, answer, rel_tol=2e-6):
                sys.exit(f"{name} {formula}: {value}, but {answer} is known")
            storm = storm_checks[index] if index < len(storm_checks) else None
            lines.append((formula, seconds, storm))
            if storm:
                ratios.append(max(seconds, 1e-4) / max(storm, 1e-4))
        for what, seconds, storm in lines:
            tail = f"{storm:8.4f} {max(seconds, 1e-4) / max(storm, 1e-4):6.2f}" if storm else f"{'-':>8} {'-':>6}"
            print(f"{name:14} {what:70} {seconds:8.4f} {tail}")
    if ratios:
        mean = math.exp(sum(math.log(ratio) for ratio in ratios) / len(ratios))
        print(f"geometric mean of the ratios {mean:.2f}, worst {max(ratios):.2f}")


if __name__ == "__main__":
    main()
