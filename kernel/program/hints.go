package program

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/check"
	"github.com/mercer-go/mercer/kernel/program/source"
	"github.com/mercer-go/mercer/kernel/toolchain"
	"github.com/mercer-go/mercer/kernel/toolchain/module"
)

// hinter knows what might have been meant.
type hinter struct {
	*typed
	ctx  context.Context
	view *toolchain.View
}

// hints adds to "undefined" errors what might have been meant, and to those about the number of values which these are.
func hints(ctx context.Context, view *toolchain.View, t *typed, checked *check.Result, ds cell.Diagnostics) cell.Diagnostics {
	h := hinter{t, ctx, view}
	ds = ofCells(ds)
	for i := range ds {
		if name, ok := strings.CutSuffix(ds[i].Msg, " - must be func"); ok {
			name = strings.TrimPrefix(name, "cannot declare ")
			ds[i].Hint = name + " is the name of a function in Go, and of nothing else: choose another name"
		}
		if m := noMember.FindStringSubmatch(ds[i].Msg); m != nil {
			ds[i].Msg, ds[i].Hint = h.ofVariable(ds[i].Msg, m[1], m[2])
			ds[i].Meant = ds[i].Hint != ""
		}
	}
	ds = careful(ds, func() cell.Diagnostics { meant(checked, ds); return ds })
	for i := range ds {
		ds[i].Msg = ours.ReplaceAllString(ds[i].Msg, "")
		if strings.HasPrefix(ds[i].Msg, "assignment mismatch: ") && !strings.Contains(ds[i].Msg, "\n") {
			ds[i].Msg += results(checked, ds[i])
		}
		if name, ok := strings.CutPrefix(ds[i].Msg, "declared and not used: "); ok {
			ds[i].Msg += hides(checked, ds[i], name)
		}
		if m := notExported.FindStringSubmatch(ds[i].Msg); m != nil {
			ds[i].Hint = h.member(m[2], m[1], h.pathOf(m[2]))
		}
		name, ok := strings.CutPrefix(ds[i].Msg, "undefined: ")
		if !ok || ds[i].Hint != "" {
			continue
		}
		name, _, _ = strings.Cut(name, " (") // as in "fmt.println (but have Println)"
		pkg, sel, qualified := strings.Cut(name, ".")
		if inner := h.inner(name, ds[i]); !qualified && inner > 0 {
			ds[i].Hint = fmt.Sprintf("%s is declared inside of the braces of line %d, and unknown outside: declare it before them", name, inner)
		} else if !qualified {
			ds[i].Hint = h.name(name)
		} else if path := h.pathOf(pkg); path != "" {
			ds[i].Hint = h.member(pkg, sel, path)
		}
	}
	return ds
}

// guarded says whether a search for hints and notes that panics is ended without a result. It looks at cells that do not compile, of
// which the type checker knows little: what confuses it costs a hint, not the session.
var guarded = true

// careful is what a search finds, or before.
func careful[T any](before T, search func() T) (found T) {
	if !guarded {
		return search()
	}
	found = before
	defer func() { _ = recover() }()
	return search()
}

// ofCells leaves out what is wrong with text of the kernel's own, which follows from what is wrong with a cell's.
func ofCells(ds cell.Diagnostics) cell.Diagnostics {
	left := slices.DeleteFunc(slices.Clone(ds), func(d cell.Diagnostic) bool { return strings.HasPrefix(d.File, source.Prefix) })
	if len(left) == 0 {
		return ds
	}
	for i := range left {
		if at := strings.Index(left[i].Msg, " ("+source.Prefix); at >= 0 {
			left[i].Msg, _, _ = strings.Cut(left[i].Msg, " ")
			left[i].Msg += " cannot be declared: names that begin with " + source.Prefix + " are the kernel's"
		}
	}
	return left
}

// notExported matches the message about a name of a package that begins with a small letter.
var notExported = regexp.MustCompile(`^name (\w+) not exported by package (\w+)`)

// noMember matches the message about a member that a variable does not have.
var noMember = regexp.MustCompile(`^(\w+)\.(\w+) undefined \(type .+ has no field or method \w+`)

// ofVariable adds to the message about a member that a variable lacks that a package of the variable's name has it. The hint is
// about a function of the member's name, or "".
func (h hinter) ofVariable(msg, name, member string) (more, hint string) {
	for _, path := range h.view.Named(h.ctx, name) {
		if token.IsExported(member) && h.view.Exports(path, map[string]bool{member: true}) {
			return msg + "; " + name + " is a variable here, and hides package " + strings.TrimPrefix(path, module.Path+"/"), ""
		}
	}
	if d := h.req.Defs.Decl(member); d != nil && d.Kind == defs.KindFunc {
		return msg, member + " is a function, and no method: " + member + "(" + name + ")"
	}
	return msg, ""
}

// ours matches the place of a last expression in a message: an argument of a function of package display, which the user has not called.
var ours = regexp.MustCompile(` in argument to ` + source.Prefix + `display\.\w+`)

// hides says in parentheses that a declaration hides another variable of its name, or "".
func hides(checked *check.Result, d cell.Diagnostic, name string) string {
	for id, v := range checked.Info.Defs {
		at := checked.Fset.Position(id.Pos())
		if id.Name != name || v == nil || v.Parent() == nil || at.Filename != d.File || at.Line != d.Line {
			continue
		}
		if _, outer := v.Parent().Parent().LookupParent(name, v.Pos()); isVar(outer) {
			return " (it hides another " + name + ")"
		}
	}
	return ""
}

// inner returns the line of an opening brace above an error between which and its closing brace a name is declared, or 0.
func (h hinter) inner(name string, d cell.Diagnostic) (line int) {
	for _, s := range append(h.syn.Body, h.syn.Main...) {
		ast.Inspect(s, func(n ast.Node) bool {
			block, ok := n.(*ast.BlockStmt)
			if !ok || h.fset.Position(block.End()).Line > d.Line {
				return true
			}
			for _, stmt := range block.List {
				if a, ok := stmt.(*ast.AssignStmt); ok && a.Tok == token.DEFINE && slices.ContainsFunc(a.Lhs, func(x ast.Expr) bool {
					id, ok := x.(*ast.Ident)
					return ok && id.Name == name
				}) {
					line = h.fset.Position(block.Pos()).Line
				}
			}
			return true
		})
	}
	return line
}

func isVar(o types.Object) bool { _, ok := o.(*types.Var); return ok }

// results returns the types of the values of the call that a line assigns, in parentheses, or "".
func results(checked *check.Result, d cell.Diagnostic) (text string) {
	for _, f := range checked.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			at := checked.Fset.Position(call.Pos())
			tuple, several := checked.Info.Types[call].Type.(*types.Tuple)
			if several && at.Filename == d.File && at.Line == d.Line && text == "" {
				text = " " + types.TypeString(tuple, func(p *types.Package) string { return p.Name() })
			}
			return true
		})
	}
	return text
}

// pathOf returns the path of the package that a name means in the cell, or "".
func (h hinter) pathOf(name string) string {
	path := h.pkgs[name]
	for _, d := range h.decls {
		path = cmp.Or(path, d.Pkgs[name])
	}
	return path
}

// name is the hint for a name that nothing declares.
func (h hinter) name(name string) string {
	known := append(h.req.Defs.Names(), types.Universe.Names()...)
	for _, d := range h.decls {
		known = append(known, d.Keys()...)
	}
	for _, v := range h.vars {
		known = append(known, v.name)
	}
	selected := h.selected(name)
	if selected {
		if hint := h.ofPackage(name); hint != "" {
			return hint
		}
		if near := nearest(name, h.view.Names(h.ctx)); near != "" {
			return "did you mean " + near + "?"
		}
	}
	if near := nearest(name, known); near != "" {
		return "did you mean " + near + "?"
	}
	if selected {
		if err := h.view.WhyNot(h.ctx, name, !h.req.NoAutoget); err != nil {
			return err.Error()
		}
		if !slices.ContainsFunc(h.selectors(name), token.IsExported) { // a package has no such member
			return "no variable of that name"
		}
		hint := "no variable and no package of that name, in the standard library or in go.mod; others are imported by their path"
		if more := h.view.Unnamed(h.ctx); more != "" {
			hint += "; " + more
		}
		return hint
	}
	return ""
}

// ofPackage is the hint for a name that a package has which lacks a member that the cell selects, or "".
func (h hinter) ofPackage(name string) string {
	for _, sel := range h.selectors(name) {
		hint := h.member(name, sel, "")
		if token.IsExported(sel) && hint != "" || strings.HasPrefix(hint, "did you mean") {
			return hint
		}
	}
	return ""
}

// selected says whether the cell selects anything from a name.
func (h hinter) selected(name string) bool { return len(h.selectors(name)) > 0 }

// selectors are the names that the cell selects from a name, sorted.
func (h hinter) selectors(name string) []string {
	found := maps.Clone(h.free[name])
	for _, c := range h.cuts {
		if found == nil {
			found = map[string]bool{}
		}
		maps.Copy(found, c.free[name])
	}
	return sortedKeys(found)
}

// maxNear is how many members of a package are proposed.
const maxNear = 3

// member is the hint for a name that a package does not have. Of the packages with its name Mercer's is meant, then the one with the
// given path, then the likeliest.
func (h hinter) member(pkg, sel, path string) string {
	paths := h.view.Named(h.ctx, pkg)
	if path != "" {
		paths = append([]string{path}, paths...)
	}
	slices.SortStableFunc(paths, func(a, b string) int { return cmp.Compare(notOurs(a), notOurs(b)) })
	for _, path := range paths {
		if h.view.Ensure(h.ctx, false, path) != nil {
			continue
		}
		p, err := h.view.Import(path)
		if err != nil || token.IsExported(sel) && p.Scope().Lookup(sel) != nil {
			continue
		}
		if other := h.other(paths, path, sel); other != "" {
			return fmt.Sprintf("%s is %s here, as a cell imports it; import %q in this cell makes it the package that has %s", pkg, path, other, sel)
		}
		return memberHint(p, pkg, sel)
	}
	return ""
}

// other returns the first other one of the packages with a name that has a member, or "". Nothing imports one of Mercer's packages
// under the name of another.
func (h hinter) other(paths []string, path, sel string) string {
	for _, other := range paths {
		if other != path && token.IsExported(sel) && notOurs(path) == 1 && h.view.Exports(other, map[string]bool{sel: true}) {
			return other
		}
	}
	return ""
}

// notOurs is 0 for a package of Mercer, 1 for others.
func notOurs(path string) int {
	if strings.HasPrefix(path, module.Path+"/") {
		return 0
	}
	return 1
}

// memberHint says which members of a package come next to one that it lacks.
func memberHint(p *types.Package, pkg, sel string) string {
	var exported []string
	for _, n := range p.Scope().Names() {
		if token.IsExported(n) {
			exported = append(exported, n)
		}
	}
	near := nearestMembers(sel, exported)
	if len(near) == 1 && nearest(sel, near) != "" || len(near) > 0 && strings.EqualFold(near[0], sel) {
		return "did you mean " + pkg + "." + near[0] + "?"
	}
	alike := len(near) > 0 && (strings.HasPrefix(sel, near[0]) || nearest(sel, near) != "")
	if methods := fitted(p, pkg); len(methods) > 0 && !alike {
		return fmt.Sprintf("package %s has no %s; its methods are %s, as in %s{}.Fit(X, y)", strings.TrimPrefix(p.Path(), module.Path+"/"), sel,
			strings.Join(methods[:min(len(methods), maxNear)], ", "), methods[0])
	}
	lacks := fmt.Sprintf("package %s has no %s", strings.TrimPrefix(p.Path(), module.Path+"/"), sel)
	if len(near) == 0 {
		return lacks + "; %doc " + pkg + " shows what it has"
	}
	says := "its nearest members are "
	for i, n := range near {
		near[i] = pkg + "." + n
	}
	if len(near) == 1 {
		says = "its nearest member is "
	}
	return fmt.Sprintf("%s; %s%s; %%doc %s shows all", lacks, says, strings.Join(near, ", "), pkg)
}

// fitted returns the types of one of Mercer's packages that have a method Fit of observations and labels.
func fitted(p *types.Package, pkg string) (found []string) {
	if notOurs(p.Path()) == 1 {
		return nil
	}
	for _, n := range p.Scope().Names() {
		t, ok := p.Scope().Lookup(n).(*types.TypeName)
		if !ok || !t.Exported() {
			continue
		}
		fit, _, _ := types.LookupFieldOrMethod(t.Type(), true, nil, "Fit")
		if f, ok := fit.(*types.Func); ok && f.Signature().Params().Len() == 2 && f.Signature().TypeParams() == nil && t.Type().(*types.Named).TypeParams() == nil {
			found = append(found, pkg+"."+n)
		}
	}
	return found
}

// nearestMembers returns the names that come next to one: by letters, then by the words that both have in common.
func nearestMembers(name string, members []string) []string {
	closest := nearest(name, members)
	score := map[string]int{}
	var near []string
	for _, m := range members {
		if n := common(name, m); n > 0 || m == closest {
			score[m] = n
			if m == closest {
				score[m] = math.MaxInt
			}
			near = append(near, m)
		}
	}
	slices.SortStableFunc(near, func(a, b string) int {
		return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	})
	return near[:min(len(near), maxNear)]
}

// common is the number of letters in the words that two names have in common.
func common(a, b string) (letters int) {
	words := camelWords(b)
	for _, w := range camelWords(a) {
		if len(w) > 2 && slices.ContainsFunc(words, func(v string) bool { return len(v) > 2 && (strings.HasPrefix(v, w) || strings.HasPrefix(w, v)) }) {
			letters += len(w)
		}
	}
	return letters
}

// camelWords returns the words of a name in small letters, without the s of a plural: "ReadCSV" is read and csv, "KFolds" k and fold.
func camelWords(name string) (words []string) {
	letters, start := []rune(name), 0
	for i := 1; i <= len(letters); i++ {
		if i == len(letters) || unicode.IsUpper(letters[i]) && (!unicode.IsUpper(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1])) {
			words = append(words, strings.TrimSuffix(strings.ToLower(string(letters[start:i])), "s"))
			start = i
		}
	}
	return words
}

// nearest returns the word that differs least from name, if it differs by little.
func nearest(name string, words []string) string {
	best, limit := "", min(2, len(name)/4)
	for _, w := range words {
		if w == name || strings.HasPrefix(w, source.Prefix) {
			continue
		}
		if d := distance(strings.ToLower(name), strings.ToLower(w), limit); d < limit || d == limit && best == "" {
			best, limit = w, d
		}
	}
	return best
}

// distance is the number of edits between two words (a swap of neighbours is one), or more than limit.
func distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}
