#!/usr/bin/env python3
"""The pod that KubeSpawner makes of a student's server from kubernetes.yaml, as the chart hands the values on: KubeSpawner 7.1.0 is the chart's.

    python3 -m venv pod && pod/bin/pip install jupyterhub-kubespawner==7.1.0 && pod/bin/python docker/hub/test_kubernetes.py
"""
import asyncio
import json
import os
import pathlib
import sys
import tempfile

# A cluster that is never asked: KubeSpawner wants to know one.
CLUSTER = {"apiVersion": "v1", "kind": "Config", "current-context": "none", "contexts": [{"name": "none", "context": {"cluster": "none", "user": "none"}}],
           "clusters": [{"name": "none", "cluster": {"server": "http://127.0.0.1:9"}}], "users": [{"name": "none", "user": {}}]}
cluster = tempfile.NamedTemporaryFile("w", suffix=".json")
json.dump(CLUSTER, cluster)
cluster.flush()
os.environ["KUBECONFIG"] = cluster.name  # read at the import

try:
    import yaml
    from kubernetes_asyncio.client import ApiClient
    from kubespawner import KubeSpawner
    from traitlets.config import Config
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(75)

VALUES = yaml.safe_load(pathlib.Path(__file__).with_name("kubernetes.yaml").read_text())
# The chart sets these traits from singleuser, and then those of hub.config.
TRAITS = {"uid": "uid", "fsGid": "fs_gid", "allowPrivilegeEscalation": "allow_privilege_escalation", "extraPodConfig": "extra_pod_config",
          "cmd": "cmd", "defaultUrl": "default_url"}


async def pod():
    config = Config()
    for value, trait in TRAITS.items():
        if value in VALUES["singleuser"]:
            config.KubeSpawner[trait] = VALUES["singleuser"][value]
    config.KubeSpawner.update(VALUES["hub"]["config"].get("KubeSpawner", {}))
    config.KubeSpawner.image = "mercer-hub:1"
    made = await KubeSpawner(_mock=True, config=config).get_pod_manifest()
    async with ApiClient() as client:
        return client.sanitize_for_serialization(made)


spec = asyncio.run(pod())["spec"]
want = {"fsGroup": 100, "runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}}
assert spec["securityContext"] == want, spec["securityContext"]
container = spec["containers"][0]["securityContext"]
assert container["runAsUser"] == 1000 and container["allowPrivilegeEscalation"] is False, container
print("a student's server: the pod has", spec["securityContext"], "and its container", container)
