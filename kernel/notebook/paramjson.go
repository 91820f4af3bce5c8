package notebook

import (
	"encoding/json"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// This file writes a list or a map, given as JSON, as a Go literal of the type that its parameter is declared with.

// collection returns the literal, or "" if the value is no JSON list or object or the type is not one of slices and maps.
func collection(typ ast.Expr, value string) string {
	if typ == nil || !strings.HasPrefix(value, "[") && !strings.HasPrefix(value, "{") || !json.Valid([]byte(value)) {
		return ""
	}
	d := json.NewDecoder(strings.NewReader(value))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return ""
	}
	_, list := v.([]any)
	switch t := typ.(type) {
	case *ast.ArrayType:
		if !list || t.Len != nil {
			return ""
		}
	case *ast.MapType:
		if list {
			return ""
		}
	default:
		return ""
	}
	return types.ExprString(typ) + elided(v)
}

// elided writes a value without the types of composites, which Go takes from the type around them.
func elided(v any) string {
	var parts []string
	switch v := v.(type) {
	case nil:
		return "nil"
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return v.String()
	case string:
		return strconv.Quote(v)
	case []any:
		for _, e := range v {
			parts = append(parts, elided(e))
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, strconv.Quote(k)+": "+elided(v[k]))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
