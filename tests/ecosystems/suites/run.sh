#!/bin/sh
# Runs the published tests of other people's libraries with JUnit on HotSpot and under `hazard run`, and compares test by test how they
# end. Classes are run a batch at a time; a class that a batch did not come to, or in which a test ends differently, is run alone.
#
#   run.sh [NAME...]    all libraries of suites.txt, or these
#
# HAZARD is the binary (default: target/release/hazard), JAVA_HOME the JDK, LIMIT the processor seconds that a class may take (60), BATCH how many
# classes go together (20), RESULTS a folder that keeps what was run, so that the script can be stopped and started again, SPEND the seconds
# after which nothing more is begun (0: only the table is written, which says of how many classes it knows). The table goes to ../../libraries/SUITES.md when all libraries were
# looked at, with NOTE, a sentence on how it came about; it names every test that ends otherwise than on HotSpot.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
hazard=${HAZARD:-$here/../../../target/release/hazard}
bin=${JAVA_HOME:+$JAVA_HOME/bin/}
limit=${LIMIT:-60}
batch=${BATCH:-20}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
end=$(($(date +%s) + ${SPEND:-999999}))
results=${RESULTS:-$work/results}
jars=$here/../jars/suites
junit='junit:junit:4.13.2 org.junit.jupiter:junit-jupiter:5.10.3 org.junit.vintage:junit-vintage-engine:5.10.3 org.junit.platform:junit-platform-launcher:1.10.3 org.hamcrest:hamcrest:2.2'

fetch() {
    name=$1; shift
    [ -d "$jars/$name" ] && return 0
    mkdir -p "$work/$name"
    {
        echo '<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version><dependencies>'
        for artifact in "$@"; do
            echo "$artifact" | { IFS=: read -r group id version kind
                echo "<dependency><groupId>$group</groupId><artifactId>$id</artifactId><version>$version</version>${kind:+<classifier>$kind</classifier>}</dependency>"; }
        done
        echo '</dependencies></project>'
    } >"$work/$name/pom.xml"
    mvn -q -B -f "$work/$name/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies \
        -DincludeScope=runtime -DoutputDirectory="$jars/$name"
}

# run NAME CLASSES... leaves NAME.java and NAME.hazard, with what each class's tests came to. Tests write files: each run has a folder of its own.
run() {
    kept=$1; seconds=$2; shift 2
    rm -rf "$work/there"; mkdir -p "$work/there"
    began=$(date +%s%N)
    # The heap is as large as that of `hazard run`: some tests try arrays of 2 GB, and are skipped where there is no room for them.
    # Seconds of the processor say the same on a busy machine; what hangs without using any is ended by the clock.
    (cd "$work/there" && ulimit -t "$seconds" && timeout $((seconds * 10)) "${bin}java" -Xmx512m -cp "$work/classes:$path" RunTests "$@" </dev/null >"$kept.java" 2>/dev/null) || true
    # What does not end on HotSpot in that time, or holds no test, says nothing.
    between=$(date +%s%N)
    ended=$(sed -n 's,^ran [1-9][0-9]* ,,p' "$kept.java")
    rm -rf "$work/there"; mkdir -p "$work/there"
    # shellcheck disable=SC2086
    [ -n "$ended" ] && { (cd "$work/there" && ulimit -t "$seconds" && timeout $((seconds * 10)) "$hazard" run -cp "$work/classes:$path" RunTests -- $ended </dev/null >"$kept.hazard" 2>"$kept.errors") || echo "status $?" >>"$kept.errors"; }
    echo "$((between - began)) $(($(date +%s%N) - between))" >"$kept.done"
}

rows=$work/rows; differences=$work/differences; unknown=
: >"$rows"; : >"$differences"
for name in ${*:-$(grep -v '^#' "$here/suites.txt" | cut -d' ' -f1)}; do
    # Nothing is known, and nothing is to be run.
    [ "${SPEND:-}" = 0 ] && [ -z "$(ls "$results/$name"/*.done 2>/dev/null)" ] && { unknown="$unknown $name"; continue; }
    needs=$(sed -n "s,^$name ,,p" "$here/suites.txt" | tr ' ' '\n')
    # JUnit comes first, so that it is this one, whatever others depend on.
    # shellcheck disable=SC2046,SC2086
    fetch "$name" $junit $(echo "$needs" | grep -v '^except=')
    path=$(echo "$jars/$name"/*.jar | tr ' ' ':')
    mkdir -p "$work/classes" "$results/$name/alone"
    "${bin}javac" -nowarn -d "$work/classes" -cp "$path" "$here/RunTests.java"
    # `Abstract` and inner classes are no tests of their own, and what measures performance is about another machine.
    for tests in "$jars/$name"/*-test.jar "$jars/$name"/*-tests.jar; do
        [ -f "$tests" ] && unzip -Z1 "$tests" | grep 'Test[A-Za-z0-9]*\.class$' | grep -v -e '\$' -e Abstract -e Performance | sed 's,\.class$,,; s,/,.,g'
    done | grep -v -E "$(echo "$needs" | sed -n 's,^except=,,p' | grep . || echo '^$')" | sort -u >"$work/all"
    split -l "$batch" -a 4 "$work/all" "$work/batch-$name-"
    for part in "$work/batch-$name"-*; do
        kept=$results/$name/$(basename "$part")
        # shellcheck disable=SC2046
        [ -f "$kept.done" ] || [ "$(date +%s)" -ge "$end" ] || run "$kept" $((limit * 3)) $(cat "$part")
    done
    "$here/compare.py" again "$results/$name" "$work/all" | while read -r class; do
        [ -f "$results/$name/alone/$class.done" ] || [ "$(date +%s)" -ge "$end" ] || run "$results/$name/alone/$class" "$limit" "$class"
    done
    "$here/compare.py" tell "$results/$name" "$name" "$work/all" "$rows" "$differences"
    tail -1 "$rows"
done
[ $# -eq 0 ] && {
    echo '# Published tests under `hazard run`'
    echo
    echo 'The tests that these libraries publish, run with JUnit on HotSpot and under `hazard run` and compared one by one: a test is the same'
    echo 'if it ends the same way, with the same kind of exception. Classes that take longer than the limit under `hazard run` count as not'
    echo 'ended. The last column is the time of `hazard run` over that of `java`. Written by `tests/ecosystems/suites/run.sh`; reasons stand'
    echo 'in `tests/ecosystems/suites/reasons.txt`, and what is left out in `tests/ecosystems/suites/suites.txt`.'
    echo
    [ -n "${NOTE:-}" ] && { echo "$NOTE"; echo; }
    echo '| library | classes | tests | same | different | not ended | time |'
    echo '|---|---:|---:|---:|---:|---:|---:|'
    cat "$rows"
    awk -F'|' '{ for (i = 4; i <= 7; i++) sum[i] += $i } END { printf "| all | | %d | %d | %d | %d | |\n", sum[4], sum[5], sum[6], sum[7] }' "$rows"
    [ -n "$unknown" ] && { echo; echo "Not run with this state of the machine:$unknown."; }
    echo
    echo '## Differences'
    echo
    cat "$differences"
} >"$here/../../libraries/SUITES.md"
exit 0
