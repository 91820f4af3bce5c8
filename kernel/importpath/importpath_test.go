package importpath

import "testing"

func TestName(t *testing.T) {
	for path, want := range map[string]string{
		"fmt": "fmt", "math/rand/v2": "rand", "v2": "v2", "gopkg.in/yaml.v3": "yaml", "github.com/x/go-y": "y", "a/b-c": "b_c", "a/version": "version", "a/v": "v",
	} {
		if got := Name(path); got != want {
			t.Errorf("Name(%s) = %s, want %s", path, got, want)
		}
	}
}

func TestAllowed(t *testing.T) {
	for path, want := range map[string]bool{
		"fmt": true, "internal": false, "internal/abi": false, "a/internal": false, "a/internal/b": false, "a/internals": true, "vendor/x": false, "a/vendor/x": true,
	} {
		if Allowed(path) != want {
			t.Errorf("Allowed(%s) is %v", path, !want)
		}
	}
}
