# Local runs and CI use the same targets. `make` alone lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help deps dev build demo test test-littlecms test-foreign test-page test-scale test-release test-apple test-deps page-deps \
  scale-deps fuzz sanitize format docs site goldens art glyphs \
  rule corpus labels bench bench-page bench-deps install manual dist clean

PREFIX ?= /usr/local
SECONDS ?= 60
CORPUS ?= ../shared/corpus
# Folders of images labeled by people.
LABELS ?= ../shared/labels
RELEASE_PRODUCTS := .build/release
FUZZBUILT := .build/fuzz/build/release/stickerlint-fuzz
# Builds for tests and generated files optimize pixel code and treat warnings as errors: Package.swift reads
# STICKERLINT_DEV. These builds have their own folder, so that plain `swift build` and `swift test` do not rebuild everything.
DEV_PRODUCTS := .build/dev/debug
DEV_BUILD = STICKERLINT_DEV=1 swift build --scratch-path .build/dev $(SETTINGS)
DEV_TEST = STICKERLINT_DEV=1 swift test --scratch-path .build/dev --skip-build $(SETTINGS)
PYTHON := .build/python
PAGEPYTHON := .build/page-python
SCALEPYTHON := .build/scale-python
SITEPYTHON := .build/site-python
# pytest's source archive contains Jenkins' schema for JUnit reports, which tests use: docs/decisions/0027.
PYTEST := 9.2.0
# These tests run alone. Alongside a thousand CPU-bound tests, tests with short timeouts starve. Also, when a test
# simulates the crash of a run, a process that another test starts at that moment briefly holds the locks of the run.
SERIAL_TESTS := PageServerTimeoutTests|WatchedFolderPageTests|WriterFailureTests|UploadCostTests
FLOORS := .build/bench/measure $(addprefix .build/bench/floor/,png gif jpeg webp webm)
BASELINE := $(if $(filter x86_64,$(shell uname -m)),-march=x86-64)
MANUAL := .build/plugins/GenerateManual/outputs/stickerlint/stickerlint.1

ifeq ($(shell uname -s),Darwin)
  BREW := $(shell brew --prefix 2>/dev/null || echo /opt/homebrew)
  SETTINGS := -Xcc -I$(BREW)/include -Xlinker -L$(BREW)/lib
  FLAGS := -I$(BREW)/include -L$(BREW)/lib
  STATIC_FLAGS :=
  FUZZLINKER :=
  STRIP_BUILD_PATHS := true
else
  SETTINGS :=
  FLAGS :=
  # The system's linker reports symbols that are private to the address sanitizer.
  FUZZLINKER := -Xswiftc -use-ld=lld
  # A single file that runs on any Linux system with the same processor architecture: docs/decisions/0011. Without
  # symbols and debug information, which would be stripped anyway, the same source produces the same file in any folder.
  STATIC_FLAGS := --static-swift-stdlib -Xswiftc -static-executable -Xlinker -s -debug-info-format none
  # The compiler's hash of each object file and the linker's build ID depend on the folder of the build.
  STRIP_BUILD_PATHS := objcopy --remove-section=.swift_modhash --remove-section=.note.gnu.build-id --remove-section=.comment
endif

# STATIC=0 builds a dynamic executable, as distributions prefer.
STATIC ?= 1
RELEASE_BUILD = swift build -c release $(SETTINGS) $(if $(filter-out 0,$(STATIC)),$(STATIC_FLAGS))

# Every process that a test starts runs with the same sanitizer options. XCTest, which has no tests here, leaks.
# Scripts/leaks.txt lists other known leaks.
SANITIZED = STICKERLINT_DEV=1 STICKERLINT_SANITIZED=1 LSAN_OPTIONS=suppressions=$(CURDIR)/Scripts/leaks.txt:print_suppressions=0 \
  swift test --disable-xctest --scratch-path .build/$(1) --sanitize $(1) $(SETTINGS)
UNDEFINED := -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined

# The linker warns that a static file cannot load the system's name services, and about calls in Foundation (in programs
# that link it) and SwiftNIO. This program never makes these calls. Only these warnings are filtered out.
FILTER_LINKER_WARNINGS := 2>&1 | { grep --line-buffered -vE \
  "\.(a\(|o:).*: warning: (Using '[a-z0-9_]+' in statically linked|the use of .mktemp)" || true; }

FORMATTED := Sources Templates Tests Fuzz Plugins Package.swift

# Run eight tests at a time. Without a limit, thousands start at once, and a test that waits for something may
# have to wait until all the others finish.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := 8

# Prints failures and the number of tests.
FILTER_TEST_OUTPUT := 2>&1 | awk -f Scripts/failures.awk

help: ## list the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

deps: ## install missing C libraries (apt or brew)
	@sh Scripts/deps.sh build

build: ## build .build/release/stickerlint, one static executable (STATIC=0: a dynamic one)
	@$(RELEASE_BUILD) --product stickerlint $(FILTER_LINKER_WARNINGS)

demo: deps build ## lint and pack the stickers in Fixtures/Art
	@bash Scripts/demo.sh $(RELEASE_PRODUCTS)/stickerlint

test: deps test-deps ## run all tests, check the format, build a client of the library; or ONLY=OutlineTests
ifdef ONLY
	@$(DEV_BUILD) --build-tests $(FILTER_TEST_OUTPUT)
	@$(DEV_TEST) --filter '$(ONLY)' $(FILTER_TEST_OUTPUT)
else
	@swift format lint --strict --recursive $(FORMATTED)
	@$(DEV_BUILD) --build-tests $(FILTER_TEST_OUTPUT)
	@$(PYTHON)/bin/python Tests/run.py Tests/ProseTests prose
	@$(DEV_TEST) --skip '$(SERIAL_TESTS)' $(FILTER_TEST_OUTPUT)
	@$(DEV_TEST) --filter '$(SERIAL_TESTS)' $(FILTER_TEST_OUTPUT)
	@sh Scripts/consumers.sh $(SETTINGS)
	@$(if $(STATIC_FLAGS),$(PYTHON)/bin/python Tests/run.py Tests/ReleaseTests releases)
endif

test-littlecms: deps test-deps ## run the color tests with Little CMS (table-based and CMYK profiles); takes minutes to build
	@STICKERLINT_DEV=1 swift test --traits LittleCMS --scratch-path .build/littlecms $(SETTINGS) \
	  --filter 'EmbeddedProfileTests|DeclaredColorSpaceTests|ColorProfileTests' $(FILTER_TEST_OUTPUT)

test-foreign: deps test-deps ## run the HEIC and AVIF tests with their decoder; takes minutes to build
	@sh Scripts/deps.sh foreign
	@STICKERLINT_DEV=1 swift test --traits HEIF --scratch-path .build/foreign $(SETTINGS) \
	  --filter 'ForeignTests|DecodeBMPTests' $(FILTER_TEST_OUTPUT)

test-page: deps page-deps ## test the preview and drop pages in Chromium; or ONLY=keyboard
	@$(DEV_BUILD) --product stickerlint
	@STICKERLINT_CORPUS="$${STICKERLINT_CORPUS:-$(if $(wildcard $(CORPUS)),$(CORPUS))}" \
	  $(PAGEPYTHON)/bin/python Tests/run.py --jobs 2 Tests/PageTests browser $(ONLY)

page-deps: # Chromium and its driver
	@sh Scripts/deps.sh page
	@if ! cmp -s Scripts/page-requirements.txt $(PAGEPYTHON)/requirements.txt; then \
	  echo "Setting up $(PAGEPYTHON)"; \
	  python3 -m venv --clear $(PAGEPYTHON); \
	  $(PAGEPYTHON)/bin/pip install --quiet --disable-pip-version-check -r Scripts/page-requirements.txt; \
	  cp Scripts/page-requirements.txt $(PAGEPYTHON)/requirements.txt; \
	fi

test-scale: deps scale-deps ## test Spark, Ray, parallel and Slurm; or ONLY=spark; or RECORDS=100000 SEEDS="1 2 3"
	@$(RELEASE_BUILD) --traits Poison --scratch-path .build/poison --product stickerlint $(FILTER_LINKER_WARNINGS)
	@if [ -n "$(RECORDS)" ]; then \
	  $(SCALEPYTHON)/bin/python Tests/ScaleTests/poison.py .build/poison/release/stickerlint --records $(RECORDS) \
	    --seeds $(or $(SEEDS),1 2 3) && \
	  $(MAKE) --no-print-directory build && \
	  $(SCALEPYTHON)/bin/python Tests/ScaleTests/throughput.py $(RELEASE_PRODUCTS)/stickerlint && \
	  $(SCALEPYTHON)/bin/python Tests/ScaleTests/memory.py $(RELEASE_PRODUCTS)/stickerlint && \
	  $(SCALEPYTHON)/bin/python Tests/ScaleTests/page_memory.py $(RELEASE_PRODUCTS)/stickerlint; \
	else \
	  STICKERLINT=$(CURDIR)/.build/poison/release/stickerlint $(SCALEPYTHON)/bin/python Tests/run.py Tests/ScaleTests engines $(ONLY); \
	fi

scale-deps: # data engines, Java, and programs that run the recipes
	@sh Scripts/deps.sh scale
	@if ! cmp -s Scripts/scale-requirements.txt $(SCALEPYTHON)/requirements.txt; then \
	  echo "Setting up $(SCALEPYTHON) (1 GB)"; \
	  python3 -m venv --clear $(SCALEPYTHON); \
	  $(SCALEPYTHON)/bin/pip install --quiet --disable-pip-version-check -r Scripts/scale-requirements.txt; \
	  cp Scripts/scale-requirements.txt $(SCALEPYTHON)/requirements.txt; \
	fi

test-release: dist test-deps ## install the files of make dist as users would; or ONLY=wheel
	@$(DEV_BUILD) --product stickerlint
	@sh Scripts/deps.sh release
	@STICKERLINT_DIST=dist $(PYTHON)/bin/python Tests/run.py Tests/ReleaseTests releases $(ONLY)

test-apple: deps ## on macOS: test with actool, Xcode and Safari; elsewhere: ONLY=walk tests the page in another browser
	@sh Scripts/deps.sh walk
	@$(DEV_BUILD) --product stickerlint
	@python3 Tests/run.py Tests/AppleTests apple $(ONLY)

# rfc3987-syntax checks IRIs, which no schema here needs. Importing it takes a second of CPU time, and tests
# would do that hundreds of times.
test-deps: # third-party validators for the tests
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

# Nightly runs build once and run each target on its own machine. FUZZER is the path of a fuzzer that was built before.
# LIST=FILE writes the names of the targets to a file and runs none of them. MERGE=SECONDS reduces each corpus after the run,
# within that time.
fuzz: deps ## fuzz every reader of untrusted bytes: make fuzz SECONDS=60 TARGET=png
ifndef FUZZER
	@STICKERLINT_DEV=1 swift build --package-path Fuzz --scratch-path .build/fuzz/build -c release --product stickerlint-fuzz $(SETTINGS) \
	  -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link,address $(FUZZLINKER)
endif
ifdef LIST
	@ASAN_OPTIONS=detect_leaks=0 "$(or $(FUZZER),$(FUZZBUILT))" | cut -f 1 >"$(LIST)"
else
	@bash Scripts/fuzz.sh "$(or $(FUZZER),$(FUZZBUILT))" "$(SECONDS)" "$(TARGET)" "$(MERGE)"
endif

# Release tests read the packages' licenses from .build, wherever the tests are built.
sanitize: deps test-deps ## run all tests with the address and undefined-behavior sanitizers, then thread; or SANITIZER=thread
	@swift package resolve
ifneq ($(SANITIZER),thread)
	@$(call SANITIZED,address) $(UNDEFINED) --skip '$(SERIAL_TESTS)' $(FILTER_TEST_OUTPUT)
	@$(call SANITIZED,address) $(UNDEFINED) --filter '$(SERIAL_TESTS)' $(FILTER_TEST_OUTPUT)
endif
ifneq ($(SANITIZER),address)
	@$(call SANITIZED,thread) --skip '$(SERIAL_TESTS)' $(FILTER_TEST_OUTPUT)
	@$(call SANITIZED,thread) --filter '$(SERIAL_TESTS)' $(FILTER_TEST_OUTPUT)
endif

format: ## format the sources
	@swift format --in-place --recursive $(FORMATTED)

# Builds the program that writes the generated pages and the source of new rules. The recipe is not silent, so you can
# see whether it is waiting for another build.
dev:
	@$(DEV_BUILD) --product stickerlint-dev

docs: deps dev ## write the generated pages: docs/rules, docs/messengers, schemas
	@$(DEV_PRODUCTS)/stickerlint-dev docs --write

site: ## write the pages about rules and messengers as a website: .build/site
	@python3 -c 'import sys, venv; sys.exit(sys.version_info < (3, 10))' || { echo "The website needs Python 3.10 or newer with venv." >&2; exit 2; }
	@if ! cmp -s Scripts/site-requirements.txt $(SITEPYTHON)/requirements.txt; then \
	  echo "Setting up $(SITEPYTHON)"; \
	  python3 -m venv --clear $(SITEPYTHON); \
	  $(SITEPYTHON)/bin/pip install --quiet --disable-pip-version-check -r Scripts/site-requirements.txt; \
	  cp Scripts/site-requirements.txt $(SITEPYTHON)/requirements.txt; \
	fi
	@$(SITEPYTHON)/bin/python Scripts/site.py .build/site $(REPOSITORY)

goldens: deps ## record the expected output of Fixtures/Stories; review the difference
	@$(DEV_BUILD) --build-tests
	@STICKERLINT_RECORD=1 $(DEV_TEST) --filter StoryTests.StoryTests >/dev/null 2>&1 || true
	@git --no-pager diff --stat -- Fixtures/Stories

art: deps ## redraw the stickers in Fixtures/Art
	@$(RELEASE_BUILD) --product stickerlint-dev $(FILTER_LINKER_WARNINGS)
	@$(RELEASE_PRODUCTS)/stickerlint-dev art --output Fixtures/Art

FONT ?= $(firstword $(wildcard /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf $(HOME)/Library/Fonts/DejaVuSans.ttf))
glyphs: test-deps ## redraw the font of contact sheets; or FONT=DejaVuSans.ttf
	@[ -n "$(FONT)" ] || { echo "DejaVu Sans is missing. Install version 2.37, or set FONT=PATH." >&2; exit 2; }
	@$(PYTHON)/bin/python Scripts/glyphs.py "$(FONT)" Fonts/DejaVuSans

rule: deps dev ## create a new rule: make rule NAME=tall-canvas FOLDER=Dimensions
	@[ -n "$(NAME)" ] || { echo "NAME is missing. Example: make rule NAME=tall-canvas FOLDER=Dimensions" >&2; exit 2; }
	@$(DEV_PRODUCTS)/stickerlint-dev rule "$(NAME)" $(if $(FOLDER),--folder "$(FOLDER)")

corpus: deps dev ## measure the accuracy of each rule on the labeled corpus; or RULE=rim
	@$(DEV_PRODUCTS)/stickerlint-dev corpus "$(CORPUS)" $(if $(RULE),--rule "$(RULE)",$(foreach folder,$(wildcard $(LABELS)),--labels $(folder)) \
	  --output docs/CORPUS.md)

labels: deps dev ## compare rules with what people saw; or RULE=placement [SET=max-shift=1]; or LABELS=folder
	@$(DEV_PRODUCTS)/stickerlint-dev labels $(wildcard $(LABELS)) $(if $(RULE),--rule "$(RULE)") $(foreach value,$(SET),--set "$(value)")

bench: deps build bench-deps $(FLOORS) ## compare with other programs and write docs/BENCHMARKS.md; ONLY=png only prints
	@$(RELEASE_BUILD) --product stickerlint-dev $(FILTER_LINKER_WARNINGS)
	@STICKERLINT_CORPUS="$${STICKERLINT_CORPUS:-$(if $(wildcard $(CORPUS)),$(abspath $(CORPUS)))}" \
	  $(PYTHON)/bin/python bench/bench.py $(if $(ONLY),--only "$(ONLY)") $(if $(ROUNDS),--rounds "$(ROUNDS)")

bench-page: deps build page-deps ## measure the drop page with hundreds of stickers; or COUNT=1000
	@STICKERLINT=$(RELEASE_PRODUCTS)/stickerlint $(PAGEPYTHON)/bin/python bench/drop_page.py $(COUNT)

bench-deps: test-deps # programs that the benchmark compares stickerlint with
	@sh Scripts/deps.sh bench
	@if ! cmp -s bench/requirements.txt $(PYTHON)/bench-requirements.txt; then \
	  $(PYTHON)/bin/pip install --quiet --disable-pip-version-check -r bench/requirements.txt; \
	  cp bench/requirements.txt $(PYTHON)/bench-requirements.txt; \
	fi

.build/bench/measure: bench/measure.c
	@mkdir -p $(@D)
	@$(CC) -O2 -Wall -Wextra -o $@ $<

# Like the release, the programs in bench/floor are built to run on every processor of this architecture.
.build/bench/floor/%: bench/floor/%.c bench/floor/unfilter.h bench/floor/each_file.h
	@mkdir -p $(@D)
	@$(CC) -O2 $(BASELINE) -Wall -Wextra $(FLAGS) -o $@ $< -ldeflate -lgif -ljpeg -lwebp -lwebpdemux -lvpx

manual: # the man page, with the date of the commit
	@swift package $(SETTINGS) --allow-writing-to-package-directory generate-manual --configuration debug \
	  --date "$$(git log -1 --format=%cs 2>/dev/null || date +%F)" >/dev/null 2>&1

install: build manual ## install executable, completions and man page: make install PREFIX=/usr/local
	@bash Scripts/install.sh $(RELEASE_PRODUCTS)/stickerlint $(MANUAL) "$(DESTDIR)$(PREFIX)"

dist: deps build manual ## package the files of a release in dist: docs/RELEASING.md
	@sh Scripts/deps.sh dist
	@cp $(RELEASE_PRODUCTS)/stickerlint .build/dist-stickerlint
	@$(STRIP_BUILD_PATHS) .build/dist-stickerlint
	@RELEASES="$(RELEASES)" bash Scripts/dist.sh .build/dist-stickerlint $(MANUAL) dist

clean: ## remove build output
	@rm -rf .build demo dist
