package program

import (
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/source"
	"github.com/mercer-go/mercer/kernel/toolchain/module"
)

// displayPath is the package that shows the value of a last expression.
const displayPath = module.Path + "/display"

// writeBody writes the cell's statements as functions: the top level, what stands after "%%", and func main.
func (p *plan) writeBody(out *source.Files) {
	if p.syn.PackageForm {
		p.writePackageBody(out)
	} else {
		from := lineStart(p.syn.Text, p.offset(p.syn.Body[0].Pos()))
		text := p.syn.BodyText()
		p.writeFunction(out, cellFunc, p.writeFirst(), from, len(text), text, p.statementEdits(out))
	}
	switch {
	case p.syn.MainStart >= 0:
		p.writeFunction(out, mainFunc, p.parseFlags(out), p.syn.MainStart, len(p.syn.Text), p.syn.Text, p.resultEdits(out))
	case p.main != nil:
		p.writeMain(out)
	}
}

// zeroed are the variables of a cell of declarations alone that have no initialiser and may have an earlier value.
func (p *plan) zeroed() (names []string) {
	for _, v := range p.vars {
		if v.before && v.decl.Text == "" && !v.decl.Raw && p.byName[v.name] == v {
			names = append(names, v.name)
		}
	}
	return names
}

// writePackageBody writes the initialisers of variables in Go's order of package initialisation.
func (p *plan) writePackageBody(out *source.Files) {
	if !p.hasStatements() {
		return
	}
	f := out.File(p.key)
	out.ImportAll(f, p.pkgs)
	f.Printf("\n%s//line %s:1:1\nfunc %s() {\n", source.NoInline, mainFile, cellFunc)
	for _, name := range p.zeroed() {
		f.Printf("%s = %s\n", name, zeroOf(out.Spell(f, p.byName[name].typ)))
	}
	for _, init := range p.initOrder {
		at := p.origin(init.Rhs.Pos())
		if at.File != p.key {
			continue
		}
		left := make([]string, len(init.Lhs))
		for i, v := range init.Lhs {
			if left[i] = v.Name(); v.Name() != "_" && p.byName[v.Name()] == nil {
				left[i] = "_"
			}
		}
		f.Printf("%s = %s%s\n", strings.Join(left, ", "), at.Directive(""), p.text(init.Rhs.Pos(), init.Rhs.End()))
	}
	f.Write("}\n")
}

// writeFunction writes the bytes [from, to) of a text as the body of a function.
func (p *plan) writeFunction(out *source.Files, name, first string, from, to int, text string, edits []source.Edit) {
	f := out.File(p.key)
	out.ImportAll(f, p.pkgs)
	from = min(from, to)
	at := p.start().After(text[:from])
	for i := range edits {
		edits[i].From -= from
		edits[i].To -= from
	}
	f.Printf("\n%s//line %s:1:1\nfunc %s() {\n%s", source.NoInline, mainFile, name, first)
	f.Line(at)
	f.Write(source.Apply(text[from:to], at, edits))
	f.Printf("\n//line %s:1:1\n}\n", mainFile)
}

// writeMain writes the cell's func main under another name.
func (p *plan) writeMain(out *source.Files) {
	f := out.File(p.key)
	out.ImportAll(f, p.pkgs)
	name := p.offset(p.main.Name.Pos()) - p.offset(p.main.Pos())
	at := p.origin(p.main.Pos())
	f.Write("\n" + source.NoInline)
	f.Line(at)
	renamed := source.Replace(name, name+len("main"), mainFunc)
	f.Write(source.Apply(p.text(p.main.Pos(), p.main.End()), at, []source.Edit{renamed}) + "\n")
}

// zeroOf is the zero value of a type. The notebook may have declared new anew.
func zeroOf(typ string) string { return "func() (zero " + typ + ") { return }()" }

// start is where the cell's text begins.
func (p *parsed) start() defs.Origin { return defs.Origin{File: p.key, Line: 1, Col: 1} }

func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }

// parseFlags is the call of flag.Parse where it can matter: there are arguments, or something uses flags.
func (p *plan) parseFlags(out *source.Files) string {
	if !p.wantsFlags() {
		return ""
	}
	f := out.File(p.key)
	return out.Qualify(f)("flag") + ".Parse()\n"
}

func (p *plan) wantsFlags() bool {
	if p.req.Args {
		return true
	}
	uses := func(d *defs.Decl) bool { return p.kept(d) && d.Pkgs["flag"] == "flag" }
	if slices.ContainsFunc(p.set.Order, uses) {
		return true
	}
	for name := range p.set.Vars {
		if d := p.scope.Find(name); d != nil && d.Flag {
			return true
		}
	}
	return p.pkgs["flag"] == "flag"
}
