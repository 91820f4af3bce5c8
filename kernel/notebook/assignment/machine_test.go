package assignment

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/grade/door"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/run/observe"
)

// What the machine may have cost is tried a second time, and is never a loss of points.
func TestMachineAtFault(t *testing.T) {
	const right = "bob,0,5,0,0,0,why: not answered\n"
	room, busy := observe.Shortage{Room: "the disk had 3 MB left"}, observe.Shortage{Time: "the machine stood still"}
	for _, test := range []struct {
		name  string
		short []observe.Shortage // one run after the other; then nothing
		runs  int
		want  string // in the row of a wrong answer
	}{
		{"nothing", nil, 1, right},
		{"a full disk for a moment", []observe.Shortage{room}, 2, right},
		{"a full disk", []observe.Shortage{room, room}, 2, `bob,,,,,,"not graded: it has run twice, and the disk had 3 MB left: nothing counts until it is graded again"`},
		{"a busy machine, and nothing was late", []observe.Shortage{busy, busy}, 1, right},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir, r := course(t), &runs{}
			watched := 0
			b := Batch{Version: "1", Jobs: 1, Watch: func() func() observe.Shortage {
				return func() (short observe.Shortage) {
					if watched < len(test.short) {
						short = test.short[watched]
					}
					watched++
					return short
				}
			}}
			for _, other := range []string{"ada", "cy"} {
				if err := os.RemoveAll(filepath.Join(dir, "submitted", other)); err != nil {
					t.Fatal(err)
				}
			}
			_, err := gradeSome(t, dir, r, b, "submitted")
			got := read(t, dir, "graded", "grades.csv")
			if r.count != test.runs || !strings.Contains(got, test.want) {
				t.Errorf("%d runs, want %d; grades\n%s", r.count, test.runs, got)
			}
			if failed := strings.Contains(test.want, "not graded"); failed != (err != nil) {
				t.Error(err)
			}
			_, err = gradeSome(t, dir, r, b, "submitted") // when the machine is well
			if got := read(t, dir, "graded", "grades.csv"); err != nil || !strings.Contains(got, right) {
				t.Errorf("%v; later\n%s", err, got)
			}
		})
	}
}

// A right answer keeps its points on a machine that lacks something.
func TestMachineCostsNothing(t *testing.T) {
	dir, r := course(t), &runs{right: "3"}
	b := Batch{Version: "1", Watch: func() func() observe.Shortage {
		return func() observe.Shortage { return observe.Shortage{Room: "the disk had 3 MB left"} }
	}}
	said, err := gradeSome(t, dir, r, b, "submitted")
	if err == nil || err.Error() != "2 of 3 submissions could not be graded" || said["ada"].Err != nil || r.count != 5 {
		t.Error(err, r.count, said["ada"].Err)
	}
	if got := read(t, dir, "graded", "grades.csv"); !strings.Contains(got, "ada,3,5,2,3,,\nbob,,,,,,\"not graded: it has run twice, and the disk had 3 MB left") {
		t.Errorf("got\n%s", got)
	}
}

// Remarks are what tests show under a type of their own: what is printed may be an answer's.
func TestRemarked(t *testing.T) {
	const other = door.HandedIn + ` "ada", and says "bob"`
	shown := func(says string) *notebook.Output {
		return &notebook.Output{Type: notebook.Display,
			Data: map[string]any{door.Remark: says, "text/plain": says}}
	}
	plain := &notebook.Output{Type: notebook.Display, Data: map[string]any{"text/plain": other}}
	printed := func(text string) *notebook.Output {
		return &notebook.Output{Type: notebook.Stream, Name: "stdout", Text: text}
	}
	for _, test := range []struct {
		name    string
		outputs []*notebook.Output
		want    string
	}{
		{"nothing", nil, ""},
		{"another name", []*notebook.Output{shown(other + ".")}, other},
		{"another name, twice",
			[]*notebook.Output{shown(other + "."), shown(door.Doubtful + " x."), shown(other + ".")},
			other + "|grade-f: " + door.Doubtful + " x"},
		{"an answer's text",
			[]*notebook.Output{printed("x\n" + door.Doubtful + " it is right\n" + other + "\n")}, ""},
		{"a text of the type text/plain", []*notebook.Output{plain}, ""},
	} {
		judged := source()
		judged.Cells[3].Outputs = test.outputs
		if got := strings.Join(remarked(judged), "|"); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestAtFault(t *testing.T) {
	room, busy := observe.Shortage{Room: "no room"}, observe.Shortage{Time: "no time"}
	failure := func(name, value string) *notebook.Output {
		return &notebook.Output{Type: notebook.Failure, EName: name, EValue: value}
	}
	late := failure("panic", "the answer "+door.Late+" 30s")
	for _, test := range []struct {
		name   string
		answer *notebook.Output
		judged *notebook.Output
		short  observe.Shortage
		remark string
		greedy bool
		want   string
	}{
		{"wrong", nil, failure("wrong", "not so"), observe.Shortage{}, "", false, ""},
		{"wrong on a busy machine", nil, failure("wrong", "not so"), busy, "", false, ""},
		{"wrong without room", nil, failure("wrong", "not so"), room, "", false, "no room"},
		{"late", nil, late, observe.Shortage{}, "", false, ""},
		{"late on a busy machine", nil, late, busy, "", false, "no time"},
		{"late on a machine that it keeps busy itself", nil, late, busy, "", true, ""},
		{"a cell was late on a busy machine", failure(execute.Timeout, "interrupted after 1m0s"), failure("wrong", "not so"), busy, "", false, "no time"},
		{"a cell that judges was late on a busy machine", nil, failure(execute.Timeout, "interrupted after 1m0s"), busy, "", false, "no time"},
		{"it says itself that it is late", failure("panic", "it "+door.Late+" 30s"), failure("wrong", "not so"), busy, "", false, ""},
		{"a test was killed", nil, failure("killed", "by a signal"), observe.Shortage{}, "", false, `a cell that judges was ended: by a signal`},
		{"an answer was killed", failure("killed", "by itself"), nil, observe.Shortage{}, "", false, ""},
		{"its kernel was killed", nil, nil, observe.Shortage{}, KernelEnded, false, ""},
		{"its kernel was killed, and memory was scarce", nil, nil, room, KernelEnded, false, "no room"},
		{"it has taken too much", nil, nil, room, "it has written more than 2048 MB of files", false, ""},
	} {
		nb, judged := source(), source()
		for in, outputs := range map[*notebook.Notebook]*notebook.Output{nb: test.answer, judged: test.judged} {
			if outputs != nil {
				in.Cells[1].Outputs = []*notebook.Output{outputs}
			}
		}
		how := ran{remark: test.remark, greedy: test.greedy, judged: judged}
		if got := how.fault(nb, test.short); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
