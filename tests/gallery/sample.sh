#!/bin/sh
# Runs every program of the gallery and of tests/coins on the plain Java virtual machine, through all its choices where
# they are few enough, else at random, and compares with the expected values in their headers. It takes minutes and may
# rarely fail by chance, so it is no part of `make test`.
#   tests/gallery/sample.sh [RUNS [FILE.java…]]       default: 2000 runs of all
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
runs=${1:-2000}
[ $# -eq 0 ] || shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$root/java/api/build.sh" "$work/api"
asm=java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
javac --add-exports $asm -cp "$work/api/classes" -d "$work/sampler" "$here/Sampler.java" "$here/Chooser.java"
status=0
for folder in "$root/java/examples/randomized" "$root/tests/coins"; do
  if [ $# -gt 0 ]; then files=$(for f in "$@"; do case $(cd "$(dirname "$f")" && pwd) in "$folder") echo "$folder/$(basename "$f")";; esac; done)
  else files=$(ls "$folder"/*.java 2>/dev/null || true); fi
  [ -n "$files" ] || continue
  mkdir -p "$work/programs"
  rm -rf "$work/programs"/*
  javac -g -nowarn -cp "$work/api/classes" -d "$work/programs" $files
  java --add-exports $asm -Xss4m -cp "$work/sampler:$work/api/classes" Sampler "$runs" "$work/programs" $files || status=1
done
exit $status
