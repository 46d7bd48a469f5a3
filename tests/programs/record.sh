#!/bin/sh
# Runs every program below this folder (or the sources named as arguments) on HotSpot, with `javac -g` of the same JDK, and writes what it
# printed to <Name>.out beside it. JDK 17 is the reference; where another JDK prints otherwise its text goes to <Name>.<version>.out.
# The exit status and the uncaught exception are not rewritten but compared with the `//@ exit:` and `//@ throws:` lines of the source.
#
#   tests/programs/record.sh                    record with the JDK of JAVA_HOME, else of `javac` on PATH (should be a 17)
#   JAVA_HOME=/opt/jdk-25 tests/programs/record.sh    record only the differences of JDK 25
set -u
export LC_ALL=C TZ=UTC
here=$(cd "$(dirname "$0")" && pwd)
if [ -n "${JAVA_HOME:-}" ]; then bin=$JAVA_HOME/bin; else bin=$(dirname "$(readlink -f "$(command -v javac)")"); fi
version=$("$bin/javac" -version 2>&1 | sed 's/javac \([0-9]*\).*/\1/')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ $# -gt 0 ]; then printf '%s\n' "$@" >"$work/sources"; else find "$here" -name '*.java' | sort >"$work/sources"; fi
# Some need a newer JDK.
while read -r source; do
    since=$(sed -n 's|^//@ since: ||p' "$source")
    if [ "${since:-0}" -le "$version" ]; then printf '%s\n' "$source"; fi
done <"$work/sources" >"$work/fitting"
mv "$work/fitting" "$work/sources"
"$bin/javac" -g -nowarn -Xlint:none -encoding UTF-8 -d "$work/classes" @"$work/sources" 2>"$work/javac" || { cat "$work/javac"; exit 1; }
wrong=0
while read -r source; do
    name=$(basename "$source" .java)
    package=$(sed -n 's/^package \(.*\);.*/\1./p' "$source")
    input=${source%.java}.in
    [ -f "$input" ] || input=/dev/null
    eval "set -- $(sed -n 's|^//@ args: ||p' "$source")"
    (cd "$(dirname "$source")" && timeout 60 "$bin/java" -cp "$work/classes" "$package$name" "$@" <"$input" >"$work/out" 2>"$work/err")
    status=$?
    expected=$(sed -n 's|^//@ exit: ||p' "$source")
    thrown=$(sed -n 's|^Exception in thread "main" ||p' "$work/err" | head -n 1)
    declared=$(sed -n 's|^//@ throws: ||p' "$source")
    if [ "$status" != "${expected:-0}" ]; then echo "$source: exit status $status, declared ${expected:-0}"; wrong=1; fi
    if [ "$thrown" != "$declared" ]; then echo "$source: throws [$thrown], declared [$declared]"; wrong=1; fi
    if [ "$version" = 17 ]; then
        cp "$work/out" "${source%.java}.out"
    elif cmp -s "$work/out" "${source%.java}.out"; then
        rm -f "${source%.java}.$version.out"
    else
        echo "$source: JDK $version prints otherwise"
        cp "$work/out" "${source%.java}.$version.out"
    fi
done <"$work/sources"
exit $wrong
