package conformance

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/mercer-go/mercer/kernel/jupyter/kernelspec"
)

// python returns the Python that has jupyter_kernel_test, or skips the test.
func python(t *testing.T) string {
	t.Helper()
	name := os.Getenv("MERCER_PYTHON")
	if name == "" {
		name = "python3"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("no Python: %v", err)
	}
	if out, err := exec.Command(path, "-c", "import jupyter_kernel_test").CombinedOutput(); err != nil {
		t.Skipf("%s has no jupyter_kernel_test (pip install jupyter_kernel_test): %s", path, out)
	}
	return path
}

// build builds the mercer command and returns its path.
func build(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mercer")
	cmd := exec.Command("go", "build", "-o", path, "github.com/mercer-go/mercer/kernel/mercer")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("cannot build mercer: %v\n%s", err, out)
	}
	return path
}

func TestJupyterKernelTest(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a kernel many times; not in -short")
	}
	py := python(t)
	dir := t.TempDir()
	t.Setenv("JUPYTER_DATA_DIR", filepath.Join(dir, "data"))
	t.Setenv("JUPYTER_RUNTIME_DIR", filepath.Join(dir, "run"))
	t.Setenv("JUPYTER_PATH", "")
	t.Setenv("MERCER_HISTORY", filepath.Join(dir, "history.jsonl"))
	const name = "mercer-under-test"
	if _, err := kernelspec.Install(kernelspec.Place{}, kernelspec.Options{Command: build(t), Name: name}); err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(py, "-m", "unittest", "-v", "test_mercer")
	cmd.Dir = dir // where the kernels run
	cmd.Env = append(os.Environ(), "MERCER_KERNEL="+name, "PYTHONPATH="+here, "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Errorf("jupyter_kernel_test: %v", err)
	}
}
