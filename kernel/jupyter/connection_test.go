package jupyter

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const goodConnection = `{"shell_port":1001,"iopub_port":1002,"stdin_port":1003,"control_port":1004,"hb_port":1005,
	"ip":"127.0.0.1","key":"k","transport":"tcp","signature_scheme":"hmac-sha256","kernel_name":"mercer","jupyter_session":"nb"}`

func TestParseConnection(t *testing.T) {
	edit := func(old, new string) string { return strings.Replace(goodConnection, old, new, 1) }
	for _, c := range []struct {
		name, text string
		endpoint   string   // of shell
		problems   []string // parts of the error; none for a good file
	}{
		{"as Jupyter writes it", goodConnection, "tcp://127.0.0.1:1001", nil},
		{"no ip", edit(`"127.0.0.1"`, `""`), "tcp://127.0.0.1:1001", nil},
		{"localhost", edit("127.0.0.1", "localhost"), "tcp://127.0.0.1:1001", nil},
		{"IPv6", edit("127.0.0.1", "::1"), "tcp://[::1]:1001", nil},
		{"all addresses", edit("127.0.0.1", "*"), "tcp://0.0.0.0:1001", nil},
		{"another address", edit("127.0.0.1", "10.1.2.3"), "tcp://10.1.2.3:1001", nil},
		{"ipc", edit("127.0.0.1", "/tmp/k") + "", "", []string{`ip "/tmp/k"`}},
		{"ipc with its transport", strings.NewReplacer("127.0.0.1", "/tmp/k", `"tcp"`, `"ipc"`).Replace(goodConnection), "ipc:///tmp/k-1001", nil},
		{"no key", edit(`"k"`, `""`), "tcp://127.0.0.1:1001", nil},
		{"no key on another address", strings.NewReplacer("127.0.0.1", "0.0.0.0", `"k"`, `""`).Replace(goodConnection), "", []string{"no key"}},
		{"no JSON", "{", "", []string{"unexpected end"}},
		{"wrong type", edit("1001", `"1001"`), "", []string{"shell_port"}},
		{"transport and scheme", strings.NewReplacer(`"tcp"`, `"udp"`, "sha256", "md5").Replace(goodConnection), "", []string{`"udp"`, "hmac-md5"}},
		{"ports", strings.NewReplacer("1001", "0", "1002", "70000", "1003", "1004").Replace(goodConnection), "", []string{"shell_port 0", "iopub_port 70000", "control_port is the same as stdin_port"}},
		{"curve", edit(`{`, `{"curve_secretkey":"x",`), "", []string{"CurveZMQ"}},
	} {
		got, err := ParseConnection([]byte(c.text))
		if err == nil && len(c.problems) > 0 || err != nil && len(c.problems) == 0 {
			t.Errorf("%s: error %v", c.name, err)
			continue
		}
		for _, p := range c.problems {
			if !strings.Contains(err.Error(), p) {
				t.Errorf("%s: error %q does not name %q", c.name, err, p)
			}
		}
		if err == nil && got.Endpoint(got.Shell) != c.endpoint {
			t.Errorf("%s: endpoint %s, want %s", c.name, got.Endpoint(got.Shell), c.endpoint)
		}
	}
}

func TestConnectionFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kernel.json")
	if _, err := ReadConnection(path); !os.IsNotExist(err) && err == nil {
		t.Error("read a file that does not exist")
	}
	want, err := ParseConnection([]byte(goodConnection))
	if err != nil {
		t.Fatal(err)
	}
	if err := want.Write(path); err != nil {
		t.Fatal(err)
	}
	got, err := ReadConnection(path)
	if err != nil || got != want {
		t.Errorf("read %+v, %v; wrote %+v", got, err, want)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func FuzzParseConnection(f *testing.F) {
	f.Add([]byte(goodConnection))
	f.Add([]byte(`{"ip":"*","transport":"ipc","shell_port":-1}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseConnection(data)
		if err != nil {
			return
		}
		for _, p := range c.ports() {
			if *p.port < 1 || *p.port > 65535 {
				t.Errorf("accepted %s_port %d", p.name, *p.port)
			}
			if e := c.Endpoint(*p.port); !strings.HasPrefix(e, "tcp://") && !strings.HasPrefix(e, "ipc://") {
				t.Errorf("endpoint %q", e)
			}
		}
	})
}

func TestKernelID(t *testing.T) {
	const id = "0b8a7f4e-1c2d-4e3f-8a9b-0123456789ab"
	for path, want := range map[string]string{
		"/run/user/kernel-" + id + ".json": id,
		"kernel-1234.json":                 "", // of a client without a server
		"kernel-v2-1234abcd.json":          "", // of VS Code
		"/x/kernel-" + id + "/k.json":      "",
	} {
		if got := KernelID(path); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}
