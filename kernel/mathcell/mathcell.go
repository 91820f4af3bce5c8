// Package mathcell makes Go of a %%derive cell, whose text is a derivation in the language of display/formula.
//
//	%%derive -points 500 -seed 3 The square of a sum
//	\given a, b \in \mathbb{R}
//	(a+b)^2 = a^2 + 2ab + b^2 \because{distributive law}
//
// A cell with the answer to a task, a variable of type derive.Task, shows what is found about it and keeps its text in a variable, whatever it is:
//
//	%%derive -task ridge -as answer Push-through
//
// Else the text is parsed and its names are resolved in the kernel, so that what is wrong with it is told without a compiler. What is
// left is one call of derive.Prove; names that the text does not declare are variables and functions of the notebook, by the
// rule of GoNames.
package mathcell

import (
	"errors"
	"fmt"
	"go/token"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/display/formula/eval"
	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
)

// Types are the types of the variables, constants and functions of a notebook, in Go syntax.
func Types(all []*defs.Def) map[string]string {
	types := map[string]string{}
	for _, d := range all {
		switch d.Kind {
		case defs.KindVar, defs.KindConst:
			types[d.Key] = d.Type
		case defs.KindFunc:
			types[d.Key] = "func" + strings.TrimPrefix(strings.TrimPrefix(d.Type, "func"), " "+d.Key)
		}
	}
	return types
}

// Translate returns the Go text that proves the derivation of a %%derive cell. source is the cell's whole text; an error is
// cell.Diagnostics with places in it where the derivation is wrong.
func Translate(source string, script *cell.Script, types map[string]string) (string, error) {
	o, err := options(script.Args)
	if err != nil {
		return "", err
	}
	text := "\n" + script.Body // so that its lines are those of the cell
	if o.task != "" {
		return fmt.Sprintf("%s := %s.Answer(%s, %s)", o.as, o.task, strconv.Quote(o.title), strconv.Quote(text)), nil
	}
	doc, err := syntax.ParseDocument(text)
	if err != nil {
		return "", diagnostics(source, err)
	}
	outside, err := eval.FromOutside(doc, func(name string) eval.Outside {
		_, kind := bound(name, types)
		return kind
	})
	if err != nil {
		return "", diagnostics(source, err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "derive.Prove(%s, %s", strconv.Quote(o.title), strconv.Quote(text))
	for _, arg := range o.calls {
		b.WriteString(", " + arg)
	}
	for _, name := range outside {
		option := "derive.Bind"
		goName, kind := bound(name, types)
		if kind == eval.AFunction {
			option = "derive.Func"
		}
		fmt.Fprintf(&b, ", %s(%s, %s)", option, strconv.Quote(name), goName)
	}
	b.WriteString(")")
	return b.String(), nil
}

// settings are the arguments of %%derive.
type settings struct {
	title string
	calls []string // options of derive.Prove

	task, as string // Go names: the task that is answered and the variable that keeps the answer, or ""
}

// flags are the settings that take a number, with the option that they stand for.
var flags = map[string]string{"points": "derive.Draws(%s)", "seed": "derive.Seed(%s)", "tol": "derive.Tol(%s)"}

// options reads the arguments: flags with a number, then the title.
func options(args []string) (settings, error) {
	o := settings{title: "Derivation"}
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		name := strings.TrimLeft(args[0], "-")
		if name == "task" || name == "as" {
			if len(args) < 2 || !token.IsIdentifier(args[1]) {
				return o, fmt.Errorf("%%%%derive: %s wants the name of a variable behind it", args[0])
			}
			*map[string]*string{"task": &o.task, "as": &o.as}[name] = args[1]
			args = args[2:]
			continue
		}
		call, ok := flags[name]
		if !ok {
			return o, fmt.Errorf("%%%%derive: there is no setting %s; there are -points, -seed and -tol, and -task with -as", args[0])
		}
		if len(args) < 2 || !isNumber(name, args[1]) {
			return o, fmt.Errorf("%%%%derive: %s wants a number behind it", args[0])
		}
		o.calls = append(o.calls, fmt.Sprintf(call, args[1]))
		args = args[2:]
	}
	if (o.task == "") != (o.as == "") {
		return o, errors.New("%%derive: an answer has -task and -as: the task, and the variable that keeps the answer")
	}
	if o.task != "" && len(o.calls) > 0 {
		return o, errors.New("%%derive: -points, -seed and -tol are not for an answer: the task says where it is tried")
	}
	if len(args) > 0 {
		o.title = strings.Join(args, " ")
	}
	return o, nil
}

// isNumber says that a text is the number that a setting takes.
func isNumber(setting, text string) bool {
	if setting == "tol" {
		x, err := strconv.ParseFloat(text, 64)
		return err == nil && x >= 0 && x < 1
	}
	n, err := strconv.ParseUint(text, 10, 63)
	return err == nil && (setting == "seed" || n > 0)
}

// bound finds the variable or function of the notebook that a name of the text stands for.
func bound(name string, types map[string]string) (goName string, kind eval.Outside) {
	for _, goName := range GoNames(name) {
		t, ok := types[goName]
		switch {
		case !ok:
		case strings.HasPrefix(t, "func("):
			return goName, eval.AFunction
		default:
			return goName, eval.AValue
		}
	}
	return "", eval.Nothing
}

// diagnostics places the errors of a derivation in its cell.
func diagnostics(source string, err error) error {
	var list cell.Diagnostics
	key := cell.FileKey(source)
	for _, e := range errorsOf(err) {
		line, column := e.Position()
		list = append(list, cell.Diagnostic{File: key, Line: line, Col: column, Msg: e.Msg})
	}
	if len(list) == 0 {
		return err
	}
	return list
}

// errorsOf are the placed errors inside of an error.
func errorsOf(err error) []*syntax.Error {
	switch e := err.(type) {
	case *syntax.Error:
		return []*syntax.Error{e}
	case syntax.Errors:
		return e
	}
	var all []*syntax.Error
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			all = append(all, errorsOf(e)...)
		}
		return all
	}
	if inner := errors.Unwrap(err); inner != nil {
		return errorsOf(inner)
	}
	return nil
}
