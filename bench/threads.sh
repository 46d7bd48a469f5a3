#!/usr/bin/env bash
# Threads: how many states per processor second, and what a second worker brings (bench/threads/Increments.java).
#
# Usage: bench/threads.sh          HAZARD names the binary (default target/release/hazard), JAVA_HOME the JDK.
# Best of three each. Start-up, which is measured with one thread and no increment, is subtracted. The comparison of workers is of use on a machine with
# two idle cores only; it prints how busy both were.
set -euo pipefail
cd "$(dirname "$0")/.."
hazard=${HAZARD:-target/release/hazard}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${JAVA_HOME:+$JAVA_HOME/bin/}javac" -g -d "$work" bench/threads/Increments.java
TIMEFORMAT='%U %S %R'

# measure NAME OPTIONS… -- THREADS INCREMENTS: the report and the seconds of the three runs, in files
measure() {
  local name=$1
  shift
  for _ in 1 2 3; do
    { time "$hazard" check Increments -cp "$work" -q --json "$work/$name.json" "$@" >/dev/null; } 2>>"$work/$name.time"
  done
}

measure start -- 1 0
measure 2x20off --por off -- 2 20
measure 2x20 -- 2 20
measure 3x3off --por off -- 3 3
measure 3x3 -- 3 3
measure 3x6 -- 3 6
measure one --por off --threads 1 -- 3 4
measure two --por off --threads 2 -- 3 4
python3 - "$work" <<'PYTHON'
import json, sys

def read(name):
    report = json.load(open(f"{sys.argv[1]}/{name}.json"))
    runs = [list(map(float, line.split())) for line in open(f"{sys.argv[1]}/{name}.time")]
    return report, min(user + system for user, system, _ in runs), min(real for _, _, real in runs)

_, start, start_real = read("start")
print("| what | states | transitions | processor s | states per processor s |")
print("|---|---:|---:|---:|---:|")
for name, what in [("2x20off", "2 × 20, no reduction"), ("2x20", "2 × 20"), ("3x3off", "3 × 3, no reduction"), ("3x3", "3 × 3"), ("3x6", "3 × 6")]:
    report, spent, _ = read(name)
    spent = max(spent - start, 0.01)
    print(f"| {what} | {report['states']} | {report['transitions']} | {spent:.2f} | {report['states'] / spent:.0f} |")
(one, one_cpu, one_real), (two, two_cpu, two_real) = read("one"), read("two")
assert (one["states"], one["transitions"], one["verdict"]) == (two["states"], two["transitions"], two["verdict"])
print()
print(f"{one['states']} states: one worker {one_real:.1f} s ({one_cpu:.1f} of the processor), two workers {two_real:.1f} s ({two_cpu:.1f});")
print(f"{(one_real - start_real) / (two_real - start_real):.2f} times the states per second, {two_cpu / two_real:.2f} processors busy")
PYTHON
