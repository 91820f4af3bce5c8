#!/usr/bin/env bash
# How time and memory of mllib's methods and scikit-learn's grow with the number of rows; see README.md. Arguments are those of
# growth.py: --only NAME, --times MULTIPLE, --threads N.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
build fit
exec "$work/venv/bin/python" "$here/growth.py" --fit "$work/fit" "$@"
