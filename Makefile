# Everything is made from a fresh clone with Python 3.11 or later, Node 20 or later and make; nothing is installed
# outside this folder. What has not changed since the last time is not done again.

SHELL := /bin/sh
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help run dev reset install test test-python test-browser-code test-journeys proof proof-screens proof-production audit screenshots lint lint-python lint-browser-code \
  types types-check requirements

VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python

PYTHON_STAMP := $(VENV)/.installed
FRONTEND_STAMP := frontend/node_modules/.installed
FIREBASE_STAMP := standins/firebase/node_modules/.installed
CARDS_STAMP := standins/stripe/conformance/node_modules/.installed
BUNDLE_STAMP := static/build/.built
STATIC_STAMP := staticfiles/.collected

NPM := npm --no-fund --no-audit --no-update-notifier
FRONTEND_SOURCES := templates/first_screen.html $(shell find frontend -path frontend/node_modules -prune -o -path frontend/e2e -prune -o -type f \
  \( -path 'frontend/src/*' -o -path 'frontend/webpack/*' -o -name '*.config.js' -o -name package.json \) -print)
STATIC_SOURCES := $(shell find static -path static/build -prune -o -type f -print)

# A command that needs the settings but no server: stand-ins' values, and a database that nobody asks.
SETTINGS_ONLY := CAMP_DEMO=1 DATABASE_URL=postgresql://nobody@127.0.0.1:1/nothing CAMP_DEMO_DIR=.test/lint
# A command that needs a database too; it gets one of its own for as long as it runs.
OWN_DATABASE := CAMP_DEMO=1 CAMP_DEMO_DIR=.test/lint

# $(call timed,what,command): runs it and says how long it took, also when it failed.
define timed
@begin=$$(date +%s); status=0; $(2) || status=$$?; \
  printf '%s: %d s%s\n' "$(1)" $$(($$(date +%s) - begin)) "$$([ $$status = 0 ] || echo ', FAILED')"; exit $$status
endef

help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile

run: install $(STATIC_STAMP) ## The site on this machine, with stand-ins for the providers, at http://127.0.0.1:8000
	@$(PY) -m camp.demo run

dev: install ## The same, reloading when Python or browser code changes
	@rm -f $(BUNDLE_STAMP)
	@$(PY) -m camp.demo run --dev

reset: ## Forget every account, class and payment of `make run`
	@if [ -x $(PY) ]; then $(PY) -m camp.demo reset; else rm -rf .demo; fi

install: $(PYTHON_STAMP) $(FRONTEND_STAMP) $(FIREBASE_STAMP) ## What the project needs, inside this folder

test: ## pytest on PostgreSQL, jest, and the journeys in a real browser
	$(call timed,make test in all,$(MAKE) test-python test-browser-code test-journeys)

test-python: install $(CARDS_STAMP)
	$(call timed,pytest,$(PY) -W error -m pytest -n 2 -m 'not long')

proof: install $(CARDS_STAMP) ## What must hold of seats and money, and of every screen, in full length (an hour)
	$(call timed,seats and money,$(PY) -W error -m pytest -n 2 payments standins/stripe)
	@$(MAKE) proof-production
	@$(MAKE) proof-screens

proof-production: install $(STATIC_STAMP) ## A production site, restored from its backup, and the journeys against it
	$(call timed,production,$(PY) -m standins.production)

proof-screens: install $(STATIC_STAMP) ## Every screen, for every role, in both themes, on a phone and on a desk
	$(call timed,every screen,npm --prefix frontend run e2e:proof)

audit: install $(STATIC_STAMP) ## Lighthouse on the public pages; the figures go into docs/audit.md
	$(call timed,Lighthouse,npm --prefix frontend run audit)

screenshots: install $(STATIC_STAMP) ## Pictures of every screen, side by side, in .test/gallery/index.html
	$(call timed,pictures,npm --prefix frontend run screenshots)

test-browser-code: $(FRONTEND_STAMP)
	$(call timed,jest,npm --prefix frontend test)

test-journeys: install $(STATIC_STAMP)
	$(call timed,journeys in a browser,npm --prefix frontend run e2e)

lint: lint-python lint-browser-code types-check ## Everything that can be checked without running the site

lint-python: $(PYTHON_STAMP)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(SETTINGS_ONLY) $(BIN)/mypy
	$(SETTINGS_ONLY) $(BIN)/lint-imports
	$(OWN_DATABASE) $(PY) -W error manage.py makemigrations --check --dry-run
	env $$(grep -v '^#' .ci/production.env) $(PY) -W error manage.py check --deploy --fail-level WARNING

lint-browser-code: $(FRONTEND_STAMP)
	npm --prefix frontend run lint
	npm --prefix frontend run typecheck

types: $(PYTHON_STAMP) $(FRONTEND_STAMP) ## Write the contract's OpenAPI description and the TypeScript types from it
	$(SETTINGS_ONLY) $(PY) manage.py spectacular --validate --fail-on-warn --format openapi-json --file frontend/openapi.json
	npm --prefix frontend run types

types-check: $(PYTHON_STAMP) $(FRONTEND_STAMP) ## Whether both agree with the code
	@mkdir -p .test
	$(SETTINGS_ONLY) $(PY) manage.py spectacular --validate --fail-on-warn --format openapi-json --file .test/openapi.json
	@diff -u frontend/openapi.json .test/openapi.json || { echo 'The calls have changed: run `make types`.'; exit 1; }
	npm --prefix frontend run types -- --check

requirements: $(PYTHON_STAMP) ## Pin the Python packages again, with hashes
	$(BIN)/uv pip compile $(COMPILE) requirements.in -o requirements.txt
	$(BIN)/uv pip compile $(COMPILE) requirements-dev.in -o requirements-dev.txt
COMPILE := --quiet --upgrade --universal --generate-hashes --python-version 3.11 --no-emit-index-url

$(PYTHON_STAMP): requirements-dev.txt
	@python=$$(.ci/find-python) && { [ -x $(PY) ] || "$$python" -m venv $(VENV); }
	@echo 'Installing the Python packages ...'
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

# Nothing is run at installation: what the packages carry is complete.
$(FRONTEND_STAMP): frontend/package.json frontend/package-lock.json
	@.ci/check-node
	@echo 'Installing the browser code'"'"'s packages ...'
	@cd frontend && $(NPM) ci --ignore-scripts --loglevel error
	@touch $@

$(FIREBASE_STAMP): standins/firebase/package.json standins/firebase/package-lock.json
	@.ci/check-node
	@echo 'Installing the Auth emulator ...'
	@cd standins/firebase && $(NPM) ci --ignore-scripts --omit=optional --loglevel error
	@touch $@

$(CARDS_STAMP): standins/stripe/conformance/package.json standins/stripe/conformance/package-lock.json
	@.ci/check-node
	@echo 'Installing the card provider'"'"'s own types ...'
	@cd standins/stripe/conformance && $(NPM) ci --ignore-scripts --loglevel error
	@touch $@

$(BUNDLE_STAMP): $(FRONTEND_STAMP) $(FRONTEND_SOURCES)
	@echo 'Building the browser code ...'
	@npm --prefix frontend run --silent build
	@touch $@

$(STATIC_STAMP): $(PYTHON_STAMP) $(BUNDLE_STAMP) $(STATIC_SOURCES)
	@echo 'Collecting and compressing what the site serves ...'
	@$(SETTINGS_ONLY) $(PY) manage.py collectstatic --clear --no-input --verbosity 0
	@touch $@
