package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The batch files grade submissions confined, by a command line that mercer has.
func TestBatchFilesGrade(t *testing.T) {
	bin := t.TempDir()
	fake := "#!/bin/sh\nfor a in \"$@\"; do echo \"$a\"; done\n"
	if err := os.WriteFile(filepath.Join(bin, "mercer"), []byte(fake), 0o777); err != nil {
		t.Fatal(err)
	}
	batch := filepath.Join("..", "..", "docker", "batch")
	job, err := os.ReadFile(filepath.Join(batch, "job.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	script := regexp.MustCompile(`(?s)args:\n +- \|\n(.*?)\n +env:`).FindSubmatch(job)
	if script == nil {
		t.Fatal("job.yaml has no script")
	}
	results := filepath.Join(t.TempDir(), "results")
	for name, c := range map[string]struct{ command, environment []string }{
		"slurm.sh": {[]string{filepath.Join(batch, "slurm.sh"), "source/ps1.ipynb", "submitted", results},
			[]string{"SLURM_JOB_ID=12", "SLURM_ARRAY_TASK_ID=3"}},
		"job.yaml": {[]string{"-c", string(script[1])}, []string{"JOB_COMPLETION_INDEX=2", "N=8", "SET=ps1"}},
	} {
		cmd := exec.Command("bash", c.command...)
		cmd.Env = append(append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "TMPDIR="+bin), c.environment...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		found, rest, err := command().Find(strings.Split(strings.TrimSpace(string(out)), "\n"))
		if err == nil {
			err = found.ParseFlags(rest)
		}
		if err != nil || found.CommandPath() != "mercer assignment grade" || found.Args(found, found.Flags().Args()) != nil {
			t.Errorf("%s: %v, %s", name, err, out)
			continue
		}
		shard, _ := found.Flags().GetString("shard")
		dir, _ := found.Flags().GetString("output")
		if unconfined, _ := found.Flags().GetBool("unconfined"); unconfined || shard != "3/8" || filepath.Base(dir) != "part-3" {
			t.Errorf("%s: %s", name, out)
		}
	}
}
