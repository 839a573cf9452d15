# Needs Python 3.11 or later, Node 20 or later and make. Everything is installed inside this folder, and only what has
# changed is built again.

SHELL := /bin/sh
MAKEFLAGS += --no-builtin-rules --no-print-directory
# Python keeps what it has compiled: otherwise each process of pytest rewrites the assertions of all tests (10 s).
unexport PYTHONDONTWRITEBYTECODE
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help run bundle dev check-machine reset install test test-python test-browser-code test-journeys proof proof-browsers proof-screens proof-production audit screenshots lint lint-python lint-browser-code \
  types types-check requirements

VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python

PYTHON_STAMP := $(VENV)/.installed
FRONTEND_STAMP := frontend/node_modules/.installed
FIREBASE_STAMP := standins/firebase/node_modules/.installed
MAILBOX_STAMP := standins/mailbox/node_modules/.installed
CARDS_STAMP := standins/stripe/conformance/node_modules/.installed
BUNDLE_STAMP := static/build/.built
STATIC_STAMP := staticfiles/.collected

NPM := npm --no-fund --no-audit --no-update-notifier
FRONTEND_SOURCES := $(wildcard templates/first_screen*) $(wildcard templates/first_screen/*) $(wildcard static/pictures/*.webp) $(shell find frontend -path frontend/node_modules -prune -o -path frontend/e2e -prune -o -name '*.gen.ts' -o -type f \
  \( -path 'frontend/src/*' -o -path 'frontend/webpack/*' -o -name '*.config.js' -o -name package.json -o -name openapi.json \) -print)
STATIC_SOURCES := $(shell find static -path static/build -prune -o -type f -print)

# For commands that load the settings but connect to nothing: invented production values.
PRODUCTION_SETTINGS := env $$(grep -v '^\#' .ci/production.env)
# For commands that need a database: manage.py starts an embedded server for the duration of the command.
TEMPORARY_DATABASE := CAMP_DEMO=1 CAMP_DEMO_DIR=.test/lint

# $(call timed,name,command): runs the command and prints how long it took, also if it failed.
define timed
@start=$$(date +%s); status=0; $(2) || status=$$?; \
  printf '%s: %d s%s\n' "$(1)" $$(($$(date +%s) - start)) "$$([ $$status = 0 ] || echo ', FAILED')"; exit $$status
endef

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile

run: check-machine install $(STATIC_STAMP) ## Start the site with stand-ins for the providers at http://127.0.0.1:8000
	@$(PY) -m demo run

bundle: install $(STATIC_STAMP) ## Write the present version as one archive, for servers that only install it
	@deploy/bundle

dev: check-machine install ## Like `make run`, and reload when code changes
	@rm -f $(BUNDLE_STAMP)
	@$(PY) -m demo run --dev

check-machine:
	@.ci/check-machine

reset: ## Delete all data of `make run`
	@if [ -x $(PY) ]; then $(PY) -m demo reset; else rm -rf .demo; fi

install: $(PYTHON_STAMP) $(FRONTEND_STAMP) $(FIREBASE_STAMP) $(MAILBOX_STAMP) ## Install all dependencies inside this folder

test: ## Run the tests for every change: pytest on PostgreSQL, jest, and the main browser journeys
	$(call timed,make test overall,$(MAKE) test-python && $(MAKE) --jobs 2 test-browser-code test-journeys)

# `JOURNEYS=e2e` runs all journeys instead of one through each part of the product.
JOURNEYS := e2e:main

# `TESTS='not long'` also runs those that are marked as slow.
TESTS := not slow and not long

test-python: install $(CARDS_STAMP)
	$(call timed,pytest,$(PY) -W error -m pytest -n 2 --dist worksteal -m '$(TESTS)')

proof: install $(CARDS_STAMP) ## Run what `make test` leaves out: long tests, more generated requests, all journeys, production, other browsers, every screen (an hour)
	$(call timed,slow and long tests,$(PY) -W error -m pytest -n 2 --dist worksteal -m 'slow or long')
	$(call timed,generated requests,CAMP_FUZZING_EXAMPLES=30 $(PY) -W error -m pytest -n 2 camp/tests/every_endpoint/test_api_fuzzing.py)
	@$(MAKE) test-journeys JOURNEYS=e2e
	@$(MAKE) proof-production
	@$(MAKE) proof-browsers
	@$(MAKE) proof-screens

proof-production: install $(STATIC_STAMP) ## Run the journeys against a production site that is restored from its backup
	$(call timed,production,$(PY) -m standins.production)

proof-browsers: install $(STATIC_STAMP) ## Run journeys in Firefox and WebKit, if Debian's firefox-esr, webkit2gtk-driver and xvfb are installed
	$(call timed,browsers,npm --prefix frontend run e2e:browsers)

proof-screens: install $(STATIC_STAMP) ## Check every screen for every role, in both themes, on phone and desktop
	$(call timed,screens,npm --prefix frontend run e2e:proof)

audit: install $(STATIC_STAMP) ## Run Lighthouse on the public pages and write docs/audit.md
	$(call timed,Lighthouse,npm --prefix frontend run audit)

screenshots: install $(STATIC_STAMP) ## Take screenshots of every screen; see .test/gallery/index.html
	$(call timed,pictures,npm --prefix frontend run screenshots)

test-browser-code: $(FRONTEND_STAMP)
	$(call timed,jest,npm --prefix frontend test)

test-journeys: install $(STATIC_STAMP)
	$(call timed,journeys in a browser,E2E_WORKERS=2 npm --prefix frontend run $(JOURNEYS))

lint: lint-python lint-browser-code types-check ## Run all static checks

lint-python: $(PYTHON_STAMP)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(PRODUCTION_SETTINGS) $(BIN)/mypy
	$(BIN)/lint-imports
	$(TEMPORARY_DATABASE) $(PY) -W error manage.py makemigrations --check --dry-run
	$(PRODUCTION_SETTINGS) $(PY) -W error manage.py check --deploy --fail-level WARNING

lint-browser-code: $(FRONTEND_STAMP)
	npm --prefix frontend run lint
	npm --prefix frontend run typecheck

types: $(PYTHON_STAMP) $(FRONTEND_STAMP) ## Write the client's pages for the server, the page of the settings, the OpenAPI schema and the client's types
	npm --prefix frontend run client-pages
	$(PRODUCTION_SETTINGS) $(PY) -m camp.settings.documents
	$(PRODUCTION_SETTINGS) $(PY) manage.py spectacular --validate --fail-on-warn --format openapi-json --file frontend/openapi.json
	npm --prefix frontend run types

types-check: $(PYTHON_STAMP) $(FRONTEND_STAMP) ## Check that the pages and the schema match the code
	@mkdir -p .test
	npm --prefix frontend run client-pages -- --check
	$(PRODUCTION_SETTINGS) $(PY) manage.py spectacular --validate --fail-on-warn --format openapi-json --file .test/openapi.json
	@diff -u frontend/openapi.json .test/openapi.json || { echo 'The API has changed: run `make types`.'; exit 1; }

requirements: $(PYTHON_STAMP) ## Update and pin the Python packages, with hashes
	$(BIN)/uv pip compile $(COMPILE) requirements.in -o requirements.txt
	$(BIN)/uv pip compile $(COMPILE) requirements-dev.in -o requirements-dev.txt
	$(BIN)/uv pip compile $(COMPILE) requirements-node.in -o requirements-node.txt
COMPILE := --quiet --upgrade --universal --generate-hashes --python-version 3.11 --no-emit-index-url

$(PYTHON_STAMP): requirements-dev.txt
	@python=$$(.ci/find-python) && { [ -x $(PY) ] || "$$python" -m venv $(VENV); }
	@.ci/progress 'Installing the Python packages (600 MB)' $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

# The packages' install scripts are not needed.
$(FRONTEND_STAMP): frontend/package.json frontend/package-lock.json
	@.ci/check-node
	@.ci/progress 'Installing the packages of the client (900 MB)' $(NPM) --prefix frontend ci --ignore-scripts --loglevel error
	@touch $@

$(FIREBASE_STAMP): standins/firebase/package.json standins/firebase/package-lock.json
	@.ci/check-node
	@.ci/progress 'Installing the Auth emulator (220 MB)' $(NPM) --prefix standins/firebase ci --ignore-scripts --omit=optional --loglevel error
	@touch $@

$(MAILBOX_STAMP): standins/mailbox/package.json standins/mailbox/package-lock.json
	@.ci/check-node
	@.ci/progress 'Installing the mailbox (40 MB)' $(NPM) --prefix standins/mailbox ci --ignore-scripts --omit=optional --loglevel error
	@touch $@

$(CARDS_STAMP): standins/stripe/conformance/package.json standins/stripe/conformance/package-lock.json
	@.ci/check-node
	@echo 'Installing Stripe'"'"'s published types ...'
	@cd standins/stripe/conformance && $(NPM) ci --ignore-scripts --loglevel error
	@touch $@

$(BUNDLE_STAMP): $(FRONTEND_STAMP) $(FRONTEND_SOURCES)
	@.ci/progress 'Building the client' npm --prefix frontend run --silent build
	@touch $@

$(STATIC_STAMP): $(PYTHON_STAMP) $(BUNDLE_STAMP) $(STATIC_SOURCES)
	@.ci/progress 'Collecting and compressing the static files' $(PRODUCTION_SETTINGS) $(PY) manage.py collectstatic --clear --no-input --verbosity 0
	@touch $@
