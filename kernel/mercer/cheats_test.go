package main

import (
	"encoding/csv"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// cheat is a submission that wants points for no answer; remark is a part of what the teacher reads of it.
type cheat struct{ name, cell, answer, remark string }

func readCheats(t *testing.T) (list []cheat) {
	t.Helper()
	data, err := os.ReadFile("testdata/cheats.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range strings.Split("\n"+string(data), "\n=== ")[1:] {
		name, text, _ := strings.Cut(section, "\n")
		text, remark, _ := strings.Cut("\n"+text, "\n--- remark: ")
		cell, answer, _ := strings.Cut(text, "\n--- answer\n")
		list = append(list, cheat{name, strings.TrimSpace(cell), strings.TrimSpace(answer), strings.TrimSpace(remark)})
	}
	return list
}

// TestCheats: nothing that a submission does gains a point, and nothing that it starts lives on. All are tried with MERCER_SLOW=1, those whose names begin so
// with MERCER_CHEAT=reading,forged.
func TestCheats(t *testing.T) {
	needsGo(t)
	source, dir := assignmentOf(t), t.TempDir()
	if status, _, stderr := mercer(t, "assignment", "release", source, "-o", dir); status != 0 {
		t.Fatal(stderr)
	}
	cheats := readCheats(t)
	if only := os.Getenv("MERCER_CHEAT"); only != "" {
		begins := func(c cheat) func(string) bool {
			return func(name string) bool { return strings.HasPrefix(c.name, name) }
		}
		cheats = slices.DeleteFunc(cheats, func(c cheat) bool { return !slices.ContainsFunc(strings.Split(only, ","), begins(c)) })
	} else if os.Getenv("MERCER_SLOW") != "1" {
		rng := rand.New(rand.NewPCG(31, 1))
		rng.Shuffle(len(cheats), func(i, j int) { cheats[i], cheats[j] = cheats[j], cheats[i] })
		cheats = cheats[:4]
	}
	in := filepath.Join(dir, "in")
	if err := os.Mkdir(in, 0o777); err != nil {
		t.Fatal(err)
	}
	students := map[string]cheat{}
	for i, c := range cheats {
		nb, err := notebook.Read(filepath.Join(dir, "double.ipynb")) // whole: what is changed is its own
		if err != nil {
			t.Fatal(err)
		}
		if c.answer != "" {
			nb.Cells[1].Source = c.answer
		}
		own := &notebook.Cell{Type: notebook.Code, ID: "own", Source: c.cell, Metadata: map[string]any{}}
		nb.Cells = append(nb.Cells[:1:1], append([]*notebook.Cell{own}, nb.Cells[1:]...)...)
		if _, change, is := strings.Cut(c.name, "notebook: "); is {
			surgery := notebookSurgery[change]
			if surgery == nil {
				t.Fatalf("%s: there is no such change of the notebook", c.name)
			}
			surgery(nb)
		}
		student := "s" + string(rune('a'+i/26)) + string(rune('a'+i%26))
		students[student] = c
		if err := nb.Write(filepath.Join(in, student+".ipynb")); err != nil {
			t.Fatal(err)
		}
	}
	exe := build(t)
	cmd := exec.Command(exe, "assignment", "grade", source, in, "-o", filepath.Join(dir, "out"), "--timeout", "40s", "--total", "1m", "-j", "2")
	out, err := cmd.CombinedOutput()
	if strings.Contains(string(out), "was to be confined") || strings.Contains(string(out), "can be found on Linux only") {
		t.Skipf("notebooks cannot be confined here: %s", out)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	checkCheats(t, filepath.Join(dir, "out", "grades.csv"), students)
	if left, _ := exec.Command("pgrep", "-f", "sleep 31415").Output(); len(left) > 0 {
		t.Errorf("processes live on: %s", left)
	}
}

// checkCheats checks that a table of grades has no point for any of the students, and the remarks.
func checkCheats(t *testing.T, path string, students map[string]cheat) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	seen, remarks := 0, slices.Index(rows[0], "remarks")
	if remarks < 0 {
		t.Fatalf("no column of remarks: %q", rows[0])
	}
	for _, row := range rows[1:] {
		c, known := students[row[0]]
		if !known {
			continue
		}
		if seen++; row[1] != "0" {
			t.Errorf("%s: %q", c.name, row)
		}
		if !strings.Contains(row[remarks], c.remark) {
			t.Errorf("%s: the teacher reads %q, and %q is wanted", c.name, row[remarks], c.remark)
		}
		if testing.Verbose() {
			t.Logf("%s | %s", c.name, row[remarks])
		}
	}
	if seen != len(students) {
		t.Errorf("%d rows for %d submissions", seen, len(students))
	}
}

// notebookSurgery changes released notebooks: the cells are the setup, one of the student's own, the answer and the test.
var notebookSurgery = map[string]func(nb *notebook.Notebook){
	"the points changed": func(nb *notebook.Notebook) { gradeData(nb.Cells[3])["points"] = json.Number("300") },
	"the grade_id doubled": func(nb *notebook.Notebook) {
		again := nb.Clone().Cells[3]
		again.ID, again.Source = "again", "3"
		nb.Cells = append(nb.Cells, again)
	},
	"the test unlocked and rewritten": func(nb *notebook.Notebook) {
		gradeData(nb.Cells[3])["locked"] = false
		nb.Cells[3].Source = "3"
	},
	"the test made an answer": func(nb *notebook.Notebook) {
		gradeData(nb.Cells[3])["solution"] = true
		nb.Cells[3].Source = "3"
	},
	"another version of the metadata": func(nb *notebook.Notebook) {
		for _, c := range nb.Cells {
			if m := gradeData(c); m != nil {
				m["schema_version"] = json.Number("99")
			}
		}
	},
	"outputs that show points": func(nb *notebook.Notebook) {
		nb.Cells[3].Count = 1
		nb.Cells[3].Outputs = []*notebook.Output{{Type: notebook.Result, Count: 1, Data: map[string]any{"text/plain": "3"}}}
	},
	"attachments": func(nb *notebook.Notebook) {
		nb.Cells[2].Rest = map[string]any{"attachments": map[string]any{"../double.ipynb": map[string]any{"text/html": "<script>alert(3)</script>"}}}
	},
	"the test gone":              func(nb *notebook.Notebook) { nb.Cells = nb.Cells[:3] },
	"a gigantic cell":            func(nb *notebook.Notebook) { nb.Cells[1].Source = "// " + strings.Repeat("3", 8<<20) },
	"the cells in another order": func(nb *notebook.Notebook) { slices.Reverse(nb.Cells) },
	"the answer as Markdown":     func(nb *notebook.Notebook) { nb.Cells[2].Type = notebook.Markdown },
	"another kernel": func(nb *notebook.Notebook) {
		nb.Metadata["kernelspec"] = map[string]any{"name": "python3", "display_name": "Python 3", "language": "python"}
		nb.Cells[2].Source = "f = lambda x: 2 * x"
	},
	"cells that are tests of their own": func(nb *notebook.Notebook) {
		own := nb.Clone().Cells[3]
		own.ID, own.Source = "bonus", "100"
		gradeData(own)["grade_id"], gradeData(own)["points"] = "bonus", json.Number("100")
		nb.Cells = append(nb.Cells, own)
	},
}

// gradeData is what graders keep in the metadata of a cell, or nil.
func gradeData(c *notebook.Cell) map[string]any {
	m, _ := c.Metadata["nbgrader"].(map[string]any)
	return m
}

// TestCheatsOfAllKinds: the list has enough of each kind.
func TestCheatsOfAllKinds(t *testing.T) {
	count, seen := map[string]int{}, map[string]bool{}
	all := readCheats(t)
	for _, c := range all {
		kind, _, _ := strings.Cut(c.name, ":")
		count[kind]++
		if seen[c.name] || c.cell+c.answer == "" && kind != "notebook" {
			t.Errorf("%s is there twice, or does nothing", c.name)
		}
		seen[c.name] = true
	}
	if len(all) < 120 || len(count) < 10 {
		t.Errorf("%d submissions of %d kinds; 120 of 10 are wanted", len(all), len(count))
	}
	for kind, n := range count {
		if n < 10 {
			t.Errorf("%s: %d submissions; 10 are wanted", kind, n)
		}
	}
}

// build is mercer as a program of its own.
func build(t *testing.T) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "mercer")
	if out, err := exec.Command("go", "build", "-o", exe, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return exe
}

// What a notebook that is not confined has started is dead as well when its points are written.
func TestUnconfinedLeavesNothing(t *testing.T) {
	needsGo(t)
	if runtime.GOOS != "linux" {
		t.Skip("processes that are left behind are found on Linux only")
	}
	source, dir := assignmentOf(t), t.TempDir()
	nb, err := notebook.Read(source)
	if err != nil {
		t.Fatal(err)
	}
	nb.Cells[0].Source += "\n!setsid sh -c 'sleep 27182 & exec sleep 27182' >/dev/null 2>&1 &"
	if err := nb.Write(filepath.Join(dir, "ada.ipynb")); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	_, stdout, stderr := mercer(t, "assignment", "grade", "--unconfined", source, filepath.Join(dir, "ada.ipynb"), "-o", out)
	grades, err := os.ReadFile(filepath.Join(out, "grades.csv"))
	if err != nil || !strings.Contains(string(grades), "ada,3,3,0,3") {
		t.Errorf("%v\n%s\n%s%s", err, grades, stdout, stderr)
	}
	if left, _ := exec.Command("pgrep", "-f", "sleep 27182").Output(); len(left) > 0 {
		t.Errorf("processes live on: %s", left)
	}
}
