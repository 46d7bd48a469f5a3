#!/bin/sh
# Runs every program of this folder with its library on HotSpot and under `hazard run`, compares what they print byte by byte, and
# writes the table ../libraries/SCORES.md. Jars are fetched with Maven into jars/ and never committed.
#
#   score.sh            all programs
#   score.sh Name...    these only, without writing the table
#
# Programs that need a newer JDK (`//@ since: 25`) are run when JAVA_HOME names one, and keep their rows otherwise.
# HAZARD is the binary (default: target/release/hazard), JAVA_HOME the JDK. With --check, a program that the table calls "same" and
# that differs now makes the script fail.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
hazard=${HAZARD:-$here/../../target/release/hazard}
bin=${JAVA_HOME:+$JAVA_HOME/bin/}
table=$here/../libraries/SCORES.md
version=$("${bin}javac" -version 2>&1 | sed 's/javac \([0-9]*\).*/\1/')
check=
[ "${1:-}" = --check ] && { check=yes; shift; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch() {
    name=$1; shift
    [ $# -eq 0 ] && return 0
    [ -d "$here/jars/$name" ] && return 0
    mkdir -p "$work/$name"
    {
        echo '<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version><dependencies>'
        for artifact in "$@"; do
            echo "$artifact" | { IFS=: read -r group id version
                echo "<dependency><groupId>$group</groupId><artifactId>$id</artifactId><version>$version</version></dependency>"; }
        done
        echo '</dependencies></project>'
    } >"$work/$name/pom.xml"
    mvn -q -B -f "$work/$name/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies \
        -DincludeScope=runtime -DoutputDirectory="$here/jars/$name"
}

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

rows=$work/rows
: >"$rows"
failed=0
all=${*:-$(cd "$here" && ls ./*.java | sed 's,^\./,,; s,\.java$,,')}
for program in $all; do
    source=$here/$program.java
    library=$(sed -n 's,^//@ library: ,,p' "$source")
    since=$(sed -n 's,^//@ since: ,,p' "$source")
    if [ "${since:-0}" -gt "$version" ]; then
        # It needs a newer JDK: its row stays as it was.
        grep "^| $program |" "$table" >>"$rows" || true
        continue
    fi
    options=$(sed -n 's,^//@ java: ,,p' "$source")
    # shellcheck disable=SC2046
    fetch "$library" $(sed -n "s,^$library ,,p" "$here/libraries.txt")
    path=$(echo "$here/jars/$library"/*.jar | tr ' ' ':')
    classes=$work/$program
    mkdir -p "$classes"
    [ -d "$here/jars/$library" ] || path=$classes
    "${bin}javac" -nowarn -Xlint:none -proc:none -encoding UTF-8 -d "$classes" -cp "$path" "$source" 2>"$work/errors" ||
        { cat "$work/errors"; exit 2; }
    began=$(milliseconds)
    # shellcheck disable=SC2086
    LC_ALL=C TZ=UTC timeout 120 "${bin}java" $options -cp "$classes:$path" "$program" </dev/null >"$work/java.out" 2>"$work/java.err" || true
    middle=$(milliseconds)
    status=0
    # shellcheck disable=SC2086
    LC_ALL=C TZ=UTC timeout 120 "$hazard" run $options -cp "$classes:$path" "$program" </dev/null >"$work/hazard.out" 2>"$work/hazard.err" ||
        status=$?
    ended=$(milliseconds)
    result=same
    if ! cmp -s "$work/java.out" "$work/hazard.out"; then
        result="different: status $status, $(grep -v '^	at' "$work/hazard.err" | tail -1 | cut -c1-140 | tr '|' '/')"
        if [ -n "$check" ] && grep -q "^| $program |.*| same |" "$table"; then
            echo "$program used to print what HotSpot prints, and does not: $result"
            failed=1
        fi
    fi
    ratio=$(((ended - middle) * 10 / (middle - began + 1)))
    echo "| $program | $library | $result | $((ratio / 10)).$((ratio % 10)) |" | tee -a "$rows"
done
[ $# -eq 0 ] && [ -z "$check" ] && {
    echo '# Libraries under `hazard run`'
    echo
    echo 'Each program uses its library for some substance and prints; what it prints on HotSpot and under `hazard run` is compared byte'
    echo 'by byte. The last column is the time of `hazard run` over that of `java`. Written by `tests/ecosystems/score.sh`.'
    echo
    echo "$(grep -c '| same |' "$rows") of $(wc -l <"$rows") are the same."
    echo
    echo '| program | library | output | time |'
    echo '|---|---|---|---:|'
    cat "$rows"
} >"$table"
exit $failed
