#!/bin/sh
# binder.sh DIR: what "repo2docker" starts, in the environment at DIR.
set -eu
"$1/bin/pip" install --quiet --no-cache-dir --disable-pip-version-check notebook==7.6.5
