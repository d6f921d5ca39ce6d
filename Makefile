# Everything runs in .venv, which the first target makes by itself from constraints.txt.
# On a bare Debian: apt-get install make git python3-venv

PYTHON ?= python3
LANG_DIR ?= en
LAB_ARGS ?=
PYTEST_ARGS ?=
PY := .venv/bin/python
FAST := --ignore=tests/browser --ignore=tests/slow --ignore=tests/wheel -m "not browser and not notebook and not slow"
REST := tests/browser tests/notebooks tests/scripts tests/wheel
SOLVED := tests/lessons

.DEFAULT_GOAL := help
.PHONY: help env env-dev lab demo lint test test-unit test-all bench pin clean

help:  ## say what can be made
	@$(PYTHON) scripts/make_help.py Makefile

env:
	@$(PYTHON) scripts/setup_env.py

env-dev:
	@$(PYTHON) scripts/setup_env.py --dev

lab: env  ## open JupyterLab on the first notebook (LANG_DIR=zh for Chinese)
	@$(PY) scripts/open_lab.py --lang $(LANG_DIR) $(LAB_ARGS)

demo: env  ## write demo.html, a film that plays in any browser
	@$(PY) -m packlight play -o demo.html

lint: env-dev  ## ruff and mypy
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

test: env-dev lint  ## check everything but the slow tests; less than 15 minutes
	@$(PY) scripts/chromium.py
	$(PY) -m pytest -n 2 -q $(FAST) $(PYTEST_ARGS)
	$(PY) -m pytest -n 2 -q -m notebook $(SOLVED) $(PYTEST_ARGS)
	$(PY) -m pytest $(REST) $(PYTEST_ARGS)

test-unit: env-dev  ## the fast tests: no browser, no kernel; less than 30 seconds
	$(PY) -m pytest -n 2 $(FAST) $(PYTEST_ARGS)

test-all: env-dev lint  ## everything: Binder's environment, other front ends, every notebook
	@$(PY) scripts/chromium.py
	HYPOTHESIS_PROFILE=thorough $(PY) -m pytest -m "" $(PYTEST_ARGS)

bench: env-dev  ## measure speed, size and import time
	@$(PY) scripts/bench.py

pin: env-dev  ## write constraints.txt and Binder's pins from what .venv holds
	@$(PY) scripts/pin.py

clean:  ## take away .venv and what the programs wrote
	rm -rf .venv demo.html test-artifacts bench-results .pytest_cache .mypy_cache .ruff_cache .hypothesis
