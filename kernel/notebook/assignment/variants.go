package assignment

import (
	"fmt"
	"strings"
)

// AnswersFile is the name of a set's answers by hand, beside its source. It is never copied to students.
const AnswersFile = "answers.txt"

// HandAnswer is an answer that the author of a set has written to try the tests, or a remark about a slip.
type HandAnswer struct {
	Cell  string // grade_id of the cell to be answered
	Kind  string // Right, Wrong or Same
	Title string // the description; of Same why the slip changes nothing
	Slip  string // of Same: its name
	Text  string // of Right and Wrong: the whole cell
	Line  int    // in the file
}

// The kinds of answers by hand.
const (
	Right = "right" // earns all points of its cell's tests
	Wrong = "wrong" // loses points
	Same  = "same"  // a slip that changes nothing
)

const section = "=== "

// ParseAnswers reads answers by hand: sections that begin with a line
//
//	=== GRADE_ID right: DESCRIPTION
//	=== GRADE_ID wrong: DESCRIPTION
//	=== GRADE_ID same: SLIP WHY
//
// and, of the first two, go on with the text that replaces the cell. Text before the first section is a remark.
func ParseAnswers(text string) ([]HandAnswer, error) {
	var list []HandAnswer
	line := 0
	for l := range strings.SplitAfterSeq(text, "\n") {
		line++
		head, ok := strings.CutPrefix(l, section)
		if !ok {
			if len(list) > 0 {
				list[len(list)-1].Text += l
			}
			continue
		}
		a, err := parseHead(strings.TrimSpace(head))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		a.Line = line
		list = append(list, a)
	}
	for i := range list {
		list[i].Text = strings.TrimSpace(list[i].Text)
		if (list[i].Text == "") != (list[i].Kind == Same) {
			return nil, fmt.Errorf("line %d: right and wrong answers have a text, and remarks about slips none", list[i].Line)
		}
	}
	return list, nil
}

func parseHead(head string) (a HandAnswer, err error) {
	front, title, ok := strings.Cut(head, ": ")
	words := strings.Fields(front)
	if !ok || len(words) != 2 {
		return a, fmt.Errorf("%q is not GRADE_ID right|wrong|same: DESCRIPTION", head)
	}
	a = HandAnswer{Cell: words[0], Kind: words[1], Title: strings.TrimSpace(title)}
	switch a.Kind {
	case Right, Wrong:
	case Same:
		a.Slip, a.Title, _ = strings.Cut(a.Title, " ")
	default:
		return a, fmt.Errorf("%q is none of right, wrong, same", a.Kind)
	}
	if a.Title == "" {
		return a, fmt.Errorf("%s %s: the description is missing", a.Cell, a.Kind)
	}
	return a, nil
}
