package jupyter_test

import (
	"context"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/jupytertest"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// TestMain makes the test binary a kernel when a connection file is named, or one that stands before a kernel: for the tests of processes.
func TestMain(m *testing.M) {
	if file := os.Getenv("TEST_BEFORE_KERNEL"); file != "" {
		ctx, stop := jupyter.WithStarter(context.Background())
		defer stop()
		<-ctx.Done()
		os.Remove(file)
		os.Exit(0)
	}
	if file := os.Getenv("TEST_KERNEL"); file != "" {
		conn, err := jupyter.ReadConnection(file)
		if err == nil {
			log := slog.New(slog.NewTextHandler(os.Stderr, nil))
			err = jupyter.Run(context.Background(), jupyter.Config{Connection: conn, Backend: newScripted(), Log: log})
		}
		if err != nil {
			slog.Error(err.Error())
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// startProcess starts the command, which runs the test binary, as a kernel.
func startProcess(t *testing.T, cmd *exec.Cmd) (context.Context, *jupytertest.Process) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	p, err := jupytertest.Start(ctx, func(file string) *exec.Cmd {
		cmd.Env = append(os.Environ(), "TEST_KERNEL="+file)
		return cmd
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Kill()
		cancel()
	})
	return ctx, p
}

func TestProcessShutdown(t *testing.T) {
	ctx, p := startProcess(t, exec.Command(os.Args[0]))
	if r, err := p.Execute(ctx, jupytertest.Execution{Code: "print hi"}); err != nil || r.Stdout() != "hi\n" {
		t.Fatal(r, err)
	}
	if err := p.Shutdown(ctx); err != nil {
		t.Error(err)
	}
}

func TestProcessSignals(t *testing.T) {
	ctx, p := startProcess(t, exec.Command(os.Args[0]))
	id, err := p.StartExecution(jupytertest.Execution{Code: "wait"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.WaitType(ctx, id, wire.TypeStream); err != nil {
		t.Fatal(err)
	}
	p.Cmd.Process.Signal(syscall.SIGINT)
	r, err := p.Finish(ctx, id)
	if err != nil || r.Status != "error" || r.Err().Name != "interrupted" {
		t.Fatal(r, err)
	}
	for _, sig := range []os.Signal{syscall.SIGTERM} {
		p.Cmd.Process.Signal(sig)
		select {
		case <-p.Exited():
		case <-ctx.Done():
			t.Fatal("the kernel did not end")
		}
	}
	if code := p.Cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

// TestProcessOrphan ends the shell that started a kernel as Jupyter does, or VS Code; the kernel has to follow, and remove its sockets.
func TestProcessOrphan(t *testing.T) {
	for name, env := range map[string]string{
		"Jupyter": "JPY_PARENT_PID=$$", "VS Code": "JPY_PARENT_PID= VSCODE_ESM_ENTRYPOINT=vs/workbench/api/node/extensionHostProcess",
	} {
		t.Run(name, func(t *testing.T) { testOrphan(t, env) })
	}
}

// TestWithStarter ends the shell that started a program which stands between it and a kernel: the program knows.
func TestWithStarter(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lives")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	shell := exec.Command("/bin/sh", "-c", `JPY_PARENT_PID=$$ TEST_BEFORE_KERNEL="$1" "$0" & sleep 1`, os.Args[0], file)
	if err := shell.Run(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if _, err := os.Stat(file); os.IsNotExist(err) {
			return
		}
	}
	t.Error("it outlives the process that started it")
}

func testOrphan(t *testing.T, env string) {
	shell := exec.Command("/bin/sh", "-c", env+` "$0" & read line`, os.Args[0])
	stdin, err := shell.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	_, p := startProcess(t, shell)
	stdin.Close()
	<-p.Exited()
	conn, err := jupyter.ReadConnection(p.ConnectionFile)
	if err != nil {
		t.Fatal(err)
	}
	path := conn.Endpoint(conn.Shell)[len("ipc://"):]
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if _, err := os.Stat(path); os.IsNotExist(err) {
			return
		}
	}
	t.Error("the kernel outlives its parent")
}
