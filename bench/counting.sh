#!/usr/bin/env bash
# Counting: median and worst microseconds per path condition, by its number of variables.
#
# Usage: bench/counting.sh
set -euo pipefail
cd "$(dirname "$0")/.."
cargo run --quiet --release -p hazard-symbolic --example counting_speed
