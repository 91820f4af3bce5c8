package grade

import (
	"fmt"
	"os"
	"strings"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/display/grade/door"
	"github.com/mercer-go/mercer/display/internal/send"
)

// Student is the person whose data an exercise takes: while it is graded, the one under whose name the notebook was handed in,
// else the one of that name in the notebook, typed. Tests call it, so that nobody answers for the data of another:
//
//	x, y := own(grade.Student(student))
//
// Where the two names differ, but for capitals and blanks, that is written beside the test; where they do not, the data are those
// of the name as it is typed, which the notebook has used.
func Student(typed string) string {
	handedIn := os.Getenv(door.EnvStudent)
	if handedIn == "" || strings.EqualFold(singleBlanks(typed), singleBlanks(handedIn)) {
		return typed
	}
	remark(fmt.Sprintf("%s %q, and says %q: the data are those of %[2]q.",
		door.HandedIn, handedIn, typed))
	return handedIn
}

// remark shows a sentence to the teacher.
func remark(says string) {
	send.Display(&frame.Bundle{Parts: []frame.Part{
		{MIME: door.Remark, Data: []byte(says)}, {MIME: "text/plain", Data: []byte(says)}}})
}

func singleBlanks(name string) string { return strings.Join(strings.Fields(name), " ") }
