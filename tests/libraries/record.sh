#!/bin/sh
# Writes <Name>.out beside each program of this folder: what HotSpot prints, with the jars that fetch.sh got.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ -n "${JAVA_HOME:-}" ]; then bin=$JAVA_HOME/bin; else bin=$(dirname "$(readlink -f "$(command -v javac)")"); fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$bin/javac" -g -nowarn -Xlint:none -proc:none -encoding UTF-8 -cp "$here/jars/*" -d "$work" "$here"/*.java
for source in "$here"/*.java; do
    name=$(basename "$source" .java)
    (cd "$here" && LC_ALL=C TZ=UTC "$bin/java" -cp "$work:$here/jars/*" "$name" </dev/null >"$work/out") || echo "$name ended with status $?"
    cp "$work/out" "$here/$name.out"
done
