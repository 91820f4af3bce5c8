package program

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/mercer-go/mercer/kernel/program/check"
)

// This file finds in cells that compile what a learner probably did not mean. Each finding is one that hardly any right program
// has: a number that is cut where a fraction is wanted, or a variable that is read and that nothing sets.

// cutNote is said once of quotients.
const cutNote = "A quotient of whole numbers is cut to a whole number: 7 / 10 is 0. With a fraction it is 7.0 / 10, or float64(a) / float64(b)."

// quotientNotes finds quotients of whole numbers that the cell shows or prints alone, converts to a fraction or gives a name.
func (t *typed) quotientNotes() []string {
	shown := t.last.list
	if t.last.expr != nil {
		shown = append(shown, t.last.expr)
	}
	for _, x := range shown {
		if q := quotientOf(t.check.Info, x); q != nil && isCut(t.check.Info, q) {
			return []string{cutNote}
		}
	}
	for _, s := range append(t.syn.Body, t.syn.Main...) {
		if cutsFraction(t.check.Info, s) || t.cutsPrinted(s) || t.cutsNamed(s) {
			return []string{cutNote}
		}
	}
	return nil
}

// isCut reports whether a quotient of constants is cut.
func isCut(info *types.Info, q *ast.BinaryExpr) bool {
	a, b := info.Types[q.X].Value, info.Types[q.Y].Value
	if a == nil || b == nil {
		return false
	}
	a, b = constant.ToInt(a), constant.ToInt(b)
	return a.Kind() == constant.Int && b.Kind() == constant.Int && constant.Sign(b) != 0 &&
		constant.Sign(constant.BinaryOp(a, token.REM, b)) != 0
}

// mayBeCut reports whether a quotient of constants is cut, or is one of variables, of which a share or a mean is made. A
// variable over a constant is mostly meant as a whole number.
func mayBeCut(info *types.Info, q *ast.BinaryExpr) bool {
	if info.Types[q.Y].Value != nil {
		return isCut(info, q)
	}
	return info.Types[q.X].Value == nil && isCount(q.X) && isCount(q.Y)
}

// isCount says whether an expression is a name, a field, or a call such as len(xs).
func isCount(x ast.Expr) bool {
	_, called := ast.Unparen(x).(*ast.CallExpr)
	return called || isPlain(x)
}

// cutsFraction reports whether a statement or a function has a quotient of whole numbers that becomes a fraction only after it is
// cut: float64(a / b), or 1 / 2 among constants that become fractions.
func cutsFraction(info *types.Info, root ast.Node) (found bool) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if len(n.Args) == 1 && info.Types[n.Fun].IsType() && isFraction(typeOf(info, n)) {
				q := quotientOf(info, n.Args[0])
				found = found || q != nil && mayBeCut(info, q)
			}
		case *ast.BinaryExpr:
			found = found || cutsFactor(info, n) || n.Op == token.QUO && info.Types[n].Value != nil && isFraction(typeOf(info, n)) &&
				isWholeConstant(info, n.X) && isWholeConstant(info, n.Y) && isCut(info, n)
		}
		return !found
	})
	return found
}

// cutsFactor reports whether a quotient is cut before it becomes a percentage, as in hits / all * 100, or a quotient of two
// constants before it is multiplied. Other factors are those of rows and columns, i / n * width, where whole numbers are meant.
func cutsFactor(info *types.Info, x *ast.BinaryExpr) bool {
	if x.Op != token.MUL {
		return false
	}
	q, factor := quotientOf(info, x.X), x.Y
	if q == nil && info.Types[x.X].Value != nil {
		q, factor = quotientOf(info, x.Y), x.X
	}
	if q == nil || !mayBeCut(info, q) {
		return false
	}
	v := info.Types[factor].Value
	percent := v != nil && constant.Compare(constant.ToFloat(v), token.EQL, constant.MakeInt64(100))
	return percent || info.Types[q].Value != nil
}

// isFraction says whether a type is one of fractions.
func isFraction(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsFloat != 0
}

// typeOf is the type of an expression, the invalid one where the type checker has none: it knows nothing of package C.
func typeOf(info *types.Info, x ast.Expr) types.Type {
	if t := info.TypeOf(x); t != nil {
		return t
	}
	return types.Typ[types.Invalid]
}

// isWholeConstant says whether a constant is written as a whole number, so that a quotient of two is cut.
func isWholeConstant(info *types.Info, x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.BasicLit:
		return x.Kind == token.INT
	case *ast.Ident:
		c, ok := info.Uses[x].(*types.Const)
		return ok && c.Type() == types.Typ[types.UntypedInt]
	}
	return false
}

// cutsPrinted reports whether a statement prints a quotient that may be cut, and besides it only texts.
func (t *typed) cutsPrinted(root ast.Node) (found bool) {
	ast.Inspect(root, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || !t.prints(call) {
			return true
		}
		var numbers []ast.Expr
		for _, x := range call.Args {
			if v := t.check.Info.Types[x].Value; v == nil || v.Kind() != constant.String {
				numbers = append(numbers, x)
			}
		}
		if len(numbers) == 1 {
			q := quotientOf(t.check.Info, numbers[0])
			found = found || q != nil && mayBeCut(t.check.Info, q)
		}
		return true
	})
	return found
}

// cutsNamed reports whether a statement declares a variable by a quotient that may be cut, and the cell does not use it as a whole number.
func (t *typed) cutsNamed(s ast.Stmt) bool {
	a, ok := s.(*ast.AssignStmt)
	if !ok || a.Tok != token.DEFINE || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return false
	}
	id, ok := a.Lhs[0].(*ast.Ident)
	q := quotientOf(t.check.Info, a.Rhs[0])
	return ok && q != nil && mayBeCut(t.check.Info, q) && !t.usedWhole(id.Name, types.ExprString(q.Y))
}

// usedWhole reports whether the cell uses a name as a whole number, as an index, a length or a count, or takes a remainder by the divisor.
func (t *typed) usedWhole(name, divisor string) (found bool) {
	names := func(x ast.Expr) bool {
		has := false
		if x != nil {
			ast.Inspect(x, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				has = has || ok && id.Name == name
				return true
			})
		}
		return has
	}
	for _, s := range append(t.syn.Body, t.syn.Main...) {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IndexExpr:
				found = found || names(n.Index)
			case *ast.SliceExpr:
				found = found || names(n.Low) || names(n.High) || names(n.Max)
			case *ast.RangeStmt:
				found = found || names(n.X)
			case *ast.ForStmt:
				found = found || names(n.Cond)
			case *ast.BinaryExpr:
				found = found || n.Op == token.REM && types.ExprString(n.Y) == divisor
			case *ast.CallExpr:
				for _, x := range n.Args {
					found = found || names(x) && !t.prints(n) && !t.check.Info.Types[n.Fun].IsType()
				}
			}
			return true
		})
	}
	return found
}

// What is said once of matrices that are printed, and of addresses.
const (
	matrixNote  = "Println writes the fields of a matrix of gonum, not its rows: m alone on the last line shows a table, fmt.Println(mat.Formatted(m)) prints one."
	spacesNote  = "print and println are Go's own, for debugging, and print writes no spaces between values: fmt.Println(x, y) does."
	addressNote = "print and println are Go's own, for debugging, and write addresses: fmt.Println(x) prints the value."
)

// printNotes finds matrices of gonum, which have no text of their own, among what the cell prints, and values of which print writes the
// address.
func (t *typed) printNotes() (notes []string) {
	for _, s := range append(t.syn.Body, t.syn.Main...) {
		ast.Inspect(s, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			note, holds := matrixNote, isMatrix
			if t.isBuiltinPrint(call) {
				note, holds = addressNote, isAddress
				if last := len(call.Args) - 1; last > 0 && types.ExprString(call.Args[last]) != `"\n"` && !slices.Contains(notes, spacesNote) {
					notes = append(notes, spacesNote)
				}
			} else if !t.prints(call) {
				return true
			}
			for _, x := range call.Args {
				if of := typeOf(t.check.Info, x); holds(of) && !slices.Contains(notes, note) {
					notes = append(notes, note)
				}
			}
			return true
		})
	}
	return notes
}

// isMatrix says whether a type is a matrix or vector of gonum that does not write itself.
func isMatrix(of types.Type) bool {
	at := of
	if p, ok := types.Unalias(at).(*types.Pointer); ok {
		at = p.Elem()
	}
	named, ok := types.Unalias(at).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "gonum.org/v1/gonum/mat" {
		return false
	}
	methods := types.NewMethodSet(of)
	return methods.Lookup(nil, "Dims") != nil && methods.Lookup(nil, "Format") == nil && methods.Lookup(nil, "String") == nil
}

// isAddress says whether print writes the address of a value of the type.
func isAddress(of types.Type) bool {
	_, basic := of.Underlying().(*types.Basic)
	return !basic
}

// isBuiltinPrint says whether a call is one of Go's own print and println.
func (t *typed) isBuiltinPrint(call *ast.CallExpr) bool {
	id, ok := call.Fun.(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := t.check.Info.Uses[id].(*types.Builtin)
	return ok && (b.Name() == "print" || b.Name() == "println")
}

// prints says whether a call is one of package fmt that prints.
func (t *typed) prints(call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := t.check.Info.Uses[sel.Sel].(*types.Func)
	return ok && (f.FullName() == "fmt.Println" || f.FullName() == "fmt.Print" || f.FullName() == "fmt.Printf")
}

// quotientOf returns an expression as a quotient of plain whole numbers, or nil.
func quotientOf(info *types.Info, x ast.Expr) *ast.BinaryExpr {
	q, ok := ast.Unparen(x).(*ast.BinaryExpr)
	if !ok || q.Op != token.QUO || !isWhole(info, q.X) || !isWhole(info, q.Y) || !isWhole(info, q) {
		return nil
	}
	return q
}

// isWhole says whether an expression is a whole number of a type that has no name of its own, as time.Duration has.
func isWhole(info *types.Info, x ast.Expr) bool {
	basic, ok := types.Unalias(types.Default(typeOf(info, x))).(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0 && info.Types[x].Type != types.Typ[types.UntypedRune]
}

// cutsAtRun returns the operands of a last line that is a quotient of variables or of a variable and a constant, which can be written a
// second time: whether it is cut is known when the cell runs.
func (t *typed) cutsAtRun() *ast.BinaryExpr {
	if t.last.expr == nil || len(t.early) > 0 || t.last.silent || t.last.show != showResult || t.last.ifErr || t.req.Wasm {
		return nil
	}
	q := quotientOf(t.check.Info, t.last.expr)
	if q == nil || t.check.Info.Types[q].Value != nil || !isPlain(q.X) || !isPlain(q.Y) {
		return nil
	}
	return q
}

// isPlain says whether an expression is a name, a field or a number.
func isPlain(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.SelectorExpr:
		return isPlain(x.X)
	}
	return false
}

// shadowing collects what is known of the variables of some statements.
type shadowing struct {
	info    *types.Info
	decls   map[types.Object]declared
	changed map[types.Object]bool        // set, or reached by something that may set it, after its declaration
	uses    map[types.Object][]token.Pos // where they are read
}

// declared is how a variable was declared.
type declared struct {
	zero  bool           // by var, without a value
	block *ast.BlockStmt // the block that := stands in as a statement, or nil
	value ast.Node       // of :=
}

// shadowNotes finds variables that stay as they were declared because := inside of a block declares others of the same name: the
// outer one is read below and never set, and was declared without a value, or the value of the inner one is made of it.
func shadowNotes(checked *check.Result, roots []ast.Node) (notes []string) {
	s := shadowing{checked.Info, map[types.Object]declared{}, map[types.Object]bool{}, map[types.Object][]token.Pos{}}
	for _, root := range roots {
		s.collect(root)
	}
	for inner, d := range s.decls {
		if d.block == nil || inner.Parent() == nil {
			continue
		}
		_, found := inner.Parent().Parent().LookupParent(inner.Name(), inner.Pos())
		outer, ok := s.decls[found]
		if !ok || s.changed[found] || !types.Identical(found.Type(), inner.Type()) || !outer.zero && !s.mentions(d.value, found) {
			continue
		}
		for _, at := range s.uses[found] {
			if at > d.block.End() {
				lines := [2]int{checked.Fset.Position(inner.Pos()).Line, checked.Fset.Position(found.Pos()).Line}
				note := fmt.Sprintf("Line %d: := declares another %s, so that the one of line %d is never set; = sets it.", lines[0], inner.Name(), lines[1])
				notes = append(notes, note)
				break
			}
		}
	}
	slices.Sort(notes)
	return notes
}

// mentions says whether a variable stands in a value.
func (s *shadowing) mentions(value ast.Node, v types.Object) (found bool) {
	ast.Inspect(value, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && s.info.Uses[id] == v
		return true
	})
	return found
}

// collect walks over statements.
func (s *shadowing) collect(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			for _, stmt := range n.List {
				if a, ok := stmt.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
					s.define(a, n)
				}
			}
		case *ast.AssignStmt:
			s.define(n, nil)
		case *ast.ValueSpec:
			for _, id := range n.Names {
				s.decls[s.info.Defs[id]] = declared{zero: len(n.Values) == 0}
			}
		case *ast.IncDecStmt:
			s.change(n.X)
		case *ast.RangeStmt:
			s.change(n.Key)
			s.change(n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				s.change(n.X)
			}
		case *ast.SelectorExpr: // a method may have a pointer to it
			s.change(n.X)
		case *ast.SliceExpr: // a part of an array shares its memory
			s.change(n.X)
		case *ast.Ident:
			if v := s.info.Uses[n]; v != nil {
				s.uses[v] = append(s.uses[v], n.Pos())
			}
		}
		return true
	})
}

// define notes what an assignment declares, which stands in a block as a statement or elsewhere, and what it sets.
func (s *shadowing) define(a *ast.AssignStmt, block *ast.BlockStmt) {
	for i, l := range a.Lhs {
		id, ok := l.(*ast.Ident)
		if v := s.info.Defs[id]; ok && v != nil {
			if _, known := s.decls[v]; !known {
				s.decls[v] = declared{block: block, value: a.Rhs[min(i, len(a.Rhs)-1)]}
			}
		} else {
			s.change(l)
		}
	}
}

// change notes that a variable is set through an expression that begins with it.
func (s *shadowing) change(x ast.Expr) {
	switch x := x.(type) {
	case *ast.Ident:
		if v := s.info.Uses[x]; v != nil {
			s.changed[v] = true
		}
	case *ast.IndexExpr:
		s.change(x.X)
	case *ast.SelectorExpr:
		s.change(x.X)
	case *ast.StarExpr:
		s.change(x.X)
	case *ast.ParenExpr:
		s.change(x.X)
	}
}

// notes are the findings in the cell's statements.
func (t *typed) findNotes() []string {
	var roots []ast.Node
	for _, f := range t.check.Files {
		if fn := bodyOf(f); fn != nil && fn.Name.Name == "_" {
			roots = append(roots, fn.Body)
		}
	}
	notes := slices.Concat(t.quotientNotes(), t.printNotes(), shadowNotes(t.check, roots))
	for _, s := range append(t.syn.Body, t.syn.Main...) {
		notes = append(notes, traps(t.check.Info, s)...)
		notes = append(notes, silentNotes(t.check.Info, s, t.last.expr, t.isVariable)...)
	}
	notes = append(notes, t.methodNote()...)
	notes = append(notes, unreadErrors(t.check.Info, append(slices.Clone(t.syn.Body), t.syn.Main...))...)
	for _, d := range t.variables() {
		notes = append(notes, traps(t.check.Info, d)...)
		if cutsFraction(t.check.Info, d) {
			notes = append(notes, cutNote)
		}
	}
	return append(notes, commentNotes(t.req.Cell.Go)...)
}

// variables returns the declarations by var and const of the cell.
func (t *typed) variables() (found []ast.Node) {
	for _, f := range t.check.Files {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if ok && g.Tok != token.IMPORT && g.Tok != token.TYPE && t.fset.Position(g.Pos()).Filename == t.key {
				found = append(found, g)
			}
		}
	}
	return found
}

// functionNotes are the findings in the functions that the cell declares.
func (r *reached) functionNotes(t *typed) (notes []string) {
	for _, f := range r.checked.Files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && t.fset.Position(fn.Pos()).Filename == t.key {
				notes = append(notes, shadowNotes(r.checked, []ast.Node{fn.Body})...)
				notes = append(notes, traps(r.checked.Info, fn.Body)...)
				notes = append(notes, silentNotes(r.checked.Info, fn.Body, nil, t.isVariable)...)
				if note := cmp.Or(receiverNote(r.checked.Info, fn), parameterNote(r.checked.Info, fn)); note != "" {
					notes = append(notes, note)
				}
				if cutsFraction(r.checked.Info, fn.Body) {
					notes = append(notes, cutNote)
				}
			}
		}
	}
	return notes
}
