package verify

import (
	"encoding/json"
	"fmt"
	"slices"
)

// json compares two decoded JSON values. The difference found begins with its path.
func (t Tolerance) json(path string, was, is any) string {
	switch a := was.(type) {
	case map[string]any:
		if b, ok := is.(map[string]any); ok {
			return t.object(path, a, b)
		}
	case []any:
		if b, ok := is.([]any); ok {
			return t.list(path, a, b)
		}
	case string:
		if b, ok := is.(string); ok {
			return at(path, t.text(a, b))
		}
	case json.Number:
		if b, ok := is.(json.Number); ok && t.token(a.String(), b.String()) {
			return ""
		}
	default:
		if was == is {
			return ""
		}
	}
	return at(path, differ(compact(was), compact(is)))
}

func (t Tolerance) object(path string, was, is map[string]any) string {
	for _, k := range keys(was, is) {
		a, inA := was[k]
		b, inB := is[k]
		switch sub := path + "." + k; {
		case !inA:
			return at(sub, "is new: "+short(compact(b)))
		case !inB:
			return at(sub, "is gone: "+short(compact(a)))
		default:
			if d := t.json(sub, a, b); d != "" {
				return d
			}
		}
	}
	return ""
}

func (t Tolerance) list(path string, was, is []any) string {
	for i := range min(len(was), len(is)) {
		if d := t.json(fmt.Sprintf("%s[%d]", path, i), was[i], is[i]); d != "" {
			return d
		}
	}
	if len(was) != len(is) {
		return at(path, fmt.Sprintf("was %d long, is %d", len(was), len(is)))
	}
	return ""
}

func at(path, difference string) string {
	if difference == "" || path == "" {
		return difference
	}
	return path + ": " + difference
}

func compact(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// keys returns the keys of both maps in order.
func keys(a, b map[string]any) []string {
	var list []string
	for k := range a {
		list = append(list, k)
	}
	for k := range b {
		if _, ok := a[k]; !ok {
			list = append(list, k)
		}
	}
	slices.Sort(list)
	return list
}
