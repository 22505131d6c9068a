# Everything happens in .venv, installed from the lock files; nothing global, no network but the package index.
PYTHON ?= python3
BIN := .venv/bin
.DEFAULT_GOAL := help

.PHONY: help run test check format slow bench report baselines schemas dist lock clean
help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

run: .venv/run ## set up, play a million games of 10000, print the summary
	$(BIN)/simkit run configs/ten-thousand.toml

test: .venv/dev ## set up, run the whole test suite on all cores
	$(BIN)/python -m pytest -n auto --dist worksteal

check: .venv/dev ## what CI runs: format, lint, types, tests and doctests
	$(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/mypy && $(BIN)/python -m pytest -n auto --dist worksteal

format: .venv/dev ## format the code and mend what lint can
	$(BIN)/ruff format . && $(BIN)/ruff check --fix .

slow: .venv/dev ## the full-size checks
	$(BIN)/python -m pytest -m slow

bench: .venv/dev ## measure speed and memory; reports, never judges
	$(BIN)/python -m tests.bench

report: .venv/dev ## write runs/endgame.html: three readings of a rule of 10000, compared
	$(BIN)/simkit compare configs/endgame.toml --out runs/endgame --report runs/endgame.html

baselines: .venv/run ## record data/baselines anew, when outcomes were meant to change
	for file in data/baselines/*.toml; do $(BIN)/simkit baseline configs/$$(basename $$file) --out $$file --games 20480 --accept --quiet || exit; done

schemas: .venv/run ## write the schemas of configs anew, when options, bots or variants have changed
	for file in configs/*.schema.json; do $(BIN)/simkit schema $$(basename $$file .schema.json) > $$file || exit; done

dist: .venv/dev ## build the sdist and the wheel; install the wheel elsewhere and play with it
	rm -rf dist build && $(BIN)/python -m build
	$(BIN)/python -m venv build/venv && build/venv/bin/pip install --quiet --disable-pip-version-check -r requirements.lock
	build/venv/bin/pip install --quiet --disable-pip-version-check --no-deps dist/*.whl
	cp configs/sto-dwadziescia.toml build/ && cd build && venv/bin/simkit run sto-dwadziescia.toml --games 1000 --quiet

lock: .venv/dev ## resolve the dependencies anew (needs uv)
	uv pip compile -q --universal --python-version 3.11 --generate-hashes pyproject.toml -o requirements.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --extra dev --extra report -c requirements.lock pyproject.toml -o requirements-dev.lock

clean: ## remove the virtual environment and what tools leave behind
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "simkit needs Python 3.11 or newer, this is " + sys.version)'
	$(PYTHON) -m venv .venv

.venv/run: requirements.lock pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

.venv/dev: requirements-dev.lock | .venv/run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@
