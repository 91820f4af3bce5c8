package validate

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Table is how a choice is shown: a row for each candidate, with the parameters in which they differ, the mean of its losses over the folds and the
// standard error. It has no columns for a choice that Choose did not make.
func (c *Choice[L]) Table() (caption string, columns []string, rows [][]any) {
	if !c.made() {
		return "", nil, nil
	}
	caption = fmt.Sprintf("candidate %d loses least", c.Best)
	if first := c.OneStdErr(); first != c.Best {
		caption += fmt.Sprintf(", candidate %d is within one standard error of it", first)
	}
	columns, rows = listed(c.Candidates)
	return caption, append(columns, "loss", "standard error"), besides(rows, c.Losses)
}

// Table is how a curve is shown: a row for each candidate, with the parameters in which they differ, and the means of its losses over the folds, on the
// training and on the test data, with standard errors. It has no columns for a curve that ValidationCurve did not make.
func (c *Curve[L]) Table() (caption string, columns []string, rows [][]any) {
	if c == nil || len(c.Candidates) == 0 || len(c.Train) != len(c.Candidates) || len(c.Test) != len(c.Candidates) {
		return "", nil, nil
	}
	columns, rows = listed(c.Candidates)
	return "losses on training and test data", append(columns, "training", "standard error", "test", "standard error"), besides(besides(rows, c.Train), c.Test)
}

// Table is how a cross-validation is shown: a row for each fold, with the numbers of observations of its training and test data and the loss. It
// has no columns for one that CrossValidate did not make.
func (c *CrossValidation[T, M]) Table() (caption string, columns []string, rows [][]any) {
	if c == nil || len(c.Folds) == 0 || len(c.Losses) != len(c.Folds) {
		return "", nil, nil
	}
	e := c.Losses.Estimate()
	caption = fmt.Sprintf("cross-validation with %d folds: mean loss %.4g, standard error %.2g", len(c.Folds), e.Mean, e.SE)
	for k, f := range c.Folds {
		rows = append(rows, []any{k, len(f.Train), len(f.Test), c.Losses[k]})
	}
	return caption, []string{"fold", "training data", "test data", "loss"}, rows
}

// besides puts means and standard errors behind the rows.
func besides(rows [][]any, losses []Losses) [][]any {
	for k, l := range losses {
		rows[k] = append(rows[k], l.Mean(), l.Estimate().SE)
	}
	return rows
}

// listed are the numbers of the candidates and the parameters in which they differ. A parameter is named by its field, and, where another
// one has this name, by all fields on the way to it.
func listed[L any](candidates []L) (columns []string, rows [][]any) {
	var all []parameters
	var paths []string
	for k := range candidates {
		p := parameters{}
		p.add("", reflect.ValueOf(&candidates[k]).Elem(), &paths)
		all = append(all, p)
	}
	paths = slices.DeleteFunc(paths, func(path string) bool {
		return !slices.ContainsFunc(all, func(p parameters) bool { return fmt.Sprint(p[path]) != fmt.Sprint(all[0][path]) })
	})
	columns = []string{"candidate"}
	for _, path := range paths {
		columns = append(columns, shortest(path, paths))
	}
	for k, p := range all {
		row := []any{k}
		for _, path := range paths {
			v, ok := p[path]
			if !ok {
				v = ""
			}
			row = append(row, v)
		}
		rows = append(rows, row)
	}
	return columns, rows
}

// parameters are what can be shown of a method, by the fields on the way to them.
type parameters map[string]any

// add adds the parameters within v, and their paths, in the order of the fields, to those that are known. Of an interface the type is one, too. Functions
// and what fields that are not exported hold do not count.
func (p parameters) add(path string, v reflect.Value, paths *[]string) {
	_, words := v.Interface().(fmt.Stringer)
	switch kind := v.Kind(); {
	case kind == reflect.Func || kind == reflect.Chan:
	case kind == reflect.Interface && !v.IsNil():
		p.put(strings.TrimPrefix(path+".method", "."), v.Elem().Type().String(), paths)
		p.add(path, v.Elem(), paths)
	case kind == reflect.Pointer && !v.IsNil() && v.Elem().Kind() != reflect.Pointer:
		p.add(path, v.Elem(), paths)
	case kind == reflect.Struct && !words:
		for i := range v.NumField() {
			switch f := v.Type().Field(i); {
			case !f.IsExported():
			case f.Anonymous:
				p.add(path, v.Field(i), paths)
			default:
				p.add(strings.TrimPrefix(path+"."+f.Name, "."), v.Field(i), paths)
			}
		}
	case v.CanInt() && !words, v.CanFloat() && !words:
		p.put(path, v.Interface(), paths)
	default:
		p.put(path, fmt.Sprint(v.Interface()), paths)
	}
}

func (p parameters) put(path string, v any, paths *[]string) {
	p[path] = v
	if !slices.Contains(*paths, path) {
		*paths = append(*paths, path)
	}
}

// shortest is the last field of a path, or all of it where another path ends like it.
func shortest(path string, paths []string) string {
	last := func(p string) string { return p[strings.LastIndex(p, ".")+1:] }
	for _, other := range paths {
		if other != path && last(other) == last(path) {
			return path
		}
	}
	return last(path)
}
