#!/usr/bin/env python3
"""Builds models in PRISM's language with `hazard mc` and with Storm (stormpy), and compares sizes and times.

Usage: bench/models.py FOLDER [--binary hazard]

FOLDER is a checkout of PRISM's benchmark suite (its `models` folder). Both tools build all labels and rewards; Storm's time is
that of parsing and building in process, Hazard's the one it reports for reading and building. Exit status 1 if the numbers of
states or transitions differ, 2 without stormpy.
"""

import argparse
import json
import math
import pathlib
import subprocess
import sys
import time

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


def by_storm(stormpy, path, constants):
    started = time.perf_counter()
    program = stormpy.parse_prism_program(str(path), prism_compatibility=True)
    if constants:
        program = stormpy.instantiate_constants(program, constants)[0]
    model = stormpy.build_model(program, options=stormpy.BuilderOptions(build_full=True))
    return time.perf_counter() - started, (model.nr_states, model.nr_transitions)


def by_hazard(binary, path, constants):
    question = "Pmax=? [ F false ]" if path.suffix == ".nm" else "P=? [ F false ]"
    command = [binary, "mc", str(path), "--json", "-", "-p", question]
    report = json.loads(subprocess.run(command + (["--const", constants] if constants else []), capture_output=True, text=True).stdout)
    return report["load_ms"] / 1e3, (report["states"], report["transitions"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--binary", default="hazard")
    arguments = parser.parse_args()
    try:
        import stormpy
    except ImportError:
        print("stormpy is not installed: pip install stormpy", file=sys.stderr)
        sys.exit(2)
    ratios, differ = [], False
    print("| model | constants | states | transitions | Storm s | Hazard s | times as fast |\n|---|---|---:|---:|---:|---:|---:|")
    for name, constants in MODELS:
        path = arguments.folder / name
        storm, theirs = by_storm(stormpy, path, constants)
        hazard, ours = by_hazard(arguments.binary, path, constants)
        differ |= ours != theirs
        ratios.append(storm / hazard)
        sizes = f"{ours[0]:,} | {ours[1]:,}" if ours == theirs else f"{ours} | Storm: {theirs}"
        print(f"| {path.stem} | {constants} | {sizes} | {storm:.2f} | {hazard:.2f} | {storm / hazard:.1f} |", flush=True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"\ngeometric mean: {mean:.1f} times as fast")
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
