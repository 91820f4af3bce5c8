#!/usr/bin/env python3
"""Builds an image's files without a container engine: does what docker/Dockerfile and .binder/Dockerfile say in Debian trees made by debootstrap.

    docker/tree.py build TARGET[,…] DIR builds stages of the Dockerfiles and all that they need below DIR
    docker/tree.py run DIR/TARGET [--network] [--home DIR] [--port N] [--root] [COMMAND…]
                                        runs the stage's command, or another one, as its user: the tree is read-only, /tmp is
                                        empty, the home is DIR or empty, and there is no network but loopback, unless asked for

It needs root, debootstrap, unshare, and for "build" a network. "golang" images are a Debian tree with the Go toolchain of this machine.
Settings of this machine for pip, the Go module proxy and certificates hold while building, and are not in the tree after it.
"""
import argparse
import hashlib
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCKERFILES = (ROOT / "docker" / "Dockerfile", ROOT / ".binder" / "Dockerfile")
SUITE = "bookworm"
PASSED = ("PIP_", "GOPROXY", "GOSUMDB", "GONOSUMDB", "GOFLAGS", "http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"


def fail(text):
    sys.exit(f"tree: {text}")


def lines(text):
    """The instructions of a Dockerfile, each with its words."""
    whole = ""
    for line in text.splitlines():
        if line.lstrip().startswith("#"):
            continue
        whole += line
        if whole.endswith("\\"):
            whole = whole[:-1]
            continue
        if whole.strip():
            name, _, rest = whole.strip().partition(" ")
            yield name.upper(), rest.strip()
        whole = ""


def expand(text, values):
    for name in sorted(values, key=len, reverse=True):
        text = text.replace("${%s}" % name, values[name]).replace("$" + name, values[name])
    return text


def all_stages():
    """The stages of all Dockerfiles. Those of the same name have to be the same."""
    found = {}
    for path in DOCKERFILES:
        for stage, what in stages(path).items():
            if found.setdefault(stage, what) != what:
                fail(f"the stage {stage} of {path.relative_to(ROOT)} differs from that of {DOCKERFILES[0].relative_to(ROOT)}")
    return found


def stages(path):
    """The stages of a Dockerfile: their names, what each is made from, and their instructions."""
    found, arguments = {}, {}
    for name, rest in lines(path.read_text()):
        if name == "ARG" and not found:
            key, _, value = rest.partition("=")
            arguments[key] = value
        elif name == "FROM":
            words = expand(rest, arguments).split()
            stage = words[2] if len(words) == 3 else words[0]
            found[stage] = (words[0], [])
        else:
            list(found.values())[-1][1].append((name, rest))
    return found


class Builder:
    def __init__(self, below):
        self.below = pathlib.Path(below).resolve()
        self.stages = all_stages()
        self.built = {}

    def build(self, stage):
        """Builds a stage once, and returns its tree and its configuration."""
        if stage in self.built:
            return self.built[stage]
        if stage not in self.stages:
            fail(f"no Dockerfile has a stage {stage}, but {', '.join(self.stages)}")
        source, instructions = self.stages[stage]
        tree = self.below / stage
        remove(tree)
        if source in self.stages:
            above, config = self.build(source)
            print(f"tree: {stage} from {source}", flush=True)
            run(["cp", "-a", "--reflink=auto", above, tree])
            config = json.loads(json.dumps(config))
        else:
            print(f"tree: {stage} from {source}", flush=True)
            config = self.image(source, tree)
        arguments = {}
        for name, rest in instructions:
            print(f"tree: {name} {rest}", flush=True)
            values = {**arguments, **config["env"]}
            if name == "ARG":
                key, _, value = rest.partition("=")
                arguments[key] = os.environ.get(key, value)
            elif name == "ENV":
                for word in shlex.split(rest):
                    key, _, value = word.partition("=")
                    config["env"][key] = expand(value, values)
            elif name == "WORKDIR":
                config["dir"] = rest
                inside(tree, rest).mkdir(parents=True, exist_ok=True)
            elif name == "USER":
                config["user"] = rest
            elif name == "COPY":
                self.copy(tree, config, rest.split())
            elif name == "RUN":
                in_tree(tree, ["/bin/sh", "-c", rest], values, config)
            elif name in ("CMD", "ENTRYPOINT"):
                config[name.lower()] = json.loads(rest)
            elif name == "HEALTHCHECK":
                config["health"] = json.loads(rest[rest.index("CMD") + 3:])
            elif name != "EXPOSE":
                fail(f"{name} is not known")
        (self.below / (stage + ".json")).write_text(json.dumps(config, indent=1) + "\n")
        self.built[stage] = tree, config
        return self.built[stage]

    def image(self, name, tree):
        """A Debian tree in place of an image of a registry."""
        debian = self.below / ("debian-" + SUITE)
        if not (debian / "etc").is_dir():
            run(["debootstrap", "--variant=minbase", "--include=ca-certificates", SUITE, debian])
        run(["cp", "-a", "--reflink=auto", debian, tree])
        config = {"env": {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}, "dir": "/", "user": "0:0", "cmd": [], "entrypoint": []}
        if name.startswith("golang:"):
            root = subprocess.run(["go", "env", "GOROOT"], check=True, capture_output=True, text=True).stdout.strip()
            version = pathlib.Path(root, "VERSION").read_text().split()[0]
            if version != "go" + name.split(":")[1].split("-")[0]:
                print(f"tree: this machine has {version} in place of {name}", flush=True)
            shutil.copytree(root, tree / "usr/local/go", symlinks=True)
            config["env"]["PATH"] = "/usr/local/go/bin:" + config["env"]["PATH"]
        elif not name.startswith("debian:"):
            fail(f"there is no tree for the image {name}")
        return config

    def copy(self, tree, config, words):
        source = ROOT
        if words[0].startswith("--from="):
            source = self.build(words[0][7:])[0]
            words = words[1:]
        *names, to = words
        to = inside(tree, os.path.join(config["dir"], to) + ("/" if to.endswith("/") or to == "./" else ""))
        for name in names:
            path = source / name.lstrip("/")
            into = to / path.name if (str(words[-1]).endswith("/") or len(names) > 1) and not path.is_dir() else to
            into.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                shutil.copytree(path, into, symlinks=True, dirs_exist_ok=True, ignore=left_out if source == ROOT else None)
            else:
                shutil.copy2(path, into)


def left_out(directory, names):
    """What .dockerignore names of a directory."""
    ignored = {ROOT / line for line in (ROOT / ".dockerignore").read_text().split("\n") if line and not line.startswith("#")}
    return [name for name in names if pathlib.Path(directory, name) in ignored]


def inside(tree, path):
    return pathlib.Path(str(tree) + os.path.normpath("/" + path))


def remove(tree):
    if tree.exists():
        run(["rm", "-rf", "--one-file-system", tree])


def run(command):
    if subprocess.run([str(word) for word in command]).returncode != 0:
        fail(f"{command[0]} failed")


def in_tree(tree, command, env, config):
    """Runs a command of the Dockerfile in a tree as the user whom the Dockerfile names, with the network of this machine."""
    extra = {key: value for key, value in os.environ.items() if key.startswith(PASSED) and key != "PIP_FIND_LINKS"}
    extra.update({"PIP_CERT": "/run/ca.crt", "SSL_CERT_FILE": "/run/ca.crt"})
    user, group = config["user"].split(":")
    assignments = [f"{key}={value}" for key, value in {"HOME": "/root", **env, **extra}.items()]
    script = f"""
set -e
t={shlex.quote(str(tree))}
mount -t proc proc "$t/proc"
mount --rbind /dev "$t/dev"
mount -t tmpfs tmpfs "$t/run"
cp {CERTIFICATES} "$t/run/ca.crt"
touch "$t/etc/resolv.conf" && mount --bind /etc/resolv.conf "$t/etc/resolv.conf"
exec chroot "$t" /usr/bin/env -i {shlex.join(assignments)} setpriv --reuid {user} --regid {group} --clear-groups \\
  /bin/sh -c {shlex.quote('cd ' + shlex.quote(config['dir']) + ' && exec "$@"')} sh {shlex.join(command)}
"""
    if subprocess.run(["unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", script]).returncode != 0:
        fail(f"failed: {shlex.join(command)}")


def start(tree, args):
    """Becomes a command of the tree."""
    tree = pathlib.Path(tree).resolve()
    config = json.loads((tree.parent / (tree.name + ".json")).read_text())
    env = {**config["env"], **dict(word.split("=", 1) for word in args.env)}
    user, group = ("0", "0") if args.root else config["user"].split(":")
    home = env.get("HOME", "/root")
    keep = f'mount --bind {shlex.quote(os.path.abspath(args.home))} "$t{home}"' if args.home else f'mount -t tmpfs -o mode=0700,uid={user},gid={group} tmpfs "$t{home}"'
    network = [] if args.network else ["--net"]
    command = args.command or config["entrypoint"] + config["cmd"]
    script = f"""
set -e
t={shlex.quote(str(tree))}
{'' if args.network else 'ip link set lo up'}
mount --bind "$t" "$t"
mount -o remount,bind,ro "$t"
mount -t proc proc "$t/proc"
mount --rbind /dev "$t/dev"
mount -t tmpfs -o mode=1777 tmpfs "$t/tmp"
{keep}
exec chroot "$t" /usr/bin/env -i {shlex.join(f'{k}={v}' for k, v in env.items())} \\
  setpriv --reuid {user} --regid {group} --clear-groups --no-new-privs --bounding-set -all --inh-caps -all \\
  /bin/sh -c {shlex.quote('cd ' + shlex.quote(config['dir']) + ' && exec "$@"')} sh {shlex.join(command)}
"""
    os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "--ipc", *network, "/bin/sh", "-c", script])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    build = actions.add_parser("build")
    build.add_argument("target")
    build.add_argument("dir")
    runs = actions.add_parser("run")
    runs.add_argument("tree")
    runs.add_argument("--network", action="store_true")
    runs.add_argument("--root", action="store_true")
    runs.add_argument("--home")
    runs.add_argument("--env", action="append", default=[])
    runs.add_argument("command", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    if os.geteuid() != 0:
        fail("needs root")
    for tool in ("unshare", "chroot", "mount") + (("debootstrap",) if args.action == "build" else ("ip",)):
        if not shutil.which(tool):
            fail(f"{tool} is not installed")
    if args.action == "build":
        builder = Builder(args.dir)
        for target in args.target.split(","):
            print(builder.build(target)[0])
    else:
        if args.command[:1] == ["--"]:
            args.command = args.command[1:]
        start(args.tree, args)


if __name__ == "__main__":
    main()
