#!/usr/bin/env bash
# Exploration: a program with fifty live objects and 2^20 states (bench/exploration/Tokens.java). Prints processor
# nanoseconds per transition for everything but interpretation (encode, look up, decode) and bytes of store per state.
#
# Start-up is measured with two places, that is four states.
#
# What an instruction costs is measured in the same run, on the Sieve kernel, which has the cheapest ones: so the overhead is
# rather stated too high than too low.
#
# Usage: bench/exploration.sh [PLACES]     HAZARD names the binary (default target/release/hazard), JAVA_HOME the JDK.
set -euo pipefail
cd "$(dirname "$0")/.."
hazard=${HAZARD:-target/release/hazard}
places=${1:-20}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%U %S'
spent=$({ time "$hazard" check bench/exploration/Tokens.java -q --json "$work/report.json" -- "$places" >/dev/null; } 2>&1 |
  awk '{print $1 + $2}')
start=$({ time "$hazard" check bench/exploration/Tokens.java -q -- 2 >/dev/null; } 2>&1 | awk '{print $1 + $2}')
sieve=$({ time "$hazard" check bench/kernels/Sieve.java -q --json "$work/sieve.json" >/dev/null; } 2>&1 | awk '{print $1 + $2}')
python3 - "$work/report.json" "$spent" "$start" "$work/sieve.json" "$sieve" <<'PYTHON'
import json, sys

report = json.load(open(sys.argv[1]))
seconds = float(sys.argv[2]) - float(sys.argv[3])
states, transitions, instructions = report["states"], report["transitions"], report["instructions"]
per_instruction = (float(sys.argv[5]) - float(sys.argv[3])) * 1e9 / json.load(open(sys.argv[4]))["instructions"]
interpreting = instructions * per_instruction
print(f"{states} states, {transitions} transitions, {instructions} instructions, {seconds:.2f} processor s")
print(f"{seconds * 1e9 / transitions:.0f} ns per transition in all, {instructions / transitions:.0f} instructions each of {per_instruction:.2f} ns")
print(f"{(seconds * 1e9 - interpreting) / transitions:.0f} ns per transition besides interpretation")
print(f"{report['store_bytes'] / states:.1f} bytes of store per state")
PYTHON
