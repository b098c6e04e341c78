# Elba. `make` alone lists what there is; see README.md.
#
# Every target that needs tools makes .venv on its first use: Python 3.11 or newer (with venv), make and git are
# all that has to be there before.

PYTHON ?= python3
BOARD ?= pico
VENV := .venv
RUN := $(VENV)/bin/python
READY := $(VENV)/.ready

# A PORT in the environment is seldom meant for a board.
ifneq ($(origin PORT),command line)
PORT :=
endif

# For all recipes: no .pyc files strewn over the source tree, no chatter about newer versions of pip.
export PYTHONDONTWRITEBYTECODE := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test test-rp2040 test-web trust trust-full web web-serve gif tournament proof bench fast build uf2 flash deploy backup restore logs boards docs shot shots texts lint art clean

help: ## list the targets
	@echo "make TARGET [VARIABLE=value ...]"
	@echo
	@sed -n 's/^\([a-z0-9-]*\):[^#]*## \(.*\)/\1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
		while IFS='|' read -r name text; do printf '  %-12s %s\n' "$$name" "$$text"; done
	@echo
	@echo "ARGS='...' is handed on to the tool; ARGS=--help lists what it takes."

play: $(READY) ## play in this terminal, on the very firmware (ARGS='--style braille', --seed, ...)
	@$(RUN) tools/play.py $(ARGS)

test: $(READY) ## all tests but those on the emulated board (ARGS='-k name', ...)
	@$(RUN) -m pytest -m "not rp2040" $(ARGS)

test-rp2040: $(READY) ## the firmware on an emulated RP2040 (MICROPYTHON_UF2=path of RPI_PICO's UF2; takes minutes)
	@$(RUN) -m pytest -m rp2040 -rs $(ARGS)

test-web: $(READY) $(VENV)/.web ## the page in a real browser (needs Chromium and npm)
	@$(RUN) -m pytest -m web -rs $(ARGS)

trust: $(READY) ## try out what is promised: saves, power cuts, ... (five minutes; ARGS='--only NAME --json FILE')
	@$(RUN) tools/trust.py $(ARGS)

trust-full: $(READY) ## the same at length: hours (MICROPYTHON_UF2= for the checks on the emulated RP2040)
	@$(RUN) tools/trust.py --full $(ARGS)

web: $(READY) ## the game as a web page in build/web, for any web server (needs npm)
	@$(RUN) tools/webpage.py $(ARGS)

web-serve: $(READY) ## the same, shown to browsers of this computer (ARGS='--port 8000')
	@$(RUN) tools/webpage.py --serve $(ARGS)

gif: $(READY) ## docs/elba.gif, a few tricks as the glass shows them
	@$(RUN) tools/gif.py $(ARGS)

# A picture needs matplotlib, which is as large as everything else together: installed when it is first asked for.
tournament: $(READY) $(if $(findstring --png,$(ARGS)),$(VENV)/.plot) ## let bots play each other (ARGS='--bots A,B --png FILE', ...)
	@$(RUN) tools/tournament.py $(ARGS)

proof: $(READY) ## what bots are worth by themselves (ARGS='loss|endings|price|targets ...', see tools/proof.py)
	@$(RUN) tools/proof.py $(ARGS)

bench: $(READY) $(if $(COMPARE),$(VENV)/.compare) ## speed and sizes in one table (COMPARE=1: other engines too; MICROPYTHON_UF2=)
	@$(RUN) tools/bench.py $(ARGS)

fast: $(READY) $(VENV)/.fast ## compile lib/ for this computer: tournaments are quicker (needs a C compiler)
	@$(RUN) tools/compile_fast.py $(ARGS)

build: $(READY) ## compile to build/device for a board (BOARD=pico) and to build/unix
	@$(RUN) tools/build.py --board $(BOARD)

uf2: $(READY) ## one file to drag on a board, in build/ (BOARD=pico; MICROPYTHON_UF2=path, else it is downloaded)
	@$(RUN) tools/uf2.py --board $(BOARD) $(ARGS)

deploy: build ## copy what changed to the connected board (PORT=/dev/ttyACM0 if there are several)
	@$(RUN) tools/deploy.py $(if $(PORT),--port $(PORT)) $(ARGS)

flash: build ## put MicroPython on a new board, then deploy (BOARD=pico; UF2=path, else it is downloaded; PORT=)
	@$(RUN) tools/deploy.py --flash --board $(BOARD) $(if $(UF2),--uf2 $(UF2)) $(if $(PORT),--port $(PORT)) $(ARGS)

backup: $(READY) ## copy the board's saved games to backups/ (PORT=)
	@$(RUN) tools/saves.py backup $(if $(PORT),--port $(PORT)) $(ARGS)

restore: $(READY) ## bring saved games back to the board (BACKUP=directory, else the newest; PORT=)
	@$(RUN) tools/saves.py restore $(BACKUP) $(if $(PORT),--port $(PORT)) $(ARGS)

logs: $(READY) ## faults that the board has noted (PORT=; ARGS=--follow shows what it prints from now on)
	@$(RUN) tools/logs.py $(if $(PORT),--port $(PORT)) $(ARGS)

boards: $(READY) ## check the board files (ARGS=--help: wiring, drawings, new ones)
	@$(RUN) tools/board.py $(if $(ARGS),$(ARGS),check)

docs: $(READY) ## docs/wiring, package.json and manifest.py from the sources
	@$(RUN) tools/board.py draw
	@$(RUN) tools/packages.py

shot: $(READY) ## PNG of a named screen in build/shots (SCREEN=title; ARGS='--scale 6 --oled')
	@$(RUN) tools/shot.py $(SCREEN) $(ARGS)

lint: $(READY) ## check the style of all sources
	@$(RUN) -m ruff check .

shots: $(READY) ## every screen in every language on one sheet, docs/screens.png (ARGS='--languages fa title pause')
	@$(RUN) tools/shots.py $(ARGS)

texts: $(READY) ## compile what the device says (play and build do it too; ARGS=--check: what is missing or too wide)
	@$(RUN) tools/texts.py $(ARGS)

art: $(READY) ## draw the glyphs of the firmware from tools/art
	@$(RUN) tools/art.py

clean: ## delete what was built, and .venv
	rm -rf build $(VENV) .pytest_cache .hypothesis .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp is older than the requirements when those have changed, and missing when an installation was cut short.
$(READY): tools/requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Python 3.11 or newer is needed, and $(PYTHON) is" \
			"$$($(PYTHON) --version 2>/dev/null || echo not there). Name another: make PYTHON=/path/to/python3" >&2; \
		exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
		echo "This Python cannot make virtual environments. On Debian or Ubuntu: sudo apt install python3-venv" >&2; \
		exit 1; }
	@echo "Setting up $(VENV), once; this takes a minute ..."
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@$(RUN) -m pip install --quiet --requirement tools/requirements.txt || { \
		echo "The tools could not be installed: is there a network? Try again: make $(MAKECMDGOALS)" >&2; \
		exit 1; }
	@touch $@

# What only some targets need comes into .venv when it is first asked for.
$(VENV)/.%: tools/requirements-%.txt $(READY)
	@echo "Adding to $(VENV) what is in $<, once ..."
	@$(RUN) -m pip install --quiet --requirement $<
	@touch $@
