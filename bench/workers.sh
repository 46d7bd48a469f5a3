#!/usr/bin/env bash
# What a second worker brings, with questions and exports and other searches, and what a checkpoint costs (bench/threads/Increments.java).
#
# Usage: bench/workers.sh          HAZARD names the binary (default target/release/hazard), JAVA_HOME the JDK; ROUNDS how often (3).
# Ratios are of runs that follow each other in one round, the median over rounds. Of use on a machine with two idle cores only; it prints how
# busy both were. Start-up, which is measured with one thread and no increment, is subtracted.
set -euo pipefail
cd "$(dirname "$0")/.."
hazard=$(realpath "${HAZARD:-target/release/hazard}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${JAVA_HOME:+$JAVA_HOME/bin/}javac" -g -d "$work" bench/threads/Increments.java
TIMEFORMAT='%U %S %R'
cd "$work"

# measure NAME OPTIONS…: the seconds and the report, in files
measure() {
  local name=$1
  shift
  { time "$hazard" check Increments -cp . -q --json "$name.json" "$@" >/dev/null || true; } 2>>"$name.time"
}

question=(-p 'Pmax=? [ F "end" ]' --export-tra out.tra --export-lab out.lab)
for _ in $(seq "${ROUNDS:-3}"); do
  measure start1 --threads 1 -- 1 0
  measure start2 --threads 2 -- 1 0
  for n in 1 2; do
    measure plain$n --por off --threads $n -- 2 14
    measure asked$n --por off --threads $n "${question[@]}" -- 2 14
    mv out.tra asked$n.tra
    measure bfs$n --por off --threads $n --search bfs -- 2 14
    measure walks$n --por off --threads $n --search random,walks=3000 -- 2 14
  done
  cmp asked1.tra asked2.tra
  rm -rf kept
  measure kept2 --por off --threads 2 --checkpoint kept,every=1s -- 2 14
done
python3 - <<'PYTHON'
import json, statistics

def runs(name):
    return [list(map(float, line.split())) for line in open(f"{name}.time")]

def report(name):
    return json.load(open(f"{name}.json"))

print("| what | states | one worker, s | two, s | times as fast | processors busy |")
print("|---|---:|---:|---:|---:|---:|")
starts = [statistics.median(real for _, _, real in runs(f"start{n}")) for n in (1, 2)]
for name, what in [("plain", "depth first"), ("asked", "with a question and exports"), ("bfs", "breadth first"), ("walks", "random walks")]:
    one, two = report(name + "1"), report(name + "2")
    assert (one["states"], one["transitions"], one["verdict"]) == (two["states"], two["transitions"], two["verdict"]), name
    pairs = list(zip(runs(name + "1"), runs(name + "2")))
    ratio = statistics.median((a[2] - starts[0]) / (b[2] - starts[1]) for a, b in pairs)
    reals = [statistics.median(pair[k][2] for pair in pairs) for k in (0, 1)]
    busy = statistics.median((b[0] + b[1]) / b[2] for _, b in pairs)
    print(f"| {what} | {one['states']} | {reals[0]:.2f} | {reals[1]:.2f} | {ratio:.2f} | {busy:.2f} |")
cost = statistics.median(k[2] / p[2] for k, p in zip(runs("kept2"), runs("plain2")))
print(f"\nstart-up {starts[0]:.2f} s, with two workers {starts[1]:.2f} s; a picture every second: {(cost - 1) * 100:+.1f} % of the time")
PYTHON
