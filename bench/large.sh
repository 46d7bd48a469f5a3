#!/usr/bin/env bash
# State spaces larger than memory (tests/limits/Large.java): a goal of 369 makes 50 million states. Each is explored with `--store` and
# `--checkpoint`, then once more, killed on the way and resumed, and if PROCESSES is set, by so many processes. The answer is one third.
#
# Usage: bench/large.sh GOAL…      HAZARD names the binary (default target/release/hazard), JAVA_HOME the JDK; CACHE what may be in memory (2G),
# EVERY the time between two pictures (10m), DIR where everything is kept (a temporary folder). 50 million states take some 16 GB on disk.
set -euo pipefail
cd "$(dirname "$0")/.."
hazard=$(realpath "${HAZARD:-target/release/hazard}")
work=$(mktemp -d "${DIR:-/tmp}/large.XXXXXX")
trap 'rm -rf "$work"' EXIT
"${JAVA_HOME:+$JAVA_HOME/bin/}javac" -g -sourcepath java/api -d "$work" tests/limits/Large.java
cd "$work"
store=(--store "store,cache=${CACHE:-2G}")
kept=(--checkpoint "kept,every=${EVERY:-10m}")

# explore NAME GOAL OPTIONS…: explores; the report and what it took are in files
explore() {
  local name=$1 goal=$2
  shift 2
  /usr/bin/time -f '%U %S %e %M' -o "$name.time" "$hazard" check Large -cp . -q --json "$name.json" \
    --label '"first" = field:Large.first=true' -p 'P=? [ F "first" ]' "$@" -- "$goal" >/dev/null
}

row() {
  python3 - "$1" "$2" "$3" <<'PYTHON'
import json, os, sys

name, what, goal = sys.argv[1], sys.argv[2], int(sys.argv[3])
report = json.load(open(f"{name}.json"))
user, system, real, peak = map(float, open(f"{name}.time").read().split()[-4:])
kept = sum(os.path.getsize(f"kept/{part}") for part in os.listdir("kept")) if os.path.isdir("kept") else 0
answer = report["properties"][0]["value"]
assert report["states"] == goal**3 + 3 and abs(answer - 1 / 3) < 1e-9, report
print(f"| {what} | {report['states']} | {user + system:.0f} | {real:.0f} | {peak / 1e6:.2f} | {(report.get('disk_bytes') or 0) / 1e9:.1f} | {kept / 1e9:.1f} | {answer} |", flush=True)
PYTHON
}

echo "| what | states | processor s | clock s | memory, GB | disk, GB | checkpoint, GB | answer |"
echo "|---|---:|---:|---:|---:|---:|---:|---:|"
for goal in "$@"; do
  explore plain "$goal" "${store[@]}"
  row plain "on disk" "$goal"
  explore kept "$goal" "${store[@]}" "${kept[@]}"
  row kept "kept as well" "$goal"
  rm -rf kept
  half=$(awk '{ print $3 / 2 }' kept.time)
  explore again "$goal" "${store[@]}" --checkpoint "kept,every=$(awk "BEGIN { print int($half / 4) + 1 }")s" &
  sleep "$half"
  # The process that explores, not the one that measures it.
  pkill -KILL -P "$(pgrep -P $!)" 2>/dev/null || true
  wait $! || true
  /usr/bin/time -f '%U %S %e %M' -o again.time "$hazard" resume kept >/dev/null
  row again "killed half-way, and resumed" "$goal"
  rm -rf kept
  if [ -n "${PROCESSES:-}" ]; then
    explore together "$goal" --search dfs --processes "$PROCESSES" "${store[@]}"
    row together "$PROCESSES processes (of the first one)" "$goal"
  fi
done
