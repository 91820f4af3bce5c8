package toolchain

import (
	"debug/dwarf"
	"debug/elf"
	"debug/macho"
	"runtime"
	"strings"
	"testing"
)

// A program for a debugger is another one than the same sources make otherwise, is linked by the Go linker, and describes what it declares.
func TestProgramsForADebugger(t *testing.T) {
	env := newEnv(t, Config{})
	const text = "package main\n\n//line cell_00112233.go:7:1\nfunc main() {\n\tunused := 1\n\t_ = unused\n}\n"
	hashes := map[string]bool{}
	for _, c := range []struct {
		name  string
		debug bool
		flags []string
	}{{"direct", true, nil}, {"by the go command", true, []string{"-tags=x"}}, {"not", false, nil}} {
		u, err := env.View().Resolve(t.Context(), Unit{Sources: []Source{{"src_main.go", text}}, Imports: []string{"runtime"}, Debug: c.debug, Flags: c.flags})
		if err != nil {
			t.Fatal(err)
		}
		if hashes[u.Hash] {
			t.Errorf("%s: there is another program with its hash", c.name)
		}
		hashes[u.Hash] = true
		b, err := env.Build(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		if c.debug != describes(t, b.Exe, "main.main", "unused") {
			t.Errorf("%s, linked by %q: the program describes its variable: %v", c.name, b.Linker, !c.debug)
		}
		if b.Linker == "cell" && c.debug || b.Waited && c.debug {
			t.Errorf("%s: linked by %q, waited %v", c.name, b.Linker, b.Waited)
		}
	}
}

// describes says whether a program's debug information has a variable of a function.
func describes(t *testing.T, exe, function, variable string) bool {
	t.Helper()
	data, err := debugInfo(exe)
	if err != nil {
		return false
	}
	in := false
	for r := data.Reader(); ; {
		e, err := r.Next()
		if err != nil || e == nil {
			return false
		}
		name, _ := e.Val(dwarf.AttrName).(string)
		switch e.Tag {
		case dwarf.TagSubprogram:
			in = name == function
		case dwarf.TagVariable:
			if in && strings.EqualFold(name, variable) {
				return true
			}
		}
	}
}

func debugInfo(exe string) (*dwarf.Data, error) {
	if runtime.GOOS == "darwin" {
		f, err := macho.Open(exe)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return f.DWARF()
	}
	f, err := elf.Open(exe)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.DWARF()
}
