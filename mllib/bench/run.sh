#!/usr/bin/env bash
# Compares mllib with scikit-learn side by side: the same data, the results held against each other, the times of both in
# one run; see README.md. It makes a virtual environment of its own and builds mllib as it stands in this checkout.
# Arguments are those of bench.py: --reps N, --only NAME, --json FILE, --scale FRACTION.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
build fit
exec "$work/venv/bin/python" "$here/bench.py" --fit "$work/fit" "$@"
