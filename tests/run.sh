#!/bin/sh
# All tests of the workspace. One that fails beside others is run again alone, so that a busy machine is told from a mistake: what fails
# twice fails, what passes alone is named as unsteady. A target that ended without naming a failing test runs again as a whole.
set -eu
cd "$(dirname "$0")/.."
cargo=${CARGO:-cargo}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM

{ "$cargo" test --workspace --lib --bins --tests --no-fail-fast 2>&1 && echo 0 >"$folder/status" || echo $? >"$folder/status"; } | tee "$folder/log"
status=$(cat "$folder/status")
[ "$status" -ne 0 ] || exit 0

# One line for each test that failed: the arguments that name its target, a tab, its name (or nothing).
awk '
	/^ *Running / { count = 0 }
	/^test .* \.\.\. FAILED/ { name = $0; sub(/^test /, "", name); sub(/ \.\.\. FAILED.*/, "", name); names[++count] = name }
	/^error: test failed, to rerun pass `/ {
		target = $0; sub(/^[^`]*`/, "", target); sub(/`.*/, "", target)
		if (count == 0) print target "\t"
		for (i = 1; i <= count; i++) print target "\t" names[i]
		count = 0
	}' "$folder/log" >"$folder/failed"
[ -s "$folder/failed" ] || exit "$status"

passed=0
failed=0
tab=$(printf '\t')
while IFS="$tab" read -r target name; do
	echo "again, alone: $target $name"
	# The arguments of a target are words.
	if [ -n "$name" ]; then
		set -- --exact "$name"
	else
		set --
	fi
	# shellcheck disable=SC2086
	if "$cargo" test $target -- --test-threads 1 "$@" >"$folder/again" 2>&1 && grep -q '^test result: ok. [1-9]' "$folder/again"; then
		passed=$((passed + 1))
		echo "UNSTEADY: $target $name failed beside others and passes alone"
	else
		failed=$((failed + 1))
		cat "$folder/again"
	fi
done <"$folder/failed"
echo "again: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
