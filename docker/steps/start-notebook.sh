#!/bin/bash
# start-notebook.sh [ARGUMENT…]: JupyterLab for the world outside of the container. The token that it prints, or $JUPYTER_TOKEN, lets in.
set -eu
. "$(dirname "$0")/course.sh"
exec jupyter lab --ServerApp.ip="${JUPYTER_IP:-0.0.0.0}" --ServerApp.port="${JUPYTER_PORT:-8888}" --no-browser "$@"
