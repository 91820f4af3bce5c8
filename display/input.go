package display

import "github.com/mercer-go/mercer/display/internal/send"

// Input asks the reader for a line and returns it without its end. In a notebook the front end shows prompt beside a box
// to type in; in a terminal prompt is printed and the standard input is read. Where nobody can be asked, as in a notebook
// that runs without a front end, the error says so.
func Input(prompt string) (string, error) { return send.Ask(prompt, false) }

// Password asks as Input does and does not show what is typed. In a terminal it returns an error.
func Password(prompt string) (string, error) { return send.Ask(prompt, true) }
