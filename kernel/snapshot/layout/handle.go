package layout

import "reflect"

// This file knows the types of package unique. A unique.Handle[T] is made again by unique.Make[T], which a program can call
// only if Go can write T down: see memory.Handle.

// IsHandle reports whether t is a unique.Handle.
func IsHandle(t reflect.Type) bool { return SpecialOf(t) == specHandle }

// isNameable reports whether a notebook can write down a type with this name, which is as reflect has it: with the whole
// import paths of its type arguments, as in Handle[main.K]. It cannot if a type among them is declared in a function (K·1),
// not exported, or of an internal package.
func isNameable(name string) bool {
	for len(name) > 0 {
		n := 0
		for n < len(name) && isPathByte(name[n]) {
			n++
		}
		if !isNameableWord(name[:n]) {
			return false
		}
		name = name[min(n+1, len(name)):]
	}
	return true
}

// isPathByte reports whether c can be in a qualified name, such as gopkg.in/yaml.v3.Node, or starts what only a type of a
// function has in its name.
func isPathByte(c byte) bool {
	switch c {
	case ' ', '[', ']', '*', '{', '}', '(', ')', ';', ',', '"', '\\':
		return false
	}
	return true
}

// isNameableWord is isNameable for a name with its import path, or a word without one.
func isNameableWord(word string) bool {
	dot := -1
	for i := range len(word) {
		switch {
		case word[i] == '.':
			dot = i
		case hasPrefix(word[i:], "·"):
			return false
		}
	}
	if dot < 0 || word[:dot] == "main" {
		return true
	}
	return dot+1 < len(word) && word[dot+1] >= 'A' && word[dot+1] <= 'Z' && !isInternal(word[:dot])
}

// isInternal reports whether an element of an import path is "internal", or its first is "vendor".
func isInternal(path string) bool {
	const internal = "internal"
	for i := 0; i+len(internal) <= len(path); i++ {
		end := i + len(internal)
		if path[i:end] == internal && (i == 0 || path[i-1] == '/') && (end == len(path) || path[end] == '/') {
			return true
		}
	}
	return hasPrefix(path, "vendor/")
}
