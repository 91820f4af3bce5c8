package observe

import (
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
)

// askEnv names what the program that TestHandlesInterrupt starts does with signals.
const askEnv = "MERCER_TEST_SIGNALS"

func TestMain(m *testing.M) {
	c := make(chan os.Signal, 1)
	switch os.Getenv(askEnv) {
	case "":
		os.Exit(m.Run())
	case "interrupt":
		signal.Notify(c, os.Interrupt)
	case "all":
		signal.Notify(c)
	case "ignored":
		signal.Notify(c, syscall.SIGUSR1)
		signal.Ignore(os.Interrupt)
	}
	os.Stdout.WriteString("ready\n")
	os.Stdin.Read(make([]byte, 1))
	os.Exit(0)
}

// Whether a program has asked for signals is seen from outside.
func TestHandlesInterrupt(t *testing.T) {
	for what, want := range map[string]bool{"nothing": false, "interrupt": true, "all": true, "ignored": false} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), askEnv+"="+what)
		in, _ := cmd.StdinPipe()
		out, _ := cmd.StdoutPipe()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var line [6]byte
		if n, err := out.Read(line[:]); err != nil || !strings.HasPrefix("ready\n", string(line[:n])) {
			t.Fatal(string(line[:n]), err)
		}
		if got, known := HandlesInterrupt(cmd.Process.Pid); got != want || !known {
			t.Errorf("%s: got %v, %v", what, got, known)
		}
		in.Close()
		cmd.Wait()
		if got, known := HandlesInterrupt(cmd.Process.Pid); got || known {
			t.Errorf("%s: of a program that has ended it is known: %v", what, got)
		}
	}
}
