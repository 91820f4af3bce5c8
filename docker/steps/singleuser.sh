#!/bin/sh
# singleuser.sh DIR VERSION: the single-user server of JupyterHub in the environment at DIR.
set -eu
"$1/bin/pip" install --quiet --no-cache-dir --disable-pip-version-check "jupyterhub==$2"
