#!/bin/sh
# Makes all that Hazard is handed out as, in target/dist:
#
#   hazard-VERSION-linux-x86_64.tar.gz   the binary, statically linked, with its manual and completions
#   hazard_VERSION_amd64.deb             the same for Debian and its kin
#   hazard-junit-VERSION*.jar, …         the JUnit extension and the Maven plugin; the jar with the classifier has the binary
#   hazard_checker-VERSION-….whl         the binary and a small API for Python
#   Dockerfile                           an image with a JDK, Maven and the binary
#
# The binary is linked with musl where Rust has that target, else with glibc's static library. HAZARD_BINARY names one that is built
# already (tests use this).
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
platform=linux-x86_64
dist=target/dist
rm -rf "$dist"
mkdir -p "$dist/tree"

if [ -n "${HAZARD_BINARY:-}" ]; then
  binary=$HAZARD_BINARY
elif rustup target list --installed 2>/dev/null | grep -q x86_64-unknown-linux-musl && command -v musl-gcc >/dev/null; then
  cargo build --release -p hazard --target x86_64-unknown-linux-musl
  binary=target/x86_64-unknown-linux-musl/release/hazard
else
  RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=+crt-static" \
    cargo build --release -p hazard --target x86_64-unknown-linux-gnu
  binary=target/x86_64-unknown-linux-gnu/release/hazard
fi
cp "$binary" "$dist/hazard"
strip "$dist/hazard" 2>/dev/null || true

# The archive: unpack it anywhere, or over /usr/local.
tree=$dist/tree/hazard-$version-$platform
mkdir -p "$tree/bin" "$tree/share/man/man1" "$tree/share/bash-completion/completions" \
  "$tree/share/zsh/site-functions" "$tree/share/fish/vendor_completions.d" "$tree/share/doc/hazard"
cp "$dist/hazard" "$tree/bin/hazard"
"$dist/hazard" man --output "$tree/share/man/man1" >/dev/null
"$dist/hazard" completions bash >"$tree/share/bash-completion/completions/hazard"
"$dist/hazard" completions zsh >"$tree/share/zsh/site-functions/_hazard"
"$dist/hazard" completions fish >"$tree/share/fish/vendor_completions.d/hazard.fish"
cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$tree/share/doc/hazard/"
tar -C "$dist/tree" --owner=0 --group=0 --sort=name -czf "$dist/hazard-$version-$platform.tar.gz" "hazard-$version-$platform"

# The Debian package.
root=$dist/tree/debian
mkdir -p "$root/DEBIAN" "$root/usr"
cp -r "$tree/bin" "$tree/share" "$root/usr/"
gzip -9n "$root"/usr/share/man/man1/*.1
sed -e "s/@VERSION@/$version/" -e "s/@SIZE@/$(du -sk "$root/usr" | cut -f1)/" packaging/debian/control >"$root/DEBIAN/control"
cp packaging/debian/copyright "$root/usr/share/doc/hazard/copyright"
dpkg-deb --root-owner-group -Zxz --build "$root" "$dist/hazard_${version}_amd64.deb" >/dev/null

# The jars. The binary's digest lies beside it, so that nobody need read it all to know whether it is unpacked already.
native=$dist/tree/native/hazard/bin/$platform
mkdir -p "$native"
cp "$dist/hazard" "$native/hazard"
sha256sum "$dist/hazard" | cut -c1-16 >"$native/hazard.digest"
cp -r java "$dist/tree/java"
mvn -q -B -f "$dist/tree/java/pom.xml" -Drelease -DskipTests package
cp "$dist"/tree/java/junit/target/*.jar "$dist"/tree/java/maven-plugin/target/*.jar "$dist/"
for module in junit maven-plugin; do
  cp "java/$module/pom.xml" "$dist/hazard-$module-$version.pom"
done
cp java/pom.xml "$dist/hazard-parent-$version.pom"
(cd "$dist/tree/native" && jar --create --no-manifest --file "../../hazard-junit-$version-$platform.jar" hazard)

# The wheel.
python3 packaging/python/build_wheel.py "$dist/hazard" "$version" "$dist"

cp packaging/Dockerfile "$dist/Dockerfile"
rm -rf "$dist/tree"
(cd "$dist" && sha256sum ./*.tar.gz ./*.deb ./*.jar ./*.whl >SHA256SUMS)
ls -lh "$dist"
