# Two commands do everything on a fresh Debian machine with Rust: `make demo` and `make test`.

CARGO ?= cargo
TARGET := $(or $(CARGO_TARGET_DIR),target)
HAZARD := $(TARGET)/release/hazard
MDBOOK := $(or $(shell command -v mdbook 2>/dev/null),$(abspath $(TARGET))/tools/bin/mdbook)

.PHONY: demo test packages test-full dist test-dist deny cargo-deny fuzz fuzz-formats test-web pictures pairs scores suites lint build jdk web browser bench-mc bench-vm book mdbook clean

# A small program with a bug, and its trace. Finding the bug is success, so the exit status 1 is expected.
demo: build
	@echo; echo '$$ hazard check java/examples/concurrent/DiningPhilosophers.java -- 3'
	@$(HAZARD) check java/examples/concurrent/DiningPhilosophers.java --trace $(TARGET)/demo-trace.json -- 3; test $$? -eq 1
	@echo; echo '$$ hazard replay $(TARGET)/demo-trace.json'
	@$(HAZARD) replay $(TARGET)/demo-trace.json; test $$? -eq 1
	@echo; echo 'The deadlock was found and shown again. Next: $(HAZARD) --help'

build: jdk
	$(CARGO) build --release -p hazard

# Format, warnings, all tests.
test: jdk lint
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
		$(CARGO) nextest run --workspace --retries 1; \
	else \
		tests/run.sh; \
	fi
	$(CARGO) test --workspace --doc

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) clippy $(LIBRARIES) --all-targets -- -D warnings

# What others may build on, as they would get it: without what only Hazard asks for, and in packages of its own.
LIBRARIES := -p hazard-space -p hazard-search -p hazard-logic -p hazard-markov

packages:
	$(CARGO) package $(LIBRARIES) --no-verify --allow-dirty --offline

# With the third-party libraries that the tests run against HotSpot (needs Maven), the slow concurrent programs, and ten
# thousand damaged class files.
test-full: jdk build packages
	tests/libraries/fetch.sh
	HAZARD=$(HAZARD) tests/ecosystems/score.sh --check
	HAZARD_LIBRARIES=required HAZARD_FULL=1 $(MAKE) test

# Licences and origins of dependencies (deny.toml), and their known faults where the database of those can be reached.
deny: cargo-deny
	PATH="$(abspath $(TARGET))/tools/bin:$$PATH"; \
	$(CARGO) deny check bans licenses sources && \
	if $(CARGO) deny fetch db; then $(CARGO) deny --offline check advisories; \
	else echo 'SKIPPED: the database of advisories cannot be reached, so that known faults of dependencies were not looked for'; fi

# cargo-deny, where cargo builds, if it is not on PATH.
cargo-deny:
	@command -v cargo-deny >/dev/null 2>&1 || [ -x $(TARGET)/tools/bin/cargo-deny ] || \
		$(CARGO) install --quiet --locked cargo-deny --root $(TARGET)/tools

# What Hazard is handed out as: archive, Debian package, jars, wheel, Dockerfile (needs Maven and Python; with musl if Rust and
# musl-gcc are there for it). HAZARD_BINARY names a binary that is built already.
dist:
	packaging/dist.sh

# Installs each of these where nothing was before, and uses it (the roots need to be root).
test-dist: dist
	packaging/test-dist.sh

# Pairs and triples of the library's concurrent operations, with single steps against interleaved ones: PAIRS=5000 SEED=1.
pairs: jdk
	HAZARD_PAIRS=$(or $(PAIRS),5000) HAZARD_SEED=$(or $(SEED),1) $(CARGO) test --release -p hazard-checker --test pairs -- --nocapture

# Random programs on Hazard and HotSpot; what differs is shrunk and shown. CLASS_FILES=1 makes them as class files, which is quicker.
N ?= 1000
SEED ?= 1
fuzz: build
	$(CARGO) run --release -q -p hazard-fuzzer -- $(N) $(SEED) $(HAZARD) "$$(dirname "$$(dirname "$$(readlink -f "$$(command -v javac)")")")" \
		"$$(javac -version 2>&1 | sed 's/javac \([0-9]*\).*/\1/')" $(if $(CLASS_FILES),--class-files)

# Damaged files for every reader of a format, so many seconds each and with so much memory; what panics or takes long is named.
FORMATS ?= class jar jimage tra umb drn aut jpf properties trace prism jani
SECONDS ?= 60
fuzz-formats:
	$(CARGO) build --release -q -p hazard-fuzzer
	ulimit -v 2000000; for format in $(FORMATS); do $(TARGET)/release/formats $$format $(SECONDS) $(SEED) || exit 1; done

# Third-party libraries on HotSpot and under `hazard run`: writes tests/libraries/SCORES.md (needs Maven).
scores: build
	HAZARD=$(HAZARD) tests/ecosystems/score.sh

# The tests that libraries publish, on HotSpot and under `hazard run`: writes tests/libraries/SUITES.md (needs Maven, and hours).
suites: build
	HAZARD=$(HAZARD) tests/ecosystems/suites/run.sh

# The model checker beside Storm, where stormpy is installed.
bench-mc:
	$(CARGO) build --release -p hazard-markov --example measure
	bench/mc.py $(MODELS) --load-tra --threads

# The machine beside `java -Xint`, start-up, and what exploring costs per transition and state.
bench-vm: build
	bench/startup.sh
	bench/kernels.sh
	bench/exploration.sh

# The front end of HTML reports: needs Node; what it builds is committed, so that nobody else does.
web:
	cd web && npm ci --silent && npm run --silent check && npm run --silent build

# Reports in a real browser: Chromium and Node, installed with apt if they are missing and we may.
test-web: build browser
	cd web && npm ci --silent && npm run --silent check && node build.mjs --check
	cd web && HAZARD=$(abspath $(HAZARD)) npm run --silent test

# The pictures of the README and the book, made by Hazard's own commands.
pictures: build browser
	cd web && npm ci --silent && HAZARD=$(abspath $(HAZARD)) node pictures.mjs

browser:
	@command -v npm >/dev/null 2>&1 && command -v chromium >/dev/null 2>&1 || { \
		echo 'npm or chromium is missing: installing them'; \
		{ [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium nodejs npm >/dev/null; } || \
		{ echo 'npm and chromium are needed: apt-get install chromium nodejs npm'; exit 1; }; }

# The book as HTML in book/book; `make test` builds it, too, if mdBook is there, and runs its commands in any case.
book: mdbook
	$(MDBOOK) build book

# mdBook, where cargo builds, if it is not on PATH.
mdbook:
	@[ -x "$(MDBOOK)" ] || $(CARGO) install --quiet --locked mdbook --version 0.4.52 --no-default-features --root $(TARGET)/tools

# A JDK is needed to build (the Java API) and to run anything. Debian's is installed if we may.
jdk:
	@command -v javac >/dev/null 2>&1 || [ -x "$${JAVA_HOME:-/nowhere}/bin/javac" ] || { \
		echo 'javac is missing: installing openjdk-17-jdk-headless'; \
		{ [ "$$(id -u)" = 0 ] && apt-get install -y openjdk-17-jdk-headless; } || \
		{ command -v sudo >/dev/null && sudo -n apt-get install -y openjdk-17-jdk-headless; } || \
		{ echo 'a JDK is needed: apt-get install openjdk-17-jdk, or set JAVA_HOME'; exit 1; }; }

clean:
	$(CARGO) clean
