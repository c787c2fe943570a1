# make play    open the app            открыть программу
# make test    tests that need only Python
# make check   everything that must hold before a commit
# The targets below say the rest. PYTHON=python3.12 chooses an interpreter; the environment lives in .venv.

PYTHON ?= python3
ARGS ?=
PYTEST_ARGS ?=
BENCH ?= help_time first_paint long_night key_to_paint settlement workbook
PICTURES := table-laptop-ru table-phone-ru settlement-laptop-ru

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check -qq
PYTEST := $(PY) -m pytest -q
BABEL := $(PY) -m babel.messages.frontend
CODE := $(wildcard scorekeeper tests benchmarks migrations pictures hatch_build.py)
CATALOGUES := $(wildcard scorekeeper/locale/*/LC_MESSAGES/scorekeeper.po)
UV := uv==0.13.9

.DEFAULT_GOAL := play
.PHONY: play test check torture format messages bench pictures lock clean

play: $(VENV)/.app
	@$(PY) -m scorekeeper $(ARGS)

test: $(VENV)/.dev
	@$(PYTEST) -n 2 -m "not system and not torture" $(PYTEST_ARGS)

# The types are looked at while the programs of the system tests are waited for. pytest ends with 5 when it has nothing
# to run.
check: $(VENV)/.dev
	@$(PY) -m ruff format --quiet --check $(CODE) || { echo "make format"; exit 1; }
	@$(PY) -m ruff check --quiet $(CODE)
	@kept=$$($(VENV)/bin/lint-imports --no-logo) || { echo "$$kept"; exit 1; }
	@$(MAKE) --no-print-directory test
	@$(PY) -m mypy --no-error-summary $(CODE) & types=$$!; status=0; \
		$(PYTEST) -n 2 --dist worksteal -m "system and not torture" $(PYTEST_ARGS) || test $$? -eq 5 || status=1; \
		wait $$types && exit $$status

torture: $(VENV)/.dev
	@$(PYTEST) --timeout=0 -m torture $(PYTEST_ARGS)

format: $(VENV)/.dev
	@$(PY) -m ruff check --quiet --fix-only $(CODE)
	@$(PY) -m ruff format --quiet $(CODE)

# tests/test_catalogues.py extracts with the same keywords.
messages: $(VENV)/.dev
	@mkdir -p build
	@$(BABEL) --quiet extract --mapping-file=pyproject.toml --no-default-keywords \
		--keyword=_ --keyword=ngettext:1,2 --keyword=pgettext:1c,2 --keyword=Lazy \
		--add-comments=Translators: --add-location=file --sort-by-file --no-wrap \
		--project=scorekeeper --msgid-bugs-address=scorekeeper --output-file=build/scorekeeper.pot scorekeeper
	@$(BABEL) --quiet update --input-file=build/scorekeeper.pot --output-dir=scorekeeper/locale --domain=scorekeeper \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap
	@$(BABEL) --quiet compile --directory=scorekeeper/locale --domain=scorekeeper

bench: $(VENV)/.dev
	@status=0; for name in $(BENCH); do $(PY) -m benchmarks.$$name || status=1; done; exit $$status

pictures: $(VENV)/.dev
	@$(PY) -m pictures.draw pictures $(PICTURES)
	@soffice --headless --convert-to pdf --outdir build exports/sample.xlsx >/dev/null
	@pdftoppm -png -singlefile -r 84 -f 1 -l 1 -x 50 -y 70 -W 800 -H 420 build/sample.pdf pictures/sample-summary
	@pdftoppm -png -singlefile -r 84 -f 7 -l 7 -x 50 -y 70 -W 900 -H 320 build/sample.pdf pictures/sample-proof

lock:
	@$(PYTHON) -m venv build/lock
	@build/lock/bin/python -m pip --disable-pip-version-check --quiet install $(UV)
	@for file in run dev; do \
		case $$file in \
			run) from="--group pyproject.toml:build pyproject.toml";; \
			dev) from="--group pyproject.toml:dev --constraint requirements/run.txt";; \
		esac; \
		build/lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
			--custom-compile-command "make lock" $$from --output-file requirements/$$file.txt || exit 1; \
	done

clean:
	@rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find scorekeeper tests -name __pycache__ -prune -exec rm -rf {} +
	@find scorekeeper -name '*.mo' -delete

# --- the environment --------------------------------------------------------
# Each stamp is touched last. .made holds the folder it was made in; .busy lies there while pip works.
# Interrupted, moved to another folder, or orphaned by a Python upgrade: it is made anew.

HEALTHY := $(shell { test ! -e $(VENV)/.busy && test "$$(cat $(VENV)/.made)" = "$$(pwd -P)" \
	&& $(PY) -c 'import pip, sys; print(sys.version_info >= (3, 11))'; } 2>/dev/null)
ifneq ($(HEALTHY),True)
.PHONY: $(VENV)/.made
endif

# $(1): what to install, in pip's words.
define install
@touch $(VENV)/.busy
@$(PIP) install $(1) || { echo "Installing failed; the first time needs the network." \
	"/ Установка не удалась; в первый раз нужна сеть."; exit 1; }
@rm $(VENV)/.busy
@touch $@
endef

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Python 3.11 or newer is needed, and $(PYTHON) is not it. Install it from https://www.python.org/downloads/"; \
		echo "(Debian, Ubuntu: sudo apt install python3 python3-venv), or name another: make PYTHON=python3.12"; \
		echo "Нужен Python 3.11 или новее, а $(PYTHON) не подходит. Установите его с https://www.python.org/downloads/"; \
		echo "(Debian, Ubuntu: sudo apt install python3 python3-venv) или укажите другой: make PYTHON=python3.12"; exit 1; } >&2
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "This Python cannot make environments: venv or ensurepip is missing. Debian, Ubuntu: sudo apt install python3-venv"; \
		echo "Этот Python не умеет создавать окружения: нет venv или ensurepip. Debian, Ubuntu: sudo apt install python3-venv"; \
		exit 1; } >&2
	@echo "Preparing .venv: once, about a minute. / Готовлю .venv: один раз, около минуты." >&2
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@pwd -P > $@

$(VENV)/.run: $(VENV)/.made requirements/run.txt
	$(call install,-r requirements/run.txt)

# Editable, and without build isolation: the build tools are pinned in run.txt, so this needs no network.
$(VENV)/.app: $(VENV)/.run pyproject.toml hatch_build.py scorekeeper/__init__.py $(CATALOGUES)
	@$(PY) -m compileall -q scorekeeper migrations
	$(call install,--no-index --no-deps --no-build-isolation -e .)

$(VENV)/.dev: $(VENV)/.app requirements/dev.txt
	$(call install,-r requirements/dev.txt)
