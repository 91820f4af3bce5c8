package complete

import (
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/complete/docs"
	"github.com/mercer-go/mercer/kernel/complete/match"
	"github.com/mercer-go/mercer/kernel/toolchain"
	"github.com/mercer-go/mercer/kernel/toolchain/module"
)

// fewestUnnamed is how many letters of a name find it without its package.
const fewestUnnamed = 3

const (
	learning   = module.Path + "/mllib/"
	displaying = module.Path + "/display/"
)

// unnamedMembers returns members of Mercer's packages whose name has a word that begins with what is typed, with their packages before them:
// who types "cross" looks for validate.CrossValidate. Those whose whole name begins so come first,
// then functions and types, then mllib. Where sources have not been read in time, the answer is
// unread.
func (q *query) unnamedMembers(typed string) []match.Match {
	if len(typed) < fewestUnnamed {
		return nil
	}
	packages := q.unnamedPackages()
	q.readAhead(packages)
	var ms []match.Match
	for _, info := range packages {
		exports, ok := within(q.ctx, func() []docs.Export { return q.docs.Exported(info.Dir) })
		if !ok {
			q.unread = true
			break
		}
		for _, e := range exports {
			s := match.Score(e.Name, typed)
			if s == match.Mismatch || s == match.Spread {
				continue
			}
			ms = append(ms, match.Match{Text: info.Name + "." + e.Name, Kind: e.Kind, Signature: info.Path, Group: match.Unnamed,
				Depth: unnamedDepth(s, e.Kind, info.Path)})
		}
	}
	return ms
}

// unnamedDepth orders names that match without their package.
func unnamedDepth(score int, kind, path string) (depth int) {
	if score == match.Inner {
		depth += 4
	}
	if kind == "constant" || kind == "variable" {
		depth += 2
	}
	if !strings.HasPrefix(path, learning) {
		depth++
	}
	return depth
}

// unnamedPackages are the packages of mllib, then those of display.
func (q *query) unnamedPackages() []toolchain.PackageInfo {
	var first, second []toolchain.PackageInfo
	for _, info := range q.importable() {
		switch {
		case info.Dir == "":
		case strings.HasPrefix(info.Path, learning):
			first = append(first, info)
		case strings.HasPrefix(info.Path, displaying):
			second = append(second, info)
		}
	}
	return slices.Concat(first, second)
}

// readAhead reads the names of the packages once, for this question and the next.
func (q *query) readAhead(packages []toolchain.PackageInfo) {
	if len(packages) == 0 {
		return
	}
	q.ahead.Do(func() {
		go func() {
			for _, info := range packages {
				q.docs.Exported(info.Dir)
			}
		}()
	})
}
