#!/usr/bin/env python3
"""How narrow the bounds are that each search reaches on a part of a model, on ten models: prints a table in Markdown.

    strategies.py FOLDER [STATES]    FOLDER has the Quantitative Verification Benchmark Set; STATES are explored (default 2000);
                                     HAZARD names the binary (default target/release/hazard)
"""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HAZARD = os.environ.get("HAZARD", str(ROOT / "target/release/hazard"))
SEARCHES = ["gap", "mass", "pfs", "rs", "softmax", "egreedy", "rl", "highway", "nmcs", "bfs"]
# Model, constants, question.
MODELS = [
    ("dtmc/brp/brp.prism", "N=64,MAX=5", "P=? [ F s=5 ]"),
    ("dtmc/crowds/crowds.prism", "TotalRuns=6,CrowdSize=20", "P=? [ F observe0>1 ]"),
    ("dtmc/egl/egl.prism", "N=5,L=8", "P=? [ F !kA & kB ]"),
    ("dtmc/haddad-monmege/haddad-monmege.pm", "N=20,p=0.7", 'P=? [ F "Target" ]'),
    ("dtmc/nand/nand.prism", "N=20,K=2", "P=? [ F s=4 & z/N<0.1 ]"),
    ("dtmc/leader_sync/leader_sync.5-4.prism", "", 'P=? [ F "elected" ]'),
    ("mdp/consensus/consensus.2.prism", "K=16", 'Pmin=? [ F "finished" & "all_coins_equal_1" ]'),
    ("mdp/csma/csma.3-4.prism", "", "Pmin=? [ F min_backoff_after_success<4 ]"),
    ("mdp/wlan/wlan.3.prism", "COL=0", "Pmax=? [ F s1=12 & s2=12 ]"),
    ("mdp/zeroconf/zeroconf.prism", "N=1000,K=8,reset=true", "Pmax=? [ F l=4 & ip=1 ]"),
]


def width(model, constants, question, search, states):
    command = [HAZARD, "mc", str(model), "--explore", search, "--max-states", str(states), "--max-time", "60s"]
    command += ["-p", question, "--json", "-", "-q"] + (["--const", constants] if constants else [])
    done = subprocess.run(command, capture_output=True, text=True, timeout=200)
    if done.returncode not in (0, 1, 3):
        return "—"
    answer = json.loads(done.stdout)["properties"][0]
    return f"{answer['upper'] - answer['lower']:.3g}"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    states = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    print("| model | " + " | ".join(SEARCHES) + " |")
    print("|---" * (len(SEARCHES) + 1) + "|")
    for path, constants, question in MODELS:
        cells = [width(folder / path, constants, question, search, states) for search in SEARCHES]
        name = pathlib.Path(path).stem + (f" {constants}" if constants else "")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
