package program

import (
	"go/types"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
)

// hints adds to "undefined" errors what might have been meant.
func (c *composition) hints(ds cell.Diagnostics) cell.Diagnostics {
	for i := range ds {
		name, ok := strings.CutPrefix(ds[i].Msg, "undefined: ")
		if !ok || ds[i].Hint != "" {
			continue
		}
		pkg, sel, qualified := strings.Cut(name, ".")
		if !qualified {
			ds[i].Hint = c.nameHint(name)
		} else if path := c.pathOf(pkg); path != "" {
			ds[i].Hint = c.memberHint(path, pkg, sel)
		}
	}
	return ds
}

func (c *composition) pathOf(name string) string {
	if p := c.bodyPkgs[name]; p != "" {
		return p
	}
	for _, d := range c.decls {
		if p := d.Pkgs[name]; p != "" {
			return p
		}
	}
	return ""
}

// nameHint is for a name that nothing declares.
func (c *composition) nameHint(name string) string {
	var known []string
	known = append(known, c.req.Defs.Names()...)
	for _, d := range c.decls {
		known = append(known, d.keys()...)
	}
	for _, v := range c.vars {
		known = append(known, v.name)
	}
	known = append(known, types.Universe.Names()...)
	selected := len(c.selections(name)) > 0
	if selected {
		if near := nearest(name, c.view.Names(c.ctx)); near != "" {
			return "did you mean " + near + "?"
		}
	}
	if near := nearest(name, known); near != "" {
		return "did you mean " + near + "?"
	}
	if selected {
		return "no package of that name in the standard library or in go.mod; import it by its path"
	}
	return ""
}

// selections returns what the cell selects from a name.
func (c *composition) selections(name string) map[string]bool {
	if s := c.bodyFree[name]; len(s) > 0 {
		return s
	}
	for _, d := range c.decls {
		if s := d.free[name]; len(s) > 0 {
			return s
		}
	}
	return nil
}

// memberHint is for a name that a package does not have.
func (c *composition) memberHint(path, pkg, sel string) string {
	p, err := c.view.Import(path)
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
		if w == name || strings.HasPrefix(w, aliasPrefix) {
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
