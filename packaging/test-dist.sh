#!/bin/sh
# Installs what `make dist` made, each in a place where nothing of it was before, and uses it: an empty root, a fresh Debian, a fresh
# virtual environment, a project with nothing but a dependency. Needs root for the roots; says what it leaves out.
set -eu
cd "$(dirname "$0")/.."
dist=$PWD/target/dist
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
jdk=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
work=$(mktemp -d)
trap 'umount "$work"/*/jdk 2>/dev/null || true; rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }
expect() { # WHAT OUTPUT PATTERN
  printf '%s\n' "$2" | grep -q -- "$3" || fail "$1 printed: $2"
}

cat >"$work/die.pm" <<'M'
dtmc
module die
  s : [0..7] init 0;
  d : [0..6] init 0;
  [] s=0 -> 0.5 : (s'=1) + 0.5 : (s'=2);
  [] s=1 -> 0.5 : (s'=3) + 0.5 : (s'=4);
  [] s=2 -> 0.5 : (s'=5) + 0.5 : (s'=6);
  [] s=3 -> 0.5 : (s'=1) + 0.5 : (s'=7) & (d'=1);
  [] s=4 -> 0.5 : (s'=7) & (d'=2) + 0.5 : (s'=7) & (d'=3);
  [] s=5 -> 0.5 : (s'=7) & (d'=4) + 0.5 : (s'=7) & (d'=5);
  [] s=6 -> 0.5 : (s'=2) + 0.5 : (s'=7) & (d'=6);
  [] s=7 -> (s'=7);
endmodule
M
cat >"$work/Lost.java" <<'J'
public class Lost {
    static int count;
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> count++);
        other.start();
        count++;
        other.join();
        assert count == 2 : "an update is lost";
    }
}
J
"$jdk/bin/javac" -d "$work" "$work/Lost.java"

echo "archive: in a root that is empty but for it and a JDK"
mkdir -p "$work/empty/jdk" "$work/empty/tmp"
tar -xzf "$dist/hazard-$version-linux-x86_64.tar.gz" -C "$work/empty" --strip-components=1
cp "$work/die.pm" "$work"/Lost*.class "$work/empty/"
if [ "$(id -u)" = 0 ]; then
  expect "the version" "$(chroot "$work/empty" /bin/hazard --version)" "hazard $version"
  expect "mc" "$(chroot "$work/empty" /bin/hazard mc /die.pm -p 'P=? [ F s=7 & d=6 ]' --exact)" "1/6"
  mount --bind "$jdk" "$work/empty/jdk"
  out=$(chroot "$work/empty" /bin/hazard check /Lost.class --jdk /jdk) && fail "the lost update was not found"
  expect "check" "$out" "an update is lost"
  umount "$work/empty/jdk"
else
  echo "  left out: not root"
fi

echo "package: in a fresh Debian"
if [ "$(id -u)" = 0 ] && command -v debootstrap >/dev/null && debootstrap --variant=minbase bookworm "$work/debian" >"$work/log" 2>&1; then
  cp "$dist/hazard_${version}_amd64.deb" "$work/die.pm" "$work/debian/"
  chroot "$work/debian" dpkg -i "/hazard_${version}_amd64.deb" >/dev/null
  expect "mc" "$(chroot "$work/debian" hazard mc /die.pm -p 'P=? [ F s=7 & d=6 ]' --exact)" "1/6"
  [ -f "$work/debian/usr/share/man/man1/hazard.1.gz" ] || fail "no manual page"
  mkdir "$work/debian/jdk" && mount --bind "$jdk" "$work/debian/jdk" && cp "$work"/Lost*.class "$work/debian/"
  out=$(chroot "$work/debian" hazard check /Lost.class --jdk /jdk) && fail "the lost update was not found"
  expect "check" "$out" "an update is lost"
  umount "$work/debian/jdk"
  chroot "$work/debian" dpkg -r hazard >/dev/null
  [ ! -e "$work/debian/usr/bin/hazard" ] || fail "removing leaves the program behind"
else
  echo "  left out: no debootstrap, not root, or no mirror"
fi

echo "wheel: in a fresh virtual environment"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q --disable-pip-version-check "$dist"/hazard_checker-"$version"-*.whl
"$work/venv/bin/pip" install -q --disable-pip-version-check numpy scipy matplotlib
cp packaging/python/use.py "$work/use.py"
(cd "$work" && JAVA_HOME=$jdk MPLBACKEND=agg "$work/venv/bin/python" use.py)

echo "jars: a project with a dependency and nothing installed"
repository=$work/repository
for part in "hazard-parent pom" "hazard-junit jar" "hazard-maven-plugin jar"; do
  set -- $part
  pom=$dist/$1-$version.pom
  file=$pom
  [ "$2" = pom ] || file=$dist/$1-$version.jar
  mvn -q -B install:install-file -Dfile="$file" -DpomFile="$pom" -Dpackaging="$2" -DlocalRepositoryPath="$repository"
done
mvn -q -B install:install-file -Dfile="$dist/hazard-junit-$version-linux-x86_64.jar" -DgroupId=hazard -DartifactId=hazard-junit \
  -Dversion="$version" -Dpackaging=jar -Dclassifier=linux-x86_64 -DgeneratePom=false -DlocalRepositoryPath="$repository"
cp -r packaging/sample "$work/sample"
sed -i -e "s#@REPOSITORY@#file://$repository#" -e "s#@VERSION@#$version#" "$work/sample/pom.xml"
out=$(cd "$work/sample" && env -u HAZARD_HOME XDG_CACHE_HOME="$work/cache" JAVA_HOME="$jdk" mvn -B test 2>&1) && fail "the planted bug was not found: $out"
expect "mvn test" "$out" "Tests run: 2, Failures: 1"
expect "mvn test" "$out" "SampleTest.counts"
[ -x "$work"/cache/hazard/*/hazard ] || fail "the program did not come out of the jar"
mkdir "$work/home" && cp "$dist/hazard" "$work/home/hazard"
replay=$(cd "$work/sample" && ls target/hazard/*.json | head -1)
out=$(cd "$work/sample" && HAZARD_HOME="$work/home" JAVA_HOME="$jdk" mvn -B "hazard:hazard-maven-plugin:$version:replay" -Dhazard.trace="$replay" 2>&1) || fail "hazard:replay: $out"
expect "hazard:replay" "$out" "expected: <2> but was: <1>"

echo "everything installs and works"
