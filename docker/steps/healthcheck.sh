#!/bin/bash
# healthcheck.sh: whether the server answers.
exec python3 - <<'PY'
import os, urllib.request
base = os.environ.get("JUPYTERHUB_SERVICE_PREFIX", "/")
port = os.environ.get("JUPYTER_PORT", "8888")
urllib.request.urlopen(f"http://127.0.0.1:{port}{base}api", timeout=4)
PY
