package display

import "github.com/mercer-go/mercer/display/internal/send"

// Expression shows v under a display id, as Result does. The kernel calls it for the user expressions of a front end.
func Expression(id string, v any) {
	b := bundleOf(v)
	b.ID = id
	send.Display(b)
}
