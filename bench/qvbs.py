#!/usr/bin/env python3
"""Checks the models of the Quantitative Verification Benchmark Set with `hazard mc` and compares with its reference results.

Usage: bench/qvbs.py FOLDER [--binary hazard] [--language jani|prism] [--states 1000000] [--time 60] [--storm] [--only NAME] [--csv F]

FOLDER is the set's `benchmarks` folder (dtmc, mdp, ctmc, ma and pta are looked at). An instance is a model with values for its
parameters; it is run if the set says that it has at most so many states. A result agrees if it is within 1e-3 of the reference (which
is often an approximation itself), or equal where that is a truth value. With --storm, Storm (stormpy, sparse engine, relative precision 1e-6,
sound methods) builds and checks the same JANI file in a process of its own. Exit status 1 if a result differs.
"""

import argparse
import csv
import fractions
import json
import math
import pathlib
import subprocess
import sys
import time

sys.set_int_max_str_digits(0)

STORM = r"""
import sys, time, json, stormpy
path, constants = sys.argv[1], sys.argv[2]
started = time.perf_counter()
model, properties = stormpy.parse_jani_model(path)
model, properties = stormpy.instantiate_constants(model, constants, properties)
properties = list(properties)
built = stormpy.build_model(model, properties)
built_after = time.perf_counter() - started
environment = stormpy.Environment()
environment.solver().force_soundness = True
for property in properties:
    stormpy.model_checking(built, property, environment=environment)
print(json.dumps({"states": built.nr_states, "built": built_after, "whole": time.perf_counter() - started}))
"""


def instances(folder, language):
    """Path, properties, constants, states and reference results of every instance."""
    for index in sorted(folder.glob("*/*/index.json")):
        if index.parent.parent.name not in ("dtmc", "mdp", "ctmc", "ma", "pta"):
            continue
        for file in json.loads(index.read_text(encoding="utf-8-sig")).get("files", []):
            model, properties = index.parent / file["file"], None
            originals = file.get("original-file", [])
            if language == "prism":
                originals = [originals] if isinstance(originals, str) else originals
                models = [name for name in originals if name.endswith((".prism", ".nm", ".pm", ".sm"))]
                if len(models) != 1:
                    continue
                model = index.parent / models[0]
                properties = [index.parent / name for name in originals if name.endswith(".props")]
            if not model.is_file():
                continue
            for values in file.get("open-parameter-values", [{}]):
                constants = ",".join(f"{one['name']}={spell(one['value'])}" for one in values.get("values", []))
                states = [entry["number"] for entry in values.get("states", []) if isinstance(entry["number"], (int, float))]
                reference = {}
                for result in values.get("results", []):
                    reference.setdefault(result["property"], result["value"])
                yield model, properties, constants, min(states) if states else None, reference


def spell(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return f"{value['num']}/{value['den']}" if "num" in value else repr(value["approx"])
    return str(value)


def number(value):
    if isinstance(value, dict):
        if "num" in value and "den" in value:
            return float(fractions.Fraction(int(value["num"]), int(value["den"])))
        if "approx" in value:
            return float(value["approx"])
        bounds = [value[key] for key in ("lower", "upper") if key in value]
        return sum(map(float, bounds)) / len(bounds) if bounds else None
    if isinstance(value, str):
        return math.inf if value in ("inf", "∞") else None
    return value


def agree(ours, reference):
    if isinstance(reference, bool) or isinstance(ours, bool):
        return bool(ours) == bool(reference)
    if ours == reference:
        return True
    return abs(ours - reference) <= 1e-3 * max(abs(reference), 1e-9)


def ask(arguments, model, properties, constants):
    command = [arguments.binary, "mc", str(model), "--json", "-"]
    command += ["--const", constants] if constants else []
    for file in properties or []:
        command += ["--props", str(file)]
    started = time.perf_counter()
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=arguments.time)
    except subprocess.TimeoutExpired:
        return None, f"more than {arguments.time} s", arguments.time
    seconds = time.perf_counter() - started
    try:
        return json.loads(run.stdout), None, seconds
    except ValueError:
        return None, run.stderr.strip().split("\n")[0] or f"status {run.returncode}", seconds


def by_storm(model, constants, limit):
    command = [sys.executable, "-c", STORM, str(model), constants]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=limit)
        return json.loads(run.stdout.strip().split("\n")[-1])
    except subprocess.TimeoutExpired:
        return {"failed": "time"}
    except ValueError:
        return {"failed": (run.stderr.strip().split("\n") or [""])[-1][:100]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--binary", default="hazard")
    parser.add_argument("--language", choices=["jani", "prism"], default="jani")
    parser.add_argument("--states", type=int, default=1_000_000)
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--storm", action="store_true")
    parser.add_argument("--csv", type=pathlib.Path)
    arguments = parser.parse_args()
    rows, differing, ratios, compared, run = [], 0, [], 0, 0
    header = "| model | constants | states | properties | agree | Hazard s |" + (" Storm s |" if arguments.storm else "")
    print(header + "\n|---|---|---:|---:|---:|---:|" + ("---:|" if arguments.storm else ""))
    for model, properties, constants, states, reference in instances(arguments.folder, arguments.language):
        if states is None or states > arguments.states or arguments.only not in str(model):
            continue
        report, problem, seconds = ask(arguments, model, properties, constants)
        run += 1
        good, asked, note = 0, 0, problem or ""
        if report is not None:
            for answer in report["properties"]:
                wanted = number(reference.get(answer.get("name")))
                ours = answer.get("holds") if answer.get("holds") is not None else answer.get("value")
                ours = math.inf if ours == "inf" else ours
                if wanted is None or ours is None:
                    continue
                asked += 1
                if agree(ours, wanted):
                    good += 1
                else:
                    differing += 1
                    note += f" {answer['name']}: {ours}, but {wanted} in the set;"
            compared += asked
        line = f"| {model.stem} | {constants} | {report['states'] if report else states:,} | {asked} | {good} | {seconds:.2f} |"
        if arguments.storm:
            theirs = by_storm(model, constants, arguments.time)
            if report is not None and "whole" in theirs:
                ratios.append(seconds / theirs["whole"])
            line += f" {theirs['whole']:.2f} |" if "whole" in theirs else f" {theirs['failed']} |"
        print(line + (f" {note}" if note else ""), flush=True)
        rows.append([str(model.relative_to(arguments.folder)), constants, report["states"] if report else "", asked, good, f"{seconds:.3f}", note])
    print(f"\n{run} instances, {compared} results compared, {differing} differ")
    if ratios:
        print(f"Storm's time (parsing, building and checking, without starting Python): geometric mean {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f} of it")
    if arguments.csv:
        with open(arguments.csv, "w", newline="") as file:
            csv.writer(file).writerows([["model", "constants", "states", "compared", "agree", "seconds", "note"], *rows])
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
