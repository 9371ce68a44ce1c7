# The same words locally and in CI. `make` alone lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help deps dev build demo test test-littlecms test-foreign test-page test-scale test-release test-apple test-deps page-deps \
  scale-deps fuzz sanitize format docs goldens art \
  rule corpus labels bench bench-page bench-deps install manual dist clean

PREFIX ?= /usr/local
SECONDS ?= 60
CORPUS ?= ../shared/corpus
RELEASE := .build/release
FUZZBUILT := .build/fuzz/build/release/stickerlint-fuzz
# Builds for tests and generated files optimize pixel code and treat warnings as errors: Package.swift reads the variable.
# They have a folder of their own, so that plain `swift build` and `swift test` rebuild nothing.
DEBUG := .build/dev/debug
DEV_BUILD = STICKERLINT_DEV=1 swift build --scratch-path .build/dev $(SETTINGS)
DEV_TEST = STICKERLINT_DEV=1 swift test --scratch-path .build/dev --skip-build $(SETTINGS)
PYTHON := .build/python
PAGEPYTHON := .build/page-python
SCALEPYTHON := .build/scale-python
# Its source archive carries the schema of Jenkins that JUnit reports are held to: docs/decisions/0027.
PYTEST := 9.2.0
# Tests that wait for moments starve among a thousand that compute, and a process that another test starts holds,
# for an instant, the locks of a run whose death is only played.
ALONE := PageTimeTests|WatchedTests|WriterFailureTests|UploadCostTests
FLOORS := .build/bench/measure $(addprefix .build/bench/floor/,png gif jpeg webp)
BASELINE := $(if $(filter x86_64,$(shell uname -m)),-march=x86-64)
MANUAL := .build/plugins/GenerateManual/outputs/stickerlint/stickerlint.1

ifeq ($(shell uname -s),Darwin)
  BREW := $(shell brew --prefix 2>/dev/null || echo /opt/homebrew)
  SETTINGS := -Xcc -I$(BREW)/include -Xlinker -L$(BREW)/lib
  FLAGS := -I$(BREW)/include -L$(BREW)/lib
  STATIC_FLAGS :=
  FUZZLINKER :=
  FORGET := true
else
  SETTINGS :=
  FLAGS :=
  # The system's linker complains of symbols that the address sanitizer keeps to itself.
  FUZZLINKER := -Xswiftc -use-ld=lld
  # One file that runs on any Linux of the same processor: docs/decisions/0011. Symbols and debug information would be
  # stripped anyway: the same source gives the same file in any folder.
  STATIC_FLAGS := --static-swift-stdlib -Xswiftc -static-executable -Xlinker -s -debug-info-format none
  # The compiler's hash of each file that it wrote, and the linker's of the whole, know the folder of the build.
  FORGET := objcopy --remove-section=.swift_modhash --remove-section=.note.gnu.build-id --remove-section=.comment
endif

# STATIC=0 builds a dynamic executable, as distributions want it.
STATIC ?= 1
RELEASE_BUILD = swift build -c release $(SETTINGS) $(if $(filter-out 0,$(STATIC)),$(STATIC_FLAGS))

# Every process that a test starts is the sanitized one, and takes the same options. XCTest, which has no test here,
# leaks; what else does stands in the list.
SANITIZED = STICKERLINT_DEV=1 STICKERLINT_SANITIZED=1 LSAN_OPTIONS=suppressions=$(CURDIR)/Scripts/leaks.txt:print_suppressions=0 \
  swift test --disable-xctest --scratch-path .build/$(1) --sanitize $(1) $(SETTINGS)
UNDEFINED := -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined

# The linker says that a static file cannot load the system's name services, and what Foundation, where it is
# linked, and SwiftNIO call inside. Neither is ever reached here; those lines, and no others, are left out.
QUIET := 2>&1 | { grep --line-buffered -vE "\.(a\(|o:).*: warning: (Using '[a-z0-9_]+' in statically linked|the use of .mktemp)" \
  || true; }

FORMATTED := Sources Templates Tests Fuzz Plugins Package.swift

# Eight tests at a time. Without a limit thousands start at once, and a test that waits may wait for all others.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := 8

# What failed, and what was counted.
FAILURES := 2>&1 | awk -f Scripts/failures.awk

help: ## lists the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

deps: ## installs the C libraries that are missing (apt or brew)
	@sh Scripts/deps.sh build

build: ## builds the release, one static executable: .build/release/stickerlint; STATIC=0 for a dynamic one
	@$(RELEASE_BUILD) --product stickerlint $(QUIET)

demo: deps build ## lints and packs the stickers of Fixtures/Art
	@bash Scripts/demo.sh $(RELEASE)/stickerlint

test: deps test-deps ## format check, generated pages, all tests, a program that uses the library; or ONLY=OutlineTests
ifdef ONLY
	@$(DEV_BUILD) --build-tests $(FAILURES)
	@$(DEV_TEST) --filter '$(ONLY)' $(FAILURES)
else
	@swift format lint --strict --recursive $(FORMATTED)
	@$(DEV_BUILD) --build-tests $(FAILURES)
	@$(DEBUG)/stickerlint-dev docs --verify
	@$(DEV_TEST) --skip '$(ALONE)' $(FAILURES)
	@$(DEV_TEST) --filter '$(ALONE)' $(FAILURES)
	@sh Scripts/consumers.sh $(SETTINGS)
	@$(if $(STATIC_FLAGS),$(PYTHON)/bin/python Tests/run.py Tests/ReleaseTests releases)
endif

test-littlecms: deps test-deps ## the tests about colors again, with profiles of tables and ink: minutes of building
	@STICKERLINT_DEV=1 swift test --traits LittleCMS --scratch-path .build/littlecms $(SETTINGS) \
	  --filter 'EmbeddedProfileTests|ColorClaimTests|ColorProfileTests' $(FAILURES)

test-foreign: deps test-deps ## the tests about HEIC and AVIF, with what decodes them: minutes of building
	@sh Scripts/deps.sh foreign
	@STICKERLINT_DEV=1 swift test --traits HEIF --scratch-path .build/foreign $(SETTINGS) \
	  --filter 'ForeignTests|DecodeBMPTests' $(FAILURES)

test-page: deps page-deps ## the preview and drop pages in Chromium: make test-page, make test-page ONLY=keyboard
	@$(DEV_BUILD) --product stickerlint
	@STICKERLINT_CORPUS="$${STICKERLINT_CORPUS:-$(if $(wildcard $(CORPUS)),$(CORPUS))}" \
	  $(PAGEPYTHON)/bin/python Tests/run.py Tests/PageTests browser $(ONLY)

page-deps: # Chromium, and what drives it
	@sh Scripts/deps.sh page
	@if ! cmp -s Scripts/page-requirements.txt $(PAGEPYTHON)/requirements.txt; then \
	  echo "Setting up $(PAGEPYTHON)"; \
	  python3 -m venv --clear $(PAGEPYTHON); \
	  $(PAGEPYTHON)/bin/pip install --quiet --disable-pip-version-check -r Scripts/page-requirements.txt; \
	  cp Scripts/page-requirements.txt $(PAGEPYTHON)/requirements.txt; \
	fi

test-scale: deps scale-deps ## Spark, Ray, parallel, Slurm: make test-scale, ONLY=spark, or RECORDS=100000 SEEDS="1 2 3"
	@$(RELEASE_BUILD) --traits Poison --scratch-path .build/poison --product stickerlint $(QUIET)
	@if [ -n "$(RECORDS)" ]; then \
	  $(SCALEPYTHON)/bin/python Tests/ScaleTests/poison.py .build/poison/release/stickerlint --records $(RECORDS) \
	    --seeds $(or $(SEEDS),1 2 3) && \
	  $(MAKE) --no-print-directory build && \
	  $(SCALEPYTHON)/bin/python Tests/ScaleTests/throughput.py $(RELEASE)/stickerlint && \
	  $(SCALEPYTHON)/bin/python Tests/ScaleTests/memory.py $(RELEASE)/stickerlint; \
	else \
	  STICKERLINT=$(CURDIR)/.build/poison/release/stickerlint $(SCALEPYTHON)/bin/python Tests/run.py Tests/ScaleTests engines $(ONLY); \
	fi

scale-deps: # data engines, Java, and what runs the recipes
	@sh Scripts/deps.sh scale
	@if ! cmp -s Scripts/scale-requirements.txt $(SCALEPYTHON)/requirements.txt; then \
	  echo "Setting up $(SCALEPYTHON): a gigabyte"; \
	  python3 -m venv --clear $(SCALEPYTHON); \
	  $(SCALEPYTHON)/bin/pip install --quiet --disable-pip-version-check -r Scripts/scale-requirements.txt; \
	  cp Scripts/scale-requirements.txt $(SCALEPYTHON)/requirements.txt; \
	fi

test-release: dist test-deps ## installs what make dist has packed, as its users would: make test-release ONLY=wheel
	@$(DEV_BUILD) --product stickerlint
	@sh Scripts/deps.sh release
	@STICKERLINT_DIST=dist $(PYTHON)/bin/python Tests/run.py Tests/ReleaseTests releases $(ONLY)

test-apple: deps ## on macOS: actool, Xcode, and a walk through the page in Safari; the walk elsewhere too: ONLY=walk
	@sh Scripts/deps.sh walk
	@$(DEV_BUILD) --product stickerlint
	@python3 Tests/run.py Tests/AppleTests apple $(ONLY)

# Without what checks that an IRI is one, which no schema here asks: importing it costs a second of CPU, hundreds
# of times.
test-deps: # independent validators for the tests
	@sh Scripts/deps.sh test
	@if ! cmp -s Scripts/requirements.txt $(PYTHON)/requirements.txt; then \
	  echo "Setting up $(PYTHON)"; \
	  python3 -m venv --clear $(PYTHON); \
	  $(PYTHON)/bin/pip install --quiet --disable-pip-version-check -r Scripts/requirements.txt; \
	  $(PYTHON)/bin/pip uninstall --quiet --yes rfc3987-syntax; \
	  cp Scripts/requirements.txt $(PYTHON)/requirements.txt; \
	fi
	@if ! [ -f $(PYTHON)/junit-10.xsd ]; then \
	  $(PYTHON)/bin/pip download --quiet --disable-pip-version-check --no-deps --no-binary pytest --dest $(PYTHON)/sources \
	    pytest==$(PYTEST); \
	  tar -xzOf $(PYTHON)/sources/pytest-$(PYTEST).tar.gz \
	    pytest-$(PYTEST)/testing/example_scripts/junit-10.xsd >$(PYTHON)/junit-10.part; \
	  mv $(PYTHON)/junit-10.part $(PYTHON)/junit-10.xsd; \
	fi

# Nightly runs build once and run each target elsewhere. FUZZER names a fuzzer that exists already. LIST=FILE writes the
# names of the targets to a file and runs none. MERGE=SECONDS reduces each corpus after the run, within that time.
fuzz: deps ## attacks every reader of bytes: make fuzz SECONDS=60 TARGET=png
ifndef FUZZER
	@STICKERLINT_DEV=1 swift build --package-path Fuzz --scratch-path .build/fuzz/build -c release --product stickerlint-fuzz $(SETTINGS) \
	  -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link,address $(FUZZLINKER)
endif
ifdef LIST
	@ASAN_OPTIONS=detect_leaks=0 "$(or $(FUZZER),$(FUZZBUILT))" | cut -f 1 >"$(LIST)"
else
	@bash Scripts/fuzz.sh "$(or $(FUZZER),$(FUZZBUILT))" "$(SECONDS)" "$(TARGET)" "$(MERGE)"
endif

# What a release quotes of its packages lies in .build, wherever the tests are built.
sanitize: deps test-deps ## all tests under sanitizers: addresses and C's undefined behavior, then threads; or SANITIZER=thread
	@swift package resolve
ifneq ($(SANITIZER),thread)
	@$(call SANITIZED,address) $(UNDEFINED) --skip '$(ALONE)' $(FAILURES)
	@$(call SANITIZED,address) $(UNDEFINED) --filter '$(ALONE)' $(FAILURES)
endif
ifneq ($(SANITIZER),address)
	@$(call SANITIZED,thread) --skip '$(ALONE)' $(FAILURES)
	@$(call SANITIZED,thread) --filter '$(ALONE)' $(FAILURES)
endif

format: ## formats the sources
	@swift format --in-place --recursive $(FORMATTED)

# What writes pages and rules. Not silent: where another build holds the lock, this says so while it waits.
dev:
	@$(DEV_BUILD) --product stickerlint-dev

docs: deps dev ## writes docs/rules and its table of rules from the rules
	@$(DEBUG)/stickerlint-dev docs --write

goldens: deps ## records what the stories of Fixtures/Stories end with, for reading
	@$(DEV_BUILD) --build-tests
	@STICKERLINT_RECORD=1 $(DEV_TEST) --filter StoryTests.StoryTests >/dev/null 2>&1 || true
	@git --no-pager diff --stat -- Fixtures/Stories

art: deps ## draws the stickers of Fixtures/Art again
	@$(RELEASE_BUILD) --product stickerlint-dev $(QUIET)
	@$(RELEASE)/stickerlint-dev art --output Fixtures/Art

rule: deps dev ## starts a new rule: make rule NAME=touches-edge
	@[ -n "$(NAME)" ] || { echo "say which: make rule NAME=touches-edge" >&2; exit 2; }
	@$(DEBUG)/stickerlint-dev rule "$(NAME)" $(if $(FOLDER),--folder "$(FOLDER)")

corpus: deps dev ## how right each rule is on the labeled corpus: make corpus, make corpus RULE=matte-fringe
	@$(DEBUG)/stickerlint-dev corpus "$(CORPUS)" $(if $(RULE),--rule "$(RULE)",--output docs/CORPUS.md)

labels: deps dev ## what a rule says beside what was seen: make labels RULE=touches-edge, or SET=max-cut=1 COLUMN=cut
	@$(DEBUG)/stickerlint-dev labels "$(RULE)" $(if $(COLUMN),--column "$(COLUMN)") $(foreach value,$(SET),--set "$(value)")

bench: deps build bench-deps $(FLOORS) ## stickerlint beside its peers; all of it writes docs/BENCHMARKS.md, ONLY=png just prints
	@$(RELEASE_BUILD) --product stickerlint-dev $(QUIET)
	@STICKERLINT_CORPUS="$${STICKERLINT_CORPUS:-$(if $(wildcard $(CORPUS)),$(abspath $(CORPUS)))}" \
	  $(PYTHON)/bin/python bench/bench.py $(if $(ONLY),--only "$(ONLY)") $(if $(ROUNDS),--rounds "$(ROUNDS)")

bench-page: deps build page-deps ## hundreds of stickers on the drop page: make bench-page, make bench-page COUNT=1000
	@STICKERLINT=$(RELEASE)/stickerlint $(PAGEPYTHON)/bin/python bench/many.py $(COUNT)

bench-deps: test-deps # the programs that the benchmark compares with
	@sh Scripts/deps.sh bench
	@if ! cmp -s bench/requirements.txt $(PYTHON)/bench-requirements.txt; then \
	  $(PYTHON)/bin/pip install --quiet --disable-pip-version-check -r bench/requirements.txt; \
	  cp bench/requirements.txt $(PYTHON)/bench-requirements.txt; \
	fi

# C for any processor of the kind, as the release is.
.build/bench/measure: bench/measure.c
	@mkdir -p $(@D)
	@$(CC) -O2 -Wall -Wextra -o $@ $<

.build/bench/floor/%: bench/floor/%.c bench/floor/unfilter.h bench/floor/each_file.h
	@mkdir -p $(@D)
	@$(CC) -O2 $(BASELINE) -Wall -Wextra $(FLAGS) -o $@ $< -ldeflate -lgif -ljpeg -lwebp -lwebpdemux

manual: # the man page, as old as the commit
	@swift package $(SETTINGS) --allow-writing-to-package-directory generate-manual --configuration debug \
	  --date "$$(git log -1 --format=%cs 2>/dev/null || date +%F)" >/dev/null 2>&1

install: build manual ## installs executable, completions and man page: make install PREFIX=/usr/local
	@bash Scripts/install.sh $(RELEASE)/stickerlint $(MANUAL) "$(DESTDIR)$(PREFIX)"

dist: deps build manual ## packs the files of a release into dist: docs/RELEASING.md
	@sh Scripts/deps.sh dist
	@cp $(RELEASE)/stickerlint .build/dist-stickerlint
	@$(FORGET) .build/dist-stickerlint
	@RELEASES="$(RELEASES)" bash Scripts/dist.sh .build/dist-stickerlint $(MANUAL) dist

clean: ## removes what was built
	@rm -rf .build demo dist
