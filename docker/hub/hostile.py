"""A hostile student in a JupyterHub: what a cell of one gets of another, and what it takes from the other's time.

    sudo /opt/hub/bin/python docker/hub/hostile.py [--prefix /opt/hub]

It makes users of this machine (mercer-class-01, …), which it removes afterwards, and starts the hub of jupyterhub_config.py for them. One of them keeps secrets: in a
value, in a cell, in a file of his own and in a temporary one. Another tries, in Go, from his own notebook and with his own token, to read and to disturb him. Then
he takes memory and starts processes, more than he may. Last, he runs endless loops in several kernels while the other works, with control groups and without. Exit status 1: something was read or
could be changed, or he could take more than he may.
"""
import argparse
import asyncio
import json
import os
import pathlib
import pwd
import secrets
import statistics
import sys
import time

from tornado.httpclient import HTTPClientError

from measure import ask, hub_of, name, start_kernel, start_server

TRIES = r'''
import ("bufio"; "net"; "net/http"; "os/user"; "path/filepath"; "syscall"; "time")
secret := "SECRET"; victim := "VICTIM"; home := "HOME"
himself := os.Getenv("USER") == victim // that the tries can succeed at all
uid := func() uint32 { u, err := user.Lookup(victim); if err != nil { panic(err) }; n, _ := strconv.Atoi(u.Uid); return uint32(n) }()
got := map[string]int{}
look := func(what, path string) {
	if f, err := os.Open(path); err == nil { f.Close(); got[what]++ }
}
of := func(path string) bool { i, err := os.Lstat(path); return err == nil && i.Sys().(*syscall.Stat_t).Uid == uid }
tried := map[string]int{}
// Files of the victim, wherever they are: the whole machine is walked but for /proc and /sys.
filepath.WalkDir("/", func(path string, e os.DirEntry, err error) error {
	if err != nil || path == "/proc" || path == "/sys" || path == "/dev/fd" { if e != nil && e.IsDir() { return filepath.SkipDir }; return nil }
	if e.Type().IsRegular() && of(path) { tried["files of his that can be found"]++; look("files", path) }
	return nil
})
for _, path := range []string{"", "/mine.ipynb", "/.tmp", "/.local/state", "/.cache", "/.local/share/jupyter/runtime"} {
	tried["directories and files by name"]++
	if _, err := os.ReadDir(home + path); err == nil { got["directories"]++ }
	look("files by name", home + path)
	if os.WriteFile(home + path + "/planted", nil, 0o644) == nil { got["files planted"]++ }
}
procs, _ := filepath.Glob("/proc/[0-9]*")
for _, p := range procs {
	if !of(p) { continue }
	tried["processes"]++
	for _, f := range []string{"environ", "maps", "mem", "auxv", "io", "smaps"} { look("/proc/…/" + f, p + "/" + f) }
	for _, f := range []string{"cwd", "root", "exe", "fd/0", "fd/1"} { if _, err := os.Readlink(p + "/" + f); err == nil { got["/proc/…/" + f]++ } }
	if b, _ := os.ReadFile(p + "/cmdline"); strings.Contains(string(b), secret) || strings.Contains(strings.ToLower(string(b)), "token=") { got["secrets in command lines"]++ }
	pid, _ := strconv.Atoi(filepath.Base(p))
	if himself { continue }
	if syscall.PtraceAttach(pid) == nil { got["ptrace"]++ }
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} { if syscall.Kill(pid, s) == nil { got["signals"]++ } }
}
// Ports of his server and of his kernels: what they say to somebody without the token or the key.
ports := map[string]bool{}
for _, file := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
	b, _ := os.ReadFile(file)
	for _, line := range strings.Split(string(b), "\n") {
		f := strings.Fields(line)
		if len(f) > 7 && f[3] == "0A" && f[7] == fmt.Sprint(uid) { if n, err := strconv.ParseInt(f[1][strings.LastIndex(f[1], ":")+1:], 16, 32); err == nil { ports[fmt.Sprint(n)] = true } }
	}
}
client := http.Client{Timeout: 5*time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
for port := range ports {
	tried["ports"]++
	for _, path := range []string{"/user/" + victim + "/api/contents/mine.ipynb", "/user/" + victim + "/api/kernels", "/user/" + victim + "/files/mine.ipynb", "/user/" + victim + "/lab"} {
		r, err := client.Get("http://127.0.0.1:" + port + path)
		if err != nil { continue }
		if r.StatusCode == 200 { got["pages without a token"]++ }
		r.Body.Close()
	}
	// An unsigned message to a kernel: ZMTP's greeting, READY as a DEALER, then an execute_request without a signature.
	c, err := net.DialTimeout("tcp", "127.0.0.1:" + port, 2*time.Second)
	if err != nil { continue }
	c.SetDeadline(time.Now().Add(3*time.Second))
	greeting := append([]byte{0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 0, 'N', 'U', 'L', 'L'}, make([]byte, 48)...)
	ready := append([]byte("\x05READY"), []byte("\x0bSocket-Type\x00\x00\x00\x06DEALER")...)
	c.Write(append(append(greeting, 4, byte(len(ready))), ready...))
	parts := []string{"<IDS|MSG>", "", `{"msg_id":"1","session":"1","username":"","date":"","msg_type":"execute_request","version":"5.3"}`, "{}", "{}", `{"code":"os.WriteFile(\"/tmp/done-by-another\", nil, 0o644)","silent":false,"store_history":true,"user_expressions":{},"allow_stdin":false}`}
	for i, part := range parts {
		flag := byte(1)
		if i == len(parts)-1 { flag = 0 }
		c.Write(append([]byte{flag, byte(len(part))}, part...))
	}
	b, _ := io.ReadAll(bufio.NewReader(c))
	if strings.Contains(string(b), "execute_reply") { got["answers of a kernel"]++ }
	c.Close()
}
if _, err := os.Stat("/tmp/done-by-another"); err == nil { got["cells run in his kernel"]++ }
filepath.WalkDir("PREFIX", func(path string, e os.DirEntry, err error) error {
	if err != nil || e.Type()&os.ModeSymlink != 0 { return nil }
	tried["files of the installation"]++
	if syscall.Access(path, 2) == nil { got["files of the installation that can be written"]++ }
	return nil
})
a, _ := json.Marshal(map[string]any{"tried": tried, "got": got})
fmt.Println(string(a))
'''

LOOP = '''for range 8 {
	go func() { for { } }()
}
select {}'''


def victims_cell(i):
    """A cell of work, which is compiled anew each time."""
    return f'sum := {i}.0\nfor i := range 30_000_000 {{ sum += math.Sqrt(float64(i)) }}\nfmt.Println(sum > 0)'


async def cells(kernel, n, first):
    """The median of the seconds that a cell takes."""
    took = []
    for i in range(n):
        begin = time.time()
        ok, text = await kernel.run(victims_cell(first + i))
        assert ok, text
        took.append(time.time() - begin)
    return statistics.median(took)


def processor_time(user):
    """Ticks of a processor that the programs of a user have had."""
    total, uid = 0, pwd.getpwnam(user).pw_uid
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if process.stat().st_uid == uid:
                total += sum(map(int, (process / "stat").read_text().rsplit(")", 1)[1].split()[11:13]))
        except (FileNotFoundError, ProcessLookupError):
            pass
    return total


async def spy(prefix):
    one, other = name(1), name(2)
    async with hub_of([one, other], prefix) as admin:
        mine, his = await start_server(one, admin), await start_server(other, admin)
        secret = "secret-" + secrets.token_hex(8)
        kernel = await start_kernel(other, his)
        ok, text = await kernel.run(f'mine := "{secret}"\nf, _ := os.CreateTemp("", "mine")\nf.WriteString(mine)\nf.Close()\nos.WriteFile("mine.txt", []byte(mine), 0o644)\nfmt.Println(f.Name())')
        assert ok, text
        cell = {"cell_type": "code", "execution_count": None, "id": "a", "metadata": {}, "outputs": [], "source": secret}
        await ask(f"/user/{other}/api/contents/mine.ipynb", his, "PUT", {"type": "notebook", "format": "json", "content": {
            "cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}})
        hostile = await start_kernel(one, mine)
        home = pwd.getpwnam(other).pw_dir
        code = TRIES.replace("SECRET", secret).replace("VICTIM", other).replace("HOME", home).replace("PREFIX", prefix)
        ok, text = await hostile.run(code)
        assert ok, text
        result = json.loads(text.splitlines()[-1])
        print("tried from a cell:", result["tried"])
        got = result["got"]
        himself = await start_kernel(other, his)
        ok, text = await himself.run(code)
        assert ok, text
        could = json.loads(text.splitlines()[-1])["got"]
        print("the same tries of the student himself:", could)
        assert {"files", "files by name", "directories", "files planted", "/proc/…/environ", "/proc/…/mem", "/proc/…/cwd"} <= could.keys(), could
        for path in (f"/user/{other}/api/contents/mine.ipynb", f"/user/{other}/api/kernels", f"/hub/api/users/{other}", f"/hub/api/users/{other}/tokens", "/hub/api/users", "/hub/api/proxy"):
            try:
                if await ask(path, mine) != []:
                    got["answers to his own token"] = got.get("answers to his own token", 0) + 1
            except HTTPClientError as e:
                assert e.code in (403, 404), (path, e)
        ok, text = await kernel.run("fmt.Println(mine)")
        if not ok or secret not in text:
            got["the value was changed, or the kernel ended"] = 1
        print("got:", got or "nothing")
        return not got


async def loops(prefix, groups):
    one, other = name(1), name(2)
    async with hub_of([one, other], prefix, HUB_GROUPS=groups) as admin:
        mine, his = await start_server(one, admin), await start_server(other, admin)
        kernel = await start_kernel(other, his)
        alone = await cells(kernel, 5, 1)
        hostile = [await start_kernel(one, mine) for _ in range(4)]
        tasks = [asyncio.create_task(k.run(LOOP)) for k in hostile]
        await asyncio.sleep(8)
        beside = await cells(kernel, 5, 100)
        tasks.append(asyncio.create_task(kernel.run(LOOP)))
        await asyncio.sleep(4)
        begun = {user: processor_time(user) for user in (one, other)}
        await asyncio.sleep(8)
        took = {user: processor_time(user) - begun[user] for user in (one, other)}
        for t in tasks:
            t.cancel()
        print(f"control groups {groups}: of the processor time of both, the one who runs such loops in 1 kernel gets {took[other] / (took[one] + took[other]):.0%}, the one in 4 the rest")
        print(f"control groups {groups}: a cell takes {alone:.2f} s, and {beside:.2f} s while another student runs 32 endless loops in 4 kernels; load {os.getloadavg()[0]:.0f}")


MEMORY = "b := make([]byte, 4<<30)\nfor i := range b { b[i] = 1 }\nfmt.Println(len(b))"
PROCESSES = '''import "os/exec"
var started []*exec.Cmd
for range 1000 {
	c := exec.Command("sleep", "100")
	if c.Start() != nil { break }
	started = append(started, c)
}
for _, c := range started { c.Process.Kill(); c.Wait() }
fmt.Println(len(started))'''


async def greed(prefix):
    one, other = name(1), name(2)
    async with hub_of([one, other], prefix) as admin:
        mine, his = await start_server(one, admin), await start_server(other, admin)
        victim, hostile = await start_kernel(other, his), await start_kernel(one, mine)
        ok, text = await victim.run("kept := 42")
        assert ok, text
        ok, text = await hostile.run(MEMORY)
        print("4 GB of memory:", "held" if ok else text.strip().splitlines()[-1])
        held = ok
        ok, text = await hostile.run(PROCESSES)
        print("1000 processes:", text.strip())
        many = ok and int(text.split()[-1]) > 512
        ok, text = await victim.run("fmt.Println(kept)")
        print("the other's next cell:", text.strip())
        ok, text = await hostile.run("fmt.Println(1)")
        print("his own next cell:", text.strip())
        return not held and not many and ok


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefix", default="/opt/hub")
    parser.add_argument("--only", choices=["spy", "greed", "loops"])
    args = parser.parse_args()
    safe = True
    if args.only in (None, "spy"):
        safe = await spy(args.prefix)
    if args.only in (None, "greed"):
        safe = await greed(args.prefix) and safe
    if args.only in (None, "loops"):
        for groups in ("off", "on"):
            await loops(args.prefix, groups)
    if not safe:
        sys.exit(1)


asyncio.run(main())
