// This is the first and only process of a machine that has nothing but programs to try. It runs each and writes what has come of it, then it
// turns the machine off.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func main() {
	for name, kind := range map[string]string{"proc": "proc", "dev": "devtmpfs"} {
		if err := syscall.Mount(name, "/"+name, kind, 0, ""); err != nil {
			fmt.Println(err)
		}
	}
	environs, err := filepath.Glob("/t/*/environ")
	fmt.Println(len(environs), err)
	for _, path := range environs {
		environ, err := os.ReadFile(path)
		if err != nil {
			fmt.Println(err)
		}
		dir := filepath.Dir(path)
		for _, linker := range []string{"go", "cell"} {
			wrote, err := json.Marshal([]string{filepath.Base(dir), linker, run(filepath.Join(dir, linker), strings.Fields(string(environ)))})
			fmt.Printf("ran %s %v\n", wrote, err)
		}
	}
	fmt.Println("pages of", os.Getpagesize())
	fmt.Println(syscall.Reboot(syscall.LINUX_REBOOT_CMD_POWER_OFF))
}

func run(exe string, environ []string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, exe)
	cmd.Env = append([]string{"TMPDIR=/tmp", "HOME=/"}, environ...)
	cmd.Dir = filepath.Dir(exe)
	cmd.WaitDelay = time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return err.Error()
	}
	return out.String() + cmd.ProcessState.String()
}
