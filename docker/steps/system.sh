#!/bin/sh
# system.sh: Debian's Python, and the user of docker-stacks' conventions: $NB_USER with number $NB_UID in the group $NB_GID (users).
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends ca-certificates git python3 python3-venv tini >/dev/null
apt-get clean
rm -rf /var/lib/apt/lists/*
useradd --no-log-init --create-home --shell /bin/bash --uid "$NB_UID" --no-user-group --gid "$NB_GID" "$NB_USER"
