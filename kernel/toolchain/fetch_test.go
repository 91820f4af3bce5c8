package toolchain

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/files"
)

// A module whose path has no dot is no part of the standard library: what is wrong with its packages is said.
func TestModuleWithoutADot(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module plain\n\ngo 1.21\n", "types/x.go": "package types\n\nvar X int = \"a\"\n", "good/x.go": "package good\n",
		"one/x.go": "package one\n\nimport _ \"plain/two\"\n", "two/x.go": "package two\n\nimport _ \"plain/one\"\n",
	} {
		if err := files.Write(filepath.Join(dir, name), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	env := newEnv(t, Config{Beside: dir})
	for path, want := range map[string]string{
		"plain/types": "cannot use \"a\" (untyped string constant) as int value", "plain/one": "packages import each other",
		"plain/good": "", "nowhere": "not in the standard library",
	} {
		err := ErrChanged
		for errors.Is(err, ErrChanged) {
			err = env.View().Ensure(t.Context(), false, path)
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", path, err, want)
		}
	}
}
