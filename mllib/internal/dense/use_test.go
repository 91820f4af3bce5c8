package dense

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
)

// TestUse starts this test anew with each choice of the variable, which is read when a program starts.
func TestUse(t *testing.T) {
	if os.Getenv("DENSE_TEST_CHILD") != "" {
		_, ok := blas64.Implementation().(BLAS)
		t.Logf("the algebra of this package: %t", ok)
		return
	}
	for choice, want := range map[string][]string{
		"":         {"the algebra of this package: true"},
		"gonum":    {"the algebra of this package: false"},
		"openblas": {"the algebra of this package: false", `MLLIB_BLAS is "openblas", want "gonum" or nothing`},
	} {
		child := exec.Command(os.Args[0], "-test.run=^TestUse$", "-test.v")
		child.Env = append(os.Environ(), "DENSE_TEST_CHILD=1", Variable+"="+choice)
		out, err := child.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, w := range want {
			if !strings.Contains(string(out), w) {
				t.Errorf("%s=%q: no %q in\n%s", Variable, choice, w, out)
			}
		}
		if choice != "openblas" && strings.Contains(string(out), "want \"gonum\"") {
			t.Errorf("%s=%q: a complaint:\n%s", Variable, choice, out)
		}
	}
}
