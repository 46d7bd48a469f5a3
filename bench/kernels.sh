#!/usr/bin/env bash
# `hazard run`, with and without its compiler, beside `java` and `java -Xint` on eleven kernels: processor seconds, best of five,
# start-up (Hello) subtracted, and the geometric means of the ratios. Outputs must agree.
#
# Usage: bench/kernels.sh [ROUNDS]     HAZARD names the binary (default target/release/hazard), JAVA_HOME the JDK.
set -euo pipefail
cd "$(dirname "$0")/.."
hazard=${HAZARD:-target/release/hazard}
rounds=${1:-5}
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
classes=$(mktemp -d)
trap 'rm -rf "$classes"' EXIT
"${java}c" -d "$classes" bench/kernels/*.java
TIMEFORMAT='%U %S'

# Processor seconds of a command, user and system, best of the rounds.
best() {
  local least=
  for ((i = 0; i < rounds; i++)); do
    local spent
    spent=$({ time "$@" >"$classes/out" 2>/dev/null; } 2>&1 | awk '{print $1 + $2}')
    least=$(awk -v a="$spent" -v b="${least:-$spent}" 'BEGIN {print a < b ? a : b}')
  done
  echo "$least"
}

# The four machines on one class: java, java -Xint, ours without and with the compiler.
all() {
  best "$java" -cp "$classes" "$1"
  cp "$classes/out" "$classes/expected"
  for machine in "$java -Xint" "$hazard run --compiler off" "$hazard run"; do
    # shellcheck disable=SC2086
    best $machine -cp "$classes" "$1"
    cmp -s "$classes/out" "$classes/expected" || { echo "$1: the outputs of $machine differ" >&2; exit 1; }
  done
}

echo "load average before: $(cut -d' ' -f1-3 /proc/loadavg)"
start=$(all Hello | tr '\n' ' ')
printf '| kernel | java s | java -Xint s | hazard run --compiler off s | hazard run s | to java | to -Xint |\n'
printf '|---|---:|---:|---:|---:|---:|---:|\n'
for source in bench/kernels/*.java; do
  kernel=$(basename "$source" .java)
  [ "$kernel" = Hello ] && continue
  echo "$kernel $start $(all "$kernel" | tr '\n' ' ')"
done | awk '
  function above(a, b) { return a - b > 0.005 ? a - b : 0.005 }
  { for (i = 0; i < 4; i++) t[i] = above($(6 + i), $(2 + i))
    printf "| %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |\n", $1, t[0], t[1], t[2], t[3], t[3] / t[0], t[3] / t[1]
    a += log(t[3] / t[0]); b += log(t[3] / t[1]); n++ }
  END { printf "| geometric mean | | | | | %.2f | %.2f |\n", exp(a / n), exp(b / n) }'
echo "load average after: $(cut -d' ' -f1-3 /proc/loadavg)"
