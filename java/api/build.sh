#!/bin/sh
# Compiles the Java API into a folder of classes and, beside it, hazard-api.jar. `hazard api` writes out the same jar.
#   java/api/build.sh [FOLDER]       default: java/api/target
set -eu
api=$(cd "$(dirname "$0")" && pwd)
out=${1:-$api/target}
mkdir -p "$out/classes"
find "$api" -name '*.java' -print > "$out/sources"
# Release 11: the oldest that users of the packages named here still compile for.
javac --release 11 -encoding UTF-8 -g -Xlint:all -Werror -d "$out/classes" @"$out/sources"
rm "$out/sources"
jar --create --file "$out/hazard-api.jar" --date 2026-01-01T00:00:00Z -C "$out/classes" .
