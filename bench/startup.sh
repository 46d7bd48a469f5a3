#!/usr/bin/env bash
# Start-up: `hazard run Hello` beside `java Hello`, processor seconds, best of ten.
#
# Usage: bench/startup.sh [ROUNDS]     HAZARD names the binary (default target/release/hazard), JAVA_HOME the JDK.
set -euo pipefail
cd "$(dirname "$0")/.."
hazard=${HAZARD:-target/release/hazard}
rounds=${1:-10}
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
classes=$(mktemp -d)
trap 'rm -rf "$classes"' EXIT
"${java}c" -d "$classes" bench/kernels/Hello.java
TIMEFORMAT='%U %S'

best() {
  for ((i = 0; i < rounds; i++)); do
    { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{print $1 + $2}'
  done | sort -g | head -1
}

peer=$(best "$java" -cp "$classes" Hello)
ours=$(best "$hazard" run "$classes/Hello.class")
awk -v a="$ours" -v b="$peer" 'BEGIN {printf "java Hello %.3f s, hazard run Hello.class %.3f s, ratio %.2f\n", b, a, a / b}'
