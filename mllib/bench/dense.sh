#!/usr/bin/env bash
# Compares dense algebra of mllib with numpy's, in turns in one run; see README.md. Arguments are those of dense.py: --sizes 500,1000,
# --only OPERATION (may be repeated), --reps N, --threads N, --tuned best|none|CORETYPE, --gonum, --json FILE.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
build dense
exec "$work/venv/bin/python" "$here/dense.py" --dense "$work/dense" "$@"
