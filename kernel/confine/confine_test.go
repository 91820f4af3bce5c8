package confine

import (
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// envTried makes this test's program a confined process that tries what the test asks of it.
const envTried = "MERCER_TEST_CONFINE"

// place is what the confined process is told.
type place struct {
	Read, Write, Secret, Address, Socket string
	Confined                             bool
}

func TestMain(m *testing.M) {
	if told := os.Getenv(envTried); told != "" {
		var p place
		if err := json.Unmarshal([]byte(told), &p); err != nil {
			panic(err)
		}
		json.NewEncoder(os.Stdout).Encode(try(p))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// try confines this process, begins it anew, and says what it can still do; "" is success.
func try(p place) map[string]string {
	if !p.Confined {
		exe, err := os.Executable()
		if err != nil {
			panic(err)
		}
		p.Confined = true
		told, _ := json.Marshal(p)
		left := Left{Read: []string{p.Read, exe, "/usr", "/bin", "/lib", "/lib64", "/dev/zero", "/missing"}, Write: []string{p.Write, os.DevNull},
			Memory: 1 << 30, File: 1 << 20}
		os.Setenv(envTried, string(told))
		err = Exec(left, exe, os.Args, os.Environ())
		return map[string]string{"confined": err.Error()}
	}
	said := map[string]string{}
	tell := func(what string, err error) {
		said[what] = ""
		if err != nil {
			said[what] = err.Error()
		}
	}
	_, err := os.ReadFile(filepath.Join(p.Read, "a"))
	tell("read", err)
	tell("change what may be read", os.WriteFile(filepath.Join(p.Read, "a"), nil, 0o600))
	tell("write", os.WriteFile(filepath.Join(p.Write, "b"), nil, 0o600))
	tell("make a directory", os.Mkdir(filepath.Join(p.Write, "d"), 0o700))
	tell("rename", os.Rename(filepath.Join(p.Write, "b"), filepath.Join(p.Write, "d", "b")))
	_, err = os.ReadFile(filepath.Join(p.Secret, "grades"))
	tell("read a secret", err)
	_, err = os.ReadDir(p.Secret)
	tell("list secrets", err)
	tell("change a secret", os.WriteFile(filepath.Join(p.Secret, "grades"), nil, 0o600))
	tell("remove a secret", os.Remove(filepath.Join(p.Secret, "grades")))
	_, err = net.Dial("tcp", p.Address)
	tell("connect", err)
	tell("signal", syscall.Kill(os.Getppid(), 0))
	tell("read a secret in another process", exec.Command("cat", filepath.Join(p.Secret, "grades")).Run())
	tell("run", exec.Command("true").Run())
	tell("write 2 MB", os.WriteFile(filepath.Join(p.Write, "large"), make([]byte, 2<<20), 0o600))
	tell("hold 100 MB", exec.Command("dd", "if=/dev/zero", "of=/dev/null", "bs=100M", "count=1").Run())
	tell("hold 2 GB", exec.Command("dd", "if=/dev/zero", "of=/dev/null", "bs=2G", "count=1").Run())
	tell("end a child that another thread has begun", endChildren())
	tryCalls(p, tell)
	return said
}

// endChildren begins children in threads of their own, and ends them from this one.
func endChildren() error {
	for range 8 {
		begun := make(chan *exec.Cmd)
		go func() {
			runtime.LockOSThread() // and never gives it back: the thread ends
			cmd := exec.Command("sleep", "60")
			if err := cmd.Start(); err != nil {
				panic(err)
			}
			begun <- cmd
		}()
		cmd := <-begun
		if err := cmd.Process.Kill(); err != nil {
			return err
		}
		cmd.Wait()
	}
	return nil
}

// What a confined process needs it can do, and nothing else, nor can its children.
func TestExec(t *testing.T) {
	p := place{Read: t.TempDir(), Write: t.TempDir(), Secret: t.TempDir()}
	for _, file := range []string{filepath.Join(p.Read, "a"), filepath.Join(p.Secret, "grades")} {
		if err := os.WriteFile(file, []byte("1"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	p.Address, p.Socket = l.Addr().String(), filepath.Join(p.Write, "socket")
	u, err := net.Listen("unix", p.Socket)
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	said := confined(t, p)
	if why, refused := said["confined"]; refused {
		if !landlocked() {
			t.Skip(why)
		}
		t.Fatal(why)
	}
	may := map[string]bool{"read": true, "write": true, "make a directory": true, "rename": true,
		"run": true, "hold 100 MB": true, "limit itself": true, "a pair of sockets": true,
		"end a child that another thread has begun": true, "change the mode of its file": true}
	for what, err := range said {
		if (err == "") != may[what] && (what != "signal" || signalsTaken()) {
			t.Errorf("%s: %q", what, err)
		}
	}
	if tried := 17 + triedCalls; len(said) != tried {
		t.Errorf("%d things were tried", len(said))
	}
}

func confined(t *testing.T, p place) map[string]string {
	t.Helper()
	told, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), envTried+"="+string(told))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var said map[string]string
	if err := json.Unmarshal(out, &said); err != nil {
		t.Fatalf("%v: %q", err, out)
	}
	return said
}
