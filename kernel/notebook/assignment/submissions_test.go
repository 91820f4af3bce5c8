package assignment

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// put writes files below a directory, each with a text.
func put(t *testing.T, dir, text string, paths ...string) {
	t.Helper()
	for _, path := range paths {
		path = filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// Each file and folder is a submission, with a notebook or with the reason why there is none.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "x", "source/ps/ps.ipynb", "source/ps/data/table.csv")
	in := filepath.Join(dir, "in")
	put(t, in, "{}",
		"ada/ps/ps.ipynb", "ada/ps/data/table.csv", "ada/ps/timestamp.txt", "ada/other/other.ipynb", "ada/ps/.ipynb_checkpoints/ps-checkpoint.ipynb",
		"bob/ps/ps.ipynb", "bob/ps/ps (1).ipynb", "bob/ps/mine.csv", "bob/all.zip",
		"cy.zip", "dora/other/other.ipynb", "eve.ipynb", "eve (1).ipynb", "eve-Copy1.ipynb", "fay (2).ipynb",
		"gus/final.ipynb", "hal.IPYNB", "ida.ipynb.txt", "_jo.ipynb", "kim.executed.ipynb", "leo/ps.ipynb", "leo/old/ps.ipynb", "mia/a/ps.ipynb", "mia/b/ps.ipynb",
		"ned.ipynb", "ned/ps.ipynb", ".DS_Store", "__MACOSX/._eve.ipynb", "out/old.ipynb", "pia.tar.gz", ".hidden.ipynb", "quin/results/ps.ipynb")
	for _, path := range []string{"empty", "out"} {
		if err := os.MkdirAll(filepath.Join(in, path), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"rob.ipynb": "../source/ps/ps.ipynb", "sue/ps.ipynb": "../../source/ps/ps.ipynb", "tom": "../source"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(in, link)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, filepath.Join(in, link)); err != nil {
			t.Fatal(err)
		}
	}
	list, err := Find(filepath.Join(dir, "source", "ps", "ps.ipynb"), []string{in, filepath.Join(in, "eve.ipynb")}, filepath.Join(in, "out"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range list {
		line := s.Student + " " + s.Path
		if s.Fault != nil {
			line += "! " + s.Fault.Error()
		}
		if len(s.Beside)+len(s.Unused) > 0 {
			line += fmt.Sprint(" beside ", s.Beside, " unused ", s.Unused)
		}
		got = append(got, strings.ReplaceAll(line, in+"/", ""))
	}
	const want = `.hidden .hidden.ipynb
_jo _jo.ipynb
ada ada/ps/ps.ipynb
bob bob/ps/ps.ipynb beside [bob/all.zip bob/ps/ps (1).ipynb] unused [bob/ps/mine.csv]
cy ! cy.zip is no notebook
dora ! dora holds no ps.ipynb
empty ! empty holds no ps.ipynb
eve eve.ipynb beside [eve (1).ipynb eve-Copy1.ipynb] unused []
fay (2) fay (2).ipynb
gus ! gus holds no ps.ipynb, but gus/final.ipynb: unpack or rename what is to be graded
hal hal.IPYNB
ida ! ida.ipynb.txt is no notebook
kim.executed kim.executed.ipynb
leo leo/ps.ipynb beside [leo/old/ps.ipynb] unused []
mia ! 2 notebooks were handed in: mia/a/ps.ipynb, mia/b/ps.ipynb: leave one
ned ! 2 notebooks were handed in: ned.ipynb, ned/ps.ipynb: leave one
pia ! pia.tar.gz is no notebook
quin quin/results/ps.ipynb
rob ! rob.ipynb is a link or no regular file
sue ! sue holds no ps.ipynb, but sue/ps.ipynb (a link or no regular file): unpack or rename what is to be graded
tom ! tom is a link or no regular file`
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if _, err := Find("ps.ipynb", []string{filepath.Join(dir, "none")}, ""); err == nil {
		t.Error("a path that is not there is no error")
	}
}

// What is not graded has a row that says so, and an exit status.
func TestNotGraded(t *testing.T) {
	dir, r := course(t), &runs{}
	put(t, dir, "PK", "submitted/dora.zip", "submitted/ada/ps/all.zip")
	put(t, dir, "1", "submitted/bob/ps/own.csv")
	_, err := gradeSome(t, dir, r, Batch{}, "submitted")
	if err == nil || err.Error() != "1 of 4 submissions could not be graded" {
		t.Error(err)
	}
	in := filepath.Join(dir, "submitted")
	want := fmt.Sprintf(`student,points,of,open,grade-f,why,remarks
ada,2.5,5,2,2.5,,not graded: %[1]s/ada/ps/all.zip
bob,0,5,0,0,0,not used: %[1]s/bob/ps/own.csv; why: not answered
cy,0,5,0,0,0,why: not answered
dora,,,,,,not graded: %[1]s/dora.zip is no notebook
`, in)
	if got := read(t, dir, "graded", "grades.csv"); got != want {
		t.Errorf("got\n%s", got)
	}
	if _, err := gradeSome(t, dir, r, Batch{}, "submitted/ada"); err == nil { // a student of the name ps: see what is beside
		t.Error("an archive beside a notebook is no error")
	}
	if _, err := gradeSome(t, dir, r, Batch{}, "submitted/cy/ps/ps.ipynb"); err != nil {
		t.Error(err)
	}
	if got := read(t, dir, "graded", "grades.csv"); !strings.Contains(got, "dora,,,,,,not graded: ") || !strings.Contains(got, "not graded: "+in+"/ada") {
		t.Errorf("what was said of others is gone:\n%s", got)
	}
}

// Moodle's folders are called after the student and what has been handed in.
func TestMoodleNames(t *testing.T) {
	for name, want := range map[string]string{"Ada Lovelace_12345_assignsubmission_file": "Ada Lovelace", "Ada_7_assignsubmission_file_": "Ada",
		"ada_1": "ada_1", "assignsubmission_file": "assignsubmission_file"} {
		if got, err := studentOf(name); got != want || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// A notebook that would take a machine's memory to read is refused by its size.
func TestLargeNotebook(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "{}", "source/ps.ipynb", "in/ada.ipynb", "in/bob.ipynb")
	for name, size := range map[string]int64{"ada": maxHandedIn, "bob": 17 << 20} {
		if err := os.Truncate(filepath.Join(dir, "in", name+".ipynb"), size); err != nil {
			t.Fatal(err)
		}
	}
	in := []string{filepath.Join(dir, "in")}
	list, err := Find(filepath.Join(dir, "source", "ps.ipynb"), in, dir)
	if err != nil || len(list) != 2 || list[0].Fault != nil || list[1].Fault == nil {
		t.Errorf("%+v, %v", list, err)
	}
}
