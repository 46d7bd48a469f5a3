#!/usr/bin/env bash
# The interpreter beside `java -Xint` on eight kernels: processor seconds, best of five, start-up (Hello) subtracted, and the
# geometric mean of the ratios. Outputs must agree.
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

echo "load average before: $(cut -d' ' -f1-3 /proc/loadavg)"
peer_start=$(best "$java" -Xint -cp "$classes" Hello)
our_start=$(best "$hazard" run -cp "$classes" Hello)
printf '| kernel | java -Xint s | hazard run s | ratio |\n|---|---|---|---|\n'
ratios=
for source in bench/kernels/*.java; do
  kernel=$(basename "$source" .java)
  [ "$kernel" = Hello ] && continue
  peer=$(best "$java" -Xint -cp "$classes" "$kernel")
  cp "$classes/out" "$classes/expected"
  ours=$(best "$hazard" run -cp "$classes" "$kernel")
  cmp -s "$classes/out" "$classes/expected" || { echo "$kernel: the outputs differ" >&2; exit 1; }
  ratio=$(awk -v a="$ours" -v b="$our_start" -v c="$peer" -v d="$peer_start" 'BEGIN {printf "%.2f", (a - b) / (c - d)}')
  ratios="$ratios $ratio"
  awk -v k="$kernel" -v c="$peer" -v d="$peer_start" -v a="$ours" -v b="$our_start" -v r="$ratio" \
    'BEGIN {printf "| %s | %.2f | %.2f | %s |\n", k, c - d, a - b, r}'
done
echo "$ratios" | awk '{for (i = 1; i <= NF; i++) s += log($i); printf "| geometric mean | | | %.2f |\n", exp(s / NF)}'
echo "load average after: $(cut -d' ' -f1-3 /proc/loadavg)"
