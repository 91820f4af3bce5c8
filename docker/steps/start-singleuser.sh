#!/bin/bash
# start-singleuser.sh [ARGUMENT…]: the server of one user of a JupyterHub, which says by $JUPYTERHUB_… where it listens and who may come.
set -eu
. "$(dirname "$0")/course.sh"
exec jupyterhub-singleuser "$@"
