package execute

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// resumed returns a batch that goes on, and what its sessions are told to execute.
func resumed(dir string, log *bytes.Buffer) (*Batch, *[]string) {
	var ran []string
	b := batch(log, filepath.Join(dir, "out"))
	b.Resume, b.Version = true, "1"
	b.Open = func(string) (Session, error) {
		return &telling{tell: func(code string) { ran = append(ran, code) }}, nil
	}
	return b, &ran
}

// telling is an echo that tells which cells it executes.
type telling struct {
	echo
	tell func(code string)
}

func (s *telling) Execute(ctx context.Context, req session.Request, sink show.Sink) session.Reply {
	s.tell(req.Code)
	return s.echo.Execute(ctx, req, sink)
}

func TestResume(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(t *testing.T, b *Batch, source string)
		ran    string // by the second run
	}{
		{"nothing has changed", func(*testing.T, *Batch, string) {}, ""},
		{"no page is wanted", func(_ *testing.T, b *Batch, _ string) { b.NoHTML = true }, ""},
		{"the same notebook, spelled otherwise", func(t *testing.T, _ *Batch, source string) {
			data, _ := os.ReadFile(source)
			os.WriteFile(source, append(data, ' ', '\n'), 0o644)
		}, ""},
		{"the source", func(t *testing.T, _ *Batch, source string) { write(t, source, book("print y")) }, "print y"},
		{"the version", func(_ *testing.T, b *Batch, _ string) { b.Version = "2" }, "print x"},
		{"whether cells may fail", func(_ *testing.T, b *Batch, _ string) { b.AllowErrors = true }, "print x"},
		{"a parameter", func(_ *testing.T, b *Batch, _ string) { b.Params = []notebook.Param{{Name: "n", Value: "1"}} }, "// Parameters\nn := 1|print x"},
		{"the page is gone", func(_ *testing.T, b *Batch, _ string) { os.Remove(filepath.Join(b.Dir, "a.html")) }, "print x"},
		{"the PDF is wanted too, and is not there", func(t *testing.T, b *Batch, _ string) { b.Browser = printer(t, "%PDF-1.4") }, "print x"},
		{"the result is gone", func(_ *testing.T, b *Batch, _ string) { os.Remove(filepath.Join(b.Dir, "a.ipynb")) }, "print x"},
		{"the result is no notebook", func(_ *testing.T, b *Batch, _ string) {
			os.WriteFile(filepath.Join(b.Dir, "a.ipynb"), []byte(`{"cells": [`), 0o644)
		}, "print x"},
		{"the result is of somebody else", func(t *testing.T, b *Batch, _ string) { write(t, filepath.Join(b.Dir, "a.ipynb"), book("print x")) }, "print x"},
		{"the result is of a run that does not resume", func(t *testing.T, b *Batch, source string) {
			plain := *b
			plain.Resume = false
			if err := plain.Run(context.Background(), []string{source}); err != nil {
				t.Fatal(err)
			}
		}, "print x|print x"}, // the first is of the change itself
	} {
		dir := t.TempDir()
		source := write(t, filepath.Join(dir, "a.ipynb"), book("print x"))
		var log bytes.Buffer
		b, ran := resumed(dir, &log)
		if err := b.Run(context.Background(), []string{source}); err != nil || len(*ran) != 1 {
			t.Fatalf("%s: first run: %v, %q", c.name, err, *ran)
		}
		first, _ := os.ReadFile(filepath.Join(b.Dir, "a.ipynb"))
		*ran = nil
		c.change(t, b, source)
		log.Reset()
		if err := b.Run(context.Background(), []string{source}); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := strings.Join(*ran, "|"); got != c.ran {
			t.Errorf("%s: ran %q, want %q", c.name, got, c.ran)
		}
		again, _ := os.ReadFile(filepath.Join(b.Dir, "a.ipynb"))
		if c.ran == "" && (!bytes.Equal(first, again) || !strings.Contains(log.String(), "a.ipynb: done before -> ")) {
			t.Errorf("%s: the result has changed, or nothing is told: %s", c.name, &log)
		}
	}
}

// A notebook that failed runs again, and no other.
func TestResumeAfterFailure(t *testing.T) {
	dir := t.TempDir()
	paths := []string{write(t, filepath.Join(dir, "bad.ipynb"), book("print a", "fail now")), write(t, filepath.Join(dir, "good.ipynb"), book("print b"))}
	var log bytes.Buffer
	b, ran := resumed(dir, &log)
	b.Table = filepath.Join(dir, "table.csv")
	for i, want := range []string{"print a|fail now|print b", "print a|fail now"} {
		*ran = nil
		if err := b.Run(context.Background(), paths); err == nil || err.Error() != "1 of 2 notebooks failed" {
			t.Errorf("run %d: %v", i, err)
		}
		if got := strings.Join(*ran, "|"); got != want {
			t.Errorf("run %d: %q, want %q", i, got, want)
		}
	}
	rows := table(t, b.Table)
	if want := `bad.ipynb failed cell [2] (2 of 2): panic: Cell [2], line 1: now; good.ipynb done before`; rows != want {
		t.Errorf("table: %s, want %s", rows, want)
	}
	if nb, err := notebook.Read(filepath.Join(b.Dir, "bad.ipynb")); err != nil || nb.Cells[0].Outputs[0].Text != "a" {
		t.Errorf("what ran of a notebook that failed: %v", err)
	}
}

// table returns names, states and errors of the rows.
func table(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) == 0 || strings.Join(rows[0], ",") != "notebook,state,seconds,error" {
		t.Fatalf("%v, %v", rows, err)
	}
	var list []string
	for _, r := range rows[1:] {
		if ran := r[1] == "ok" || r[1] == "failed"; ran != (r[2] != "") {
			t.Errorf("seconds of %q", r)
		}
		list = append(list, strings.TrimSpace(filepath.Base(r[0])+" "+r[1]+" "+r[3]))
	}
	return strings.Join(list, "; ")
}

func TestTable(t *testing.T) {
	dir := t.TempDir()
	good := write(t, filepath.Join(dir, "good.ipynb"), book("print a"))
	waits := write(t, filepath.Join(dir, "waits.ipynb"), book("wait"))
	never := write(t, filepath.Join(dir, "never.ipynb"), book("print a"))
	ctx, cancel := context.WithCancel(context.Background())
	b := batch(&bytes.Buffer{}, t.TempDir())
	b.Table = filepath.Join(dir, "table.csv")
	b.Open = func(string) (Session, error) {
		return &telling{tell: func(code string) {
			if code == "wait" {
				cancel()
			}
		}}, nil
	}
	if err := b.Run(ctx, []string{good, waits, never}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if rows := table(t, b.Table); rows != "good.ipynb ok; waits.ipynb not run interrupted; nothing is written; never.ipynb not run" {
		t.Errorf("table: %s", rows)
	}
	b.Table = filepath.Join(good, "table.csv")
	b.Open = func(string) (Session, error) {
		return nil, errors.New("something runs, and the table cannot be written")
	}
	if err := b.Run(context.Background(), []string{good}); err == nil || !strings.Contains(err.Error(), "the table of the notebooks: ") {
		t.Errorf("got %v", err)
	}
}

func TestSweep(t *testing.T) {
	dir := t.TempDir()
	names := map[string]bool{ // whether it stays
		".a.ipynb.123.tmp": false, ".a.html.9.tmp": false, ".b.ipynb.123.tmp": true, ".a.ipynb.12x.tmp": true, ".a.ipynb..tmp": true,
		"a.ipynb.123.tmp": true, ".a.ipynb.123": true, "a.ipynb": true, ".a.ipynb.tmp": true, ".tmp": true, "..1.tmp": true,
	}
	for name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := sweep([]target{{notebook: filepath.Join(dir, "a.ipynb"), html: filepath.Join(dir, "a.html")}, {notebook: filepath.Join(dir, "c.ipynb")}}); err != nil {
		t.Fatal(err)
	}
	for name, stays := range names {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != stays {
			t.Errorf("%s: %v, stays %v", name, err, stays)
		}
	}
	if err := sweep([]target{{notebook: filepath.Join(dir, "none", "a.ipynb")}}); err == nil {
		t.Error("a directory that is not there is no error")
	}
}

func TestShard(t *testing.T) {
	var paths []string
	for i := range 23 {
		paths = append(paths, fmt.Sprint(i))
	}
	for n := 1; n <= 30; n++ {
		var all []string
		for k := 1; k <= n; k++ {
			part := Shard{k, n}.Take(paths)
			if len(part) != len(paths)/n && len(part) != len(paths)/n+1 {
				t.Errorf("%d of %d has %d", k, n, len(part))
			}
			if got := (Shard{k, n}).Count(len(paths)); got != len(part) {
				t.Errorf("%d of %d counts %d, has %d", k, n, got, len(part))
			}
			all = append(all, part...)
		}
		slices.SortFunc(all, func(a, b string) int { return slices.Index(paths, a) - slices.Index(paths, b) })
		if !slices.Equal(all, paths) {
			t.Errorf("%d parts: %v", n, all)
		}
	}
	if got := (Shard{}).Take(paths); !slices.Equal(got, paths) {
		t.Errorf("all: %v", got)
	}
	if s, err := ParseShard("3/8"); err != nil || s != (Shard{3, 8}) {
		t.Errorf("%v, %v", s, err)
	}
	for _, text := range []string{"", "3", "/", "0/8", "9/8", "-1/8", "3/", "/8", "a/8", "3/8/2", "3/0", " 3/8"} {
		if s, err := ParseShard(text); err == nil {
			t.Errorf("%q is %v", text, s)
		}
	}
	if err := batch(&bytes.Buffer{}, t.TempDir()).Run(context.Background(), nil); err != nil {
		t.Errorf("a part without notebooks: %v", err)
	}
}

// The process is killed in the third of five notebooks. Whoever goes on runs what is not done, and the results are those of a run without a kill.
func TestKilled(t *testing.T) {
	dir := os.Getenv("MERCER_TEST_KILLED")
	killed := dir != ""
	if !killed {
		dir = t.TempDir()
	}
	var paths []string
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		path := filepath.Join(dir, name+".ipynb")
		if !killed {
			write(t, path, book("print "+name, "show "+name))
		}
		paths = append(paths, path)
	}
	var log bytes.Buffer
	b, ran := resumed(dir, &log)
	if killed {
		b.Open = func(string) (Session, error) {
			return &telling{tell: func(code string) {
				if code == "show c" {
					fmt.Println("now")
					io.Copy(io.Discard, os.Stdin) // until it is killed, or the test has ended
					os.Exit(1)
				}
			}}, nil
		}
		b.Run(context.Background(), paths)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^TestKilled$")
	cmd.Env = append(os.Environ(), "MERCER_TEST_KILLED="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err = cmd.StdinPipe(); err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 3)); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	if got := names(t, b.Dir); got != "a.html a.ipynb b.html b.ipynb" {
		t.Fatalf("after the kill: %s", got)
	}
	var before []time.Time
	for _, name := range []string{"a.ipynb", "a.html", "b.ipynb", "b.html"} {
		before = append(before, modified(t, filepath.Join(b.Dir, name)))
	}
	if err := b.Run(context.Background(), paths); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(*ran, "|"); got != "print c|show c|print d|show d|print e|show e" {
		t.Errorf("ran %s", got)
	}
	for i, name := range []string{"a.ipynb", "a.html", "b.ipynb", "b.html"} {
		if !modified(t, filepath.Join(b.Dir, name)).Equal(before[i]) {
			t.Errorf("%s was written again", name)
		}
	}
	whole := *b
	whole.Dir = filepath.Join(dir, "whole")
	if err := whole.Run(context.Background(), paths); err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		for _, name := range []string{filepath.Base(path), strings.TrimSuffix(filepath.Base(path), "ipynb") + "html"} {
			one, err1 := os.ReadFile(filepath.Join(b.Dir, name))
			two, err2 := os.ReadFile(filepath.Join(whole.Dir, name))
			if err1 != nil || err2 != nil || !bytes.Equal(one, two) {
				t.Errorf("%s: %v, %v, the same: %v", name, err1, err2, bytes.Equal(one, two))
			}
		}
	}
}

func modified(t *testing.T, path string) time.Time {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.ModTime()
}
