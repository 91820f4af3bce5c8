# A JupyterHub on one machine whose servers are containers of Mercer's image (docker build … --target hub -t mercer-hub).
#
#   pip install jupyterhub dockerspawner && npm install -g configurable-http-proxy
#   docker network create class
#   jupyterhub -f docker/hub/dockerspawner_config.py
#
# The version of JupyterHub in the image has to be that of the hub: --build-arg JUPYTERHUB=…
c = get_config()  # noqa: F821
c.JupyterHub.bind_url = "http://127.0.0.1:8000"
c.JupyterHub.hub_ip = "0.0.0.0"  # the hub's own address has to be reached from the network of the containers, below
c.JupyterHub.hub_connect_ip = "host.docker.internal"
c.JupyterHub.spawner_class = "dockerspawner.DockerSpawner"
c.JupyterHub.authenticator_class = "pam"
c.Authenticator.allow_all = True

c.DockerSpawner.image = "mercer-hub"
c.DockerSpawner.cmd = ["start-singleuser.sh"]
c.DockerSpawner.network_name = "class"
c.DockerSpawner.remove = True
c.DockerSpawner.volumes = {"mercer-home-{username}": "/home/jovyan"}
c.DockerSpawner.mem_limit = "2G"
c.DockerSpawner.cpu_limit = 2
c.DockerSpawner.environment = {"MERCER_CACHE_LIMIT": "300MB"}
c.DockerSpawner.extra_host_config = {
    "read_only": True,
    "tmpfs": {"/tmp": "mode=1777,exec,size=1g"},
    "cap_drop": ["ALL"],
    "security_opt": ["no-new-privileges:true"],
    "pids_limit": 512,
    "extra_hosts": {"host.docker.internal": "host-gateway"},
}
