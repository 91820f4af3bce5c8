package program

import (
	"cmp"
	"context"
	"go/types"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/program/source"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// hinter knows what might have been meant.
type hinter struct {
	*typed
	ctx  context.Context
	view *toolchain.View
}

// hints adds to "undefined" errors what might have been meant.
func hints(ctx context.Context, view *toolchain.View, t *typed, ds cell.Diagnostics) cell.Diagnostics {
	h := hinter{t, ctx, view}
	for i := range ds {
		name, ok := strings.CutPrefix(ds[i].Msg, "undefined: ")
		if !ok || ds[i].Hint != "" {
			continue
		}
		pkg, sel, qualified := strings.Cut(name, ".")
		if !qualified {
			ds[i].Hint = h.name(name)
		} else if path := h.pathOf(pkg); path != "" {
			ds[i].Hint = h.member(path, pkg, sel)
		}
	}
	return ds
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
		hint := "no package of that name in the standard library or in go.mod; import it by its path"
		if more := h.view.Unnamed(h.ctx); more != "" {
			hint += "; " + more
		}
		return hint
	}
	return ""
}

// selected says whether the cell selects anything from a name.
func (h hinter) selected(name string) bool {
	return len(h.free[name]) > 0 || slices.ContainsFunc(h.cuts, func(c cut) bool { return len(c.free[name]) > 0 })
}

// member is the hint for a name that a package does not have.
func (h hinter) member(path, pkg, sel string) string {
	p, err := h.view.Import(path)
	if err != nil {
		return ""
	}
	var exported []string
	for _, n := range p.Scope().Names() {
		if p.Scope().Lookup(n).Exported() {
			exported = append(exported, n)
		}
	}
	if near := nearest(sel, exported); near != "" {
		return "did you mean " + pkg + "." + near + "?"
	}
	return ""
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
