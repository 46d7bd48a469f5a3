#!/bin/sh
# Fetches the third-party libraries that the programs in this folder use into jars/, with Maven and its configured repositories.
# The versions are pinned; the jars are never committed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/jars"
for artifact in \
    org.apache.commons:commons-math3:3.6.1 \
    org.apache.commons:commons-lang3:3.14.0 \
    com.google.guava:guava:33.2.1-jre \
    com.google.guava:failureaccess:1.0.2; do
    name=$(echo "$artifact" | cut -d: -f2-3 | tr : -)
    [ -f "$here/jars/$name.jar" ] && continue
    mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy -Dartifact="$artifact" -DoutputDirectory="$here/jars"
done
