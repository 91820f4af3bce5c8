package program

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/program/check"
)

// This file says of an error of the type checker what was probably meant, where that follows from the types of what stands
// at its place: from those of both operands, of a value and its destination, or of what a name was declared as. Package
// hints has the sentences that the text of the line is enough for. Here mistakes is the one table; its sentences are in
// meantoperations.go, meantuses.go, meantnames.go and meantresults.go.

// mistake is a kind of error and the sentence about it: "" where it does not fit.
type mistake struct {
	msg *regexp.Regexp
	say func(p *place, m []string) string

	weak bool // a sentence of package hints is better, where there is one
}

// mistakes are looked at in order; the first sentence is used.
var mistakes = []mistake{
	{regexp.MustCompile(``), (*place).typeFirst, false},
	{regexp.MustCompile(`mismatched types|^cannot use|undefined \(type|cannot convert|must be integer`), (*place).indexForElement, false},
	{regexp.MustCompile(`^invalid operation: .* \(mismatched types (.+) and (.+)\)$`), (*place).mismatched, false},
	{regexp.MustCompile(`^cannot convert (.+) \(.*\) to type interface\{Error\(\) string\}$`), (*place).errorText, false},
	{regexp.MustCompile(`^invalid operation: operator (\S+) not defined on (.+) \(`), (*place).undefinedOperator, false},
	{regexp.MustCompile(`^invalid operation: (.+) (==|!=) (.+) \((?:struct containing|.* cannot be compared)`), (*place).notComparable, false},
	{regexp.MustCompile(`\(operator (\S+) not defined on (?:struct|pointer)\)$`), (*place).notOrdered, false},
	{regexp.MustCompile(`^invalid operation: .* \(slice can only be compared to nil\)$`), (*place).sliceEqual, true},
	{regexp.MustCompile(`^cannot index (.+) \(.*struct type`), (*place).noIndex, false},
	{regexp.MustCompile(`truncated`), (*place).fraction, false},
	{regexp.MustCompile(`cannot infer \w+`), (*place).noInference, false},
	{regexp.MustCompile(`incomparable types in type set|type parameter .* cannot use operator`), (*place).incomparable, false},
	{regexp.MustCompile(`cannot indirect (.+) \(`), (*place).noPointer, false},
	{regexp.MustCompile(`cannot take address of (.+) \(`), (*place).noAddress, false},
	{regexp.MustCompile(`(?s)does not implement (\S+) \(.*method (\w+) has pointer receiver\)`), (*place).pointerReceiver, false},
	{regexp.MustCompile(`(?s)^cannot use .* does not implement (\S+) \((?:missing method|wrong type for method) (\w+)\)`), (*place).missingMethod, false},
	{regexp.MustCompile(`^no new variables on left side of :=$|^cannot use .* in assignment$`), (*place).otherVariable, false},
	{regexp.MustCompile(`^cannot use (.+) \((.*)\) as (.+?) value in (?:argument to (\S+)|.*)`), (*place).otherType, false},
	{regexp.MustCompile(`^(.+)\.(\w+) undefined \(type [^;]* has no field or method [^;]*$`), (*place).noMember, false},
	{regexp.MustCompile(`^(.+)\.(\w+) undefined \(type [^;]* has no field or method \w+, but does have (?:field|method) (\w+)\)$`), (*place).capitals, false},
	{regexp.MustCompile(`^(.+)\.(\w+) undefined \(type [^;]* has no field or method \w+\)$`), (*place).memberOfOwn, false},
	{regexp.MustCompile(`^(.+)\.(\w+) undefined \(type [^;]* has no field or method \w+\)$`), (*place).memberAtAll, true},
	{regexp.MustCompile(`^(\w+)\.(\w+) undefined \(type \w+ has no method \w+\)$`), (*place).memberOfType, false},
	{regexp.MustCompile(`^(?:unknown field (\w+) in struct literal|cannot use promoted field (\w+(?:\.\w+)*) in struct).*`), (*place).unknownField, false},
	{regexp.MustCompile(`^too (few|many) values in struct literal`), (*place).valuesOfStruct, false},
	{regexp.MustCompile(`^undefined: (\w+)$`), (*place).undefinedName, false},
	{regexp.MustCompile(`^cannot use generic type (\w+)\[.*\] without instantiation$`), (*place).noInstance, false},
	{regexp.MustCompile(`^cannot define new methods on non-local type (\S+)`), (*place).methodOfOther, false},
	{regexp.MustCompile(`^not enough return values`), (*place).fewResults, false},
	{regexp.MustCompile(`^too many return values`), (*place).manyResults, false},
	{regexp.MustCompile(`^(.+) \(type\) is not an expression$`), (*place).typeAlone, false},
	{regexp.MustCompile(`^invalid map key type (.+)$`), (*place).mapKey, false},
	{regexp.MustCompile(`\(overflows\)$|cannot use (\S+) .* \(overflows\)|constant (\S+) overflows`), (*place).overflow, false},
	{regexp.MustCompile(`^cannot assign to (.+) \((?:neither addressable|constant)`), (*place).notAssignable, false},
	{regexp.MustCompile(`^invalid argument: index (.+) \(.*\) must be integer$|truncated|^cannot convert .* to type int$`), (*place).indexType, false},
	{regexp.MustCompile(`^invalid argument: index (\d+) out of bounds \[0:(\d+)\]`), (*place).outOfBounds, false},
	{regexp.MustCompile(`^not enough arguments in call to (\w+)\.(\w+)`), (*place).methodOfType, false},
	{regexp.MustCompile(`^(?:not enough|too many) arguments in call to (\S+)`), (*place).arguments, false},
	{regexp.MustCompile(`^invalid recursive type (\w+)`), (*place).recursive, false},
	{regexp.MustCompile(`^range over .* permits (?:only one|no) iteration variable`), (*place).oneVariable, false},
	{regexp.MustCompile(`^cannot range over (.+) \(`), (*place).notRanged, false},
	{regexp.MustCompile(`^cannot convert (.+) \(.*\) to type (\S+)$|^too many arguments in conversion to (\S+)$`), (*place).conversion, false},
	{regexp.MustCompile(`^cannot call pointer method (\w+) on (\S+)$`), (*place).pointerMethod, false},
	{regexp.MustCompile(`cannot call (?:non-function )?(.+) \(variable of type (.+)\)`), (*place).notCalled, false},
	{regexp.MustCompile(`^cannot convert (.+) \(variable of interface type .*\) to type (\S+): need type assertion$`), (*place).asserted, false},
	{regexp.MustCompile(`^missing argument in conversion to (\S+)$`), (*place).emptyStruct, false},
	{regexp.MustCompile(`(?s)^impossible type .*\s(\S+) does not implement (\S+) \(missing method (\w+)\)`), (*place).impossible, false},
	{regexp.MustCompile(`^(.+) \((?:value|variable) of type (.+)\) is not used$`), (*place).notUsed, false},
	{regexp.MustCompile(`^invalid operation: cannot (?:receive from send-only|send to receive-only) channel`), (*place).oneWay, false},
	{regexp.MustCompile(`^non-boolean condition in (if|for) statement`), (*place).condition, false},
	{regexp.MustCompile(`^declared and not used: (\w+)$`), (*place).unused, false},
}

// meant adds to errors of a check what was meant.
func meant(checked *check.Result, ds cell.Diagnostics) {
	for i := range ds {
		if ds[i].Meant {
			continue
		}
		p := newPlace(checked, ds[i])
		if p == nil {
			continue
		}
		for _, m := range mistakes {
			found := m.msg.FindStringSubmatch(ds[i].Msg)
			if found == nil {
				continue
			}
			if say := m.say(p, found); say != "" && (!m.weak || ds[i].Hint == "") {
				ds[i].Hint, ds[i].Meant = say, !m.weak
				break
			}
		}
	}
}

// place is where an error stands.
type place struct {
	checked *check.Result
	info    *types.Info
	pos     token.Pos
	path    []ast.Node // the nodes around it, the innermost first
}

// newPlace finds the place of an error, or returns nil.
func newPlace(checked *check.Result, d cell.Diagnostic) *place {
	for _, e := range checked.Errs {
		at := checked.Fset.Position(e.Pos)
		if at.Filename != d.File || at.Line != d.Line || at.Column != d.Col {
			continue
		}
		p := &place{checked: checked, info: checked.Info, pos: e.Pos}
		for _, f := range checked.Files {
			if f.FileStart <= e.Pos && e.Pos <= f.FileEnd {
				p.add(f)
			}
		}
		return p
	}
	return nil
}

// add notes the nodes of a file that are around the place.
func (p *place) add(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || p.pos < n.Pos() || n.End() <= p.pos && !isStmt(n) {
			return false
		}
		if p.pos <= n.End() {
			p.path = append([]ast.Node{n}, p.path...)
		}
		return true
	})
}

func isStmt(n ast.Node) bool { _, ok := n.(ast.Stmt); return ok }

// around returns the innermost node of a type around a place.
func around[N ast.Node](p *place) (found N, ok bool) {
	for _, n := range p.path {
		if found, ok = n.(N); ok {
			return found, true
		}
	}
	return found, false
}

// expr returns the expression that a message writes so: the one that begins at the place, or one around or below it.
func (p *place) expr(text string) (found ast.Expr) {
	is := func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if ok && types.ExprString(x) == text {
			found = x
		}
		return found != nil
	}
	for _, n := range p.path {
		if is(n) || !isStmt(n) {
			continue
		}
		ast.Inspect(n, func(n ast.Node) bool { return !is(n) && n != nil })
		if found != nil {
			break
		}
	}
	return found
}

// function returns what is known of the function around the place, and its name: "" for the cell and for functions
// without a name.
func (p *place) function() (name string, of *ast.FuncType, body *ast.BlockStmt) {
	for _, n := range p.path {
		switch n := n.(type) {
		case *ast.FuncLit:
			return "", n.Type, n.Body
		case *ast.FuncDecl:
			if n.Name.Name == "_" || strings.HasPrefix(n.Name.Name, "mercer") {
				return "", nil, nil
			}
			return n.Name.Name, n.Type, n.Body
		}
	}
	return "", nil, nil
}

// goType writes a type as the cell does.
func goType(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p.Name() == "main" {
			return ""
		}
		return p.Name()
	})
}

// maxText is how long a text of Go in a sentence is; longer ones are shortened.
const maxText = 80

// goText writes an expression, a list of fields or a type as it stands in the cell, in one line.
func goText(n ast.Node) string {
	var b bytes.Buffer
	if err := format.Node(&b, token.NewFileSet(), n); err == nil && b.Len() <= maxText && !strings.Contains(b.String(), "\n") {
		return b.String()
	}
	if f, ok := n.(*ast.FuncLit); ok {
		return goText(f.Type) + " { … }"
	}
	if x, ok := n.(ast.Expr); ok {
		return types.ExprString(x)
	}
	return "…"
}

// element returns the type of the elements of a slice, an array, a map, a channel or a pointer to an array.
func element(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	case *types.Chan:
		return u.Elem()
	case *types.Pointer:
		if a, ok := u.Elem().Underlying().(*types.Array); ok {
			return a.Elem()
		}
	}
	return nil
}

// isBasic says whether a type is a basic one with one of some properties.
func isBasic(t types.Type, info types.BasicInfo) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

// isNamed says whether a type is the one of a package that has the name.
func isNamed(t types.Type, name string) bool { return t != nil && goType(types.Unalias(t)) == name }

// called returns the result of a function without arguments and with one result, or nil.
func called(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	f, ok := t.Underlying().(*types.Signature)
	if !ok || f.Params().Len() > 0 || f.Results().Len() != 1 {
		return nil
	}
	return f.Results().At(0).Type()
}

// has says whether values of a type have a field or a method.
func has(t types.Type, pkg *types.Package, name string) bool {
	if t == nil {
		return false
	}
	found, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
	return found != nil
}

// zero writes the zero value of a type.
func zero(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
		return "0"
	case *types.Struct, *types.Array:
		return goType(t) + "{}"
	}
	return "nil"
}
