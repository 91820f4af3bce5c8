#!/bin/sh
# jupyter.sh DIR REQUIREMENTS: the JupyterLab of "mercer lab" in a Python environment at DIR, and a class's tools.
set -eu
python3 -m venv "$1"
"$1/bin/pip" install --quiet --no-cache-dir --disable-pip-version-check -r "$2"
mkdir -p "$1/share/jupyter/lab/settings" "$1/etc/jupyter"
cat >"$1/share/jupyter/lab/settings/overrides.json" <<'SETTINGS'
{
  "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false}
}
SETTINGS
# A kernel that is idle keeps its values in the user's files: to end it loses nothing.
cat >"$1/etc/jupyter/jupyter_server_config.json" <<'SETTINGS'
{
  "MultiKernelManager": {"default_kernel_name": "mercer"},
  "MappingKernelManager": {"cull_idle_timeout": 3600, "cull_interval": 300}
}
SETTINGS
