#!/usr/bin/env python3
"""Builds models in PRISM's language with `hazard mc` and with Storm (stormpy), and compares sizes and times.

Usage: bench/models.py FOLDER [--binary hazard]

FOLDER is a checkout of PRISM's benchmark suite (its `models` folder). Both tools build all labels and rewards. Times are processor
seconds, which other work on the machine hardly changes: Storm's those of parsing and building in a process of its own, Hazard's those of
the whole command, which asks one question that needs no numbers. Memory is what building adds to Storm, and all that Hazard holds. Exit status 1 if the
numbers of states or transitions differ, 2 without stormpy.
"""

import argparse
import json
import math
import pathlib
import resource
import subprocess
import sys

MODELS = [
    ("mdps/consensus/coin4.nm", "K=8"),
    ("mdps/csma/csma3_2.nm", ""),
    ("dtmcs/brp/brp.pm", "N=1024,MAX=5"),
    ("dtmcs/crowds/crowds.pm", "TotalRuns=5,CrowdSize=10"),
    ("dtmcs/nand/nand.pm", "N=20,K=3"),
    ("mdps/wlan/wlan3.nm", "COL=2"),
    ("mdps/zeroconf/zeroconf.nm", "N=20,K=4,reset=true"),
    ("mdps/firewire/firewire.nm", "delay=30"),
    ("dtmcs/herman/herman13.pm", ""),
    ("dtmcs/egl/egl.pm", "N=6,L=4"),
    ("dtmcs/leader_sync/leader_sync5_8.pm", ""),
    ("ctmcs/cluster/cluster.sm", "N=32"),
    ("ctmcs/kanban/kanban.sm", "t=4"),
    ("ctmcs/polling/poll12.sm", ""),
    ("ctmcs/tandem/tandem.sm", "c=255"),
]


STORM = r"""
import json, resource, sys, time, stormpy
before, started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
program = stormpy.parse_prism_program(sys.argv[1], prism_compatibility=True)
if sys.argv[2]:
    program = stormpy.instantiate_constants(program, sys.argv[2])[0]
model = stormpy.build_model(program, options=stormpy.BuilderOptions(build_full=True))
seconds, after = time.process_time() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([seconds, (after - before) / 1024, model.nr_states, model.nr_transitions]))
"""


def by_storm(path, constants):
    run = subprocess.run([sys.executable, "-c", STORM, str(path), constants], capture_output=True, text=True, check=True)
    seconds, megabytes, *size = json.loads(run.stdout.strip().split("\n")[-1])
    return seconds, megabytes, size


def by_hazard(binary, path, constants):
    question = "Pmax=? [ F false ]" if path.suffix == ".nm" else "P=? [ F false ]"
    command = [binary, "mc", str(path), "--json", "-", "-p", question] + (["--const", constants] if constants else [])
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    report = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, report["peak_bytes"] / 2**20, [report["states"], report["transitions"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--binary", default="hazard")
    arguments = parser.parse_args()
    try:
        import stormpy  # noqa: F401
    except ImportError:
        print("stormpy is not installed: pip install stormpy", file=sys.stderr)
        sys.exit(2)
    ratios, memory, differ = [], [], False
    print("| model | constants | states | transitions | Storm s | Hazard s | times as fast | Storm MB | Hazard MB |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    for name, constants in MODELS:
        path = arguments.folder / name
        storm, their_memory, theirs = by_storm(path, constants)
        hazard, our_memory, ours = by_hazard(arguments.binary, path, constants)
        differ |= ours != theirs
        ratios.append(storm / hazard)
        memory.append(our_memory / max(their_memory, 1))
        sizes = f"{ours[0]:,} | {ours[1]:,}" if ours == theirs else f"{ours} | Storm: {theirs}"
        figures = f"{storm:.2f} | {hazard:.2f} | {storm / hazard:.1f} | {their_memory:.0f} | {our_memory:.0f}"
        print(f"| {path.stem} | {constants} | {sizes} | {figures} |", flush=True)
    mean = lambda values: math.exp(sum(map(math.log, values)) / len(values))
    print(f"\ngeometric means: {mean(ratios):.1f} times as fast, {mean(memory):.2f} of the memory")
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
