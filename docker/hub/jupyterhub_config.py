# A JupyterHub on one machine: each student is a user of the machine, with files, values and temporary files of his own.
#
#   python3 -m venv /opt/hub && /opt/hub/bin/pip install jupyterhub -r kernel/lab/requirements.txt
#   go build -o /tmp/mercer ./kernel/mercer && /tmp/mercer install --prefix /opt/hub
#   npm install -g configurable-http-proxy
#   /opt/hub/bin/jupyterhub -f docker/hub/jupyterhub_config.py
#
# The hub runs as root, to start servers as their users, and listens on this machine only: put a web server with TLS before it.
import os
import pwd
import stat
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

c = get_config()  # noqa: F821
c.JupyterHub.bind_url = "http://127.0.0.1:8000"
# With HUB_GROUPS=off no user has a share of the processors of his own, or a limit: for a machine on which no control groups can be made.
c.JupyterHub.spawner_class = "jupyterhub.spawner.LocalProcessSpawner" if os.environ.get("HUB_GROUPS") == "off" else "groups.GroupSpawner"
c.GroupSpawner.memory_of_user = 2 << 30
c.GroupSpawner.processes_of_user = 512
c.JupyterHub.authenticator_class = os.environ.get("HUB_AUTHENTICATOR", "pam")
c.Authenticator.allow_all = True
c.Authenticator.admin_users = set()
# A class that comes through the door at once: on two cores twenty servers take their time.
c.Spawner.start_timeout = 300
c.Spawner.http_timeout = 120

c.Spawner.cmd = ["jupyterhub-singleuser"]
c.Spawner.default_url = "/lab"
c.Spawner.args = [
    "--MultiKernelManager.default_kernel_name=mercer",
    # A kernel that is idle for an hour ends. Its values are in the student's files: %resume in a new kernel has them.
    "--MappingKernelManager.cull_idle_timeout=3600",
    "--MappingKernelManager.cull_interval=300",
]
c.Spawner.environment = {
    "PATH": "/opt/hub/bin:/usr/local/go/bin:/usr/local/bin:/usr/bin:/bin",
    "TMPDIR": lambda spawner: private(spawner.user.name, ".tmp"),
    "MERCER_CACHE_LIMIT": "300MB",
}


def private(name, directory):
    """A directory of a user's own in his home, which nobody else can enter."""
    user = pwd.getpwnam(name)
    path = os.path.join(user.pw_dir, directory)
    if not os.path.isdir(path):
        os.mkdir(path, stat.S_IRWXU)
        os.chown(path, user.pw_uid, user.pw_gid)
    return path


def homes_are_closed(spawner):
    """Homes that others can enter are closed before the first file is written to them."""
    os.chmod(pwd.getpwnam(spawner.user.name).pw_dir, stat.S_IRWXU)


c.Spawner.pre_spawn_hook = homes_are_closed
