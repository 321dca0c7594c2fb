# Tavola's commands. `make run` plays a game on the simulated table, `make test` proves the program.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
ARGS   ?=
# Whoever has finished his share takes tests from the other: no core waits for a long file.
# What was compiled is kept, or each worker and each command that is tested compiles everything anew.
PYTEST := MAKEFLAGS= PYTHONDONTWRITEBYTECODE= OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n auto --dist worksteal --durations=25 --durations-min=1

.PHONY: help run quick test check style plan unit coverage figures explore virtual-pi soak train-small train-player firmware lock clean

help:  ## say what there is
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | sort

run: $(VENV)/.run  ## play on the simulated table (ARGS="--length 3 --seed 7" and so on)
	@$(BIN)/tavola simulate $(ARGS)

quick: $(VENV)/.test style  ## what three minutes can tell: style, and the tests that film and simulate nothing
	$(PYTEST) -m "not soak and not figures and not films" $(ARGS)

test: $(VENV)/.test style  ## everything that has to hold, in some ten minutes on two cores
	@$(MAKE) -j2 --no-print-directory plan unit

check: style plan  ## style, types and walls

style: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# Beside the tests, of which some wait for a device or a clock.
plan: $(VENV)/.test
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(VENV)/.test  ## the tests, on all cores (tests/conftest.py says in how many processes)
	$(PYTEST) -m "not soak and not figures" $(ARGS)

coverage: $(VENV)/.test  ## which lines of controller and firmware_bridge the quick tests run; it fails below the floor in pyproject.toml
	$(BIN)/coverage erase
	$(subst -m pytest,-m coverage run -m pytest,$(PYTEST)) -m "not soak and not figures and not films" tests/controller tests/firmware_bridge tests/soak tests/test_docs.py
	$(BIN)/coverage combine -q
	$(BIN)/coverage report $(ARGS)

figures: $(VENV)/.test  ## every published figure, into docs/figures.md, and the tests of figures (ARGS="--only NAME": that figure alone)
	$(BIN)/python -m tests.benchmarks.figures $(ARGS)
ifeq ($(ARGS),)
	$(PYTEST) -m "figures and not soak"
endif

train-small: build/train-venv/.ready  ## train smaller networks on drawn tables, and check their figures (not places_close.onnx)
	nice build/train-venv/bin/python -m vision.training.proposals.train --small --out build/proposals-small.onnx
	nice build/train-venv/bin/python -m vision.training.dice.train --small --proposals build/proposals-small.onnx --out build/die-small.onnx
	nice build/train-venv/bin/python -m vision.training.scene.train --small --anew --out build/scene-small.onnx
	nice build/train-venv/bin/python -m vision.training.board.train --small --out build/board-small $(ARGS)

train-player: $(VENV)/.run  ## train the built-in player's networks anew, into build/club.npz (some 25 minutes of a core)
	@mkdir -p build
	nice $(BIN)/python -m controller.players.training.train_player --out build/club.npz $(ARGS)

virtual-pi: $(VENV)/.run  ## referee a match on an emulated Raspberry Pi (some twelve minutes, six more the first time)
	@PYTHON=$(PYTHON) .ci/system-packages virtual-pi
	@PATH="$$PATH:/usr/sbin:/sbin" $(BIN)/python -m hardware.virtual_pi $(ARGS)

explore: $(VENV)/.test  ## the property tests with examples that nobody has tried yet
	$(PYTEST) -m "hypothesis and not soak" --hypothesis-profile=explore --randomly-seed=default --timeout=1800 $(ARGS)

soak: $(VENV)/.test  ## the long runs
	$(BIN)/python -m pytest -m soak $(ARGS)

firmware: $(VENV)/.run  ## the images for the microcontrollers, in build/firmware
	@$(BIN)/python -m hardware.firmware.images build/firmware

$(VENV)/.run: requirements.lock pyproject.toml .ci/system-packages
	@PYTHON=$(PYTHON) .ci/system-packages run
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tavola: Python 3.11 or newer is needed, this is " + sys.version.split()[0])'
	@echo "tavola: making the environment in $(VENV), half a minute and what it takes to fetch packages"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.test: $(VENV)/.run requirements-dev.lock
	@PYTHON=$(PYTHON) .ci/system-packages test
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

build/train-venv/.ready: pyproject.toml
	@echo "tavola: making an environment with PyTorch in build/train-venv"
	@test -x build/train-venv/bin/python || $(PYTHON) -m venv build/train-venv
	@build/train-venv/bin/python -m pip install -q --disable-pip-version-check -e ".[train]"
	@touch $@

lock: $(VENV)/.test  ## choose the newest allowed versions and write them down
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-emit-find-links --upgrade \
	    pyproject.toml --extra pages --extra hall --group build -o requirements.lock
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-emit-find-links --upgrade \
	    pyproject.toml --extra pages --extra hall --group build --group dev -c requirements.lock -o requirements-dev.lock

clean:  ## remove what make made
	rm -rf $(VENV) out build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage*
