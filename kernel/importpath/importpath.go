// Package importpath knows what an import path says by itself.
package importpath

import "strings"

// Name guesses the name of a package by its path: its last element, without a version and without "go-".
func Name(path string) string {
	parts := strings.Split(path, "/")
	last := parts[len(parts)-1]
	if isVersion(last) && len(parts) > 1 {
		last = parts[len(parts)-2]
	}
	if i := strings.LastIndex(last, ".v"); i > 0 {
		last = last[:i]
	}
	last = strings.TrimPrefix(last, "go-")
	return strings.NewReplacer("-", "_", ".", "_").Replace(last)
}

// isVersion says whether the last element of a path is a major version, such as v2.
func isVersion(word string) bool {
	digits, ok := strings.CutPrefix(word, "v")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// Allowed says whether a notebook may import the package at all: it is not internal to another module.
func Allowed(path string) bool {
	if strings.HasPrefix(path, "vendor/") {
		return false
	}
	return path != "internal" && !strings.HasPrefix(path, "internal/") && !strings.HasSuffix(path, "/internal") &&
		!strings.Contains(path, "/internal/")
}
