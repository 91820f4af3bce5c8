package bare

import (
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// panicking returns what sizesOf finds while f panics.
func panicking(f func()) (sizes string) {
	defer func() {
		stack := make([]byte, maxStack)
		sizes = sizesOf(string(stack[:runtime.Stack(stack, false)]))
		_ = recover()
	}()
	f()
	return "no panic"
}

// TestSizes: the sizes of the operands of matrix operations that panic, and nothing of other panics.
func TestSizes(t *testing.T) {
	var empty mat.Dense
	two, three, v := mat.NewDense(2, 3, nil), mat.NewDense(3, 3, nil), mat.NewVecDense(4, nil)
	for name, test := range map[string]struct {
		f    func()
		want string
	}{
		"Mul":       {func() { empty.Mul(two, two) }, "0×0, 2×3, 2×3"},
		"transpose": {func() { empty.Add(two, two.T()) }, "0×0, 2×3, 3×2"},
		"receiver":  {func() { mat.NewDense(5, 4, nil).Sub(two, two) }, "5×4, 2×3, 2×3"},
		"vector":    {func() { new(mat.VecDense).MulVec(two, v) }, "0×1, 2×3, 4×1"},
		"symmetric": {func() { empty.Mul(mat.NewSymDense(2, nil), three) }, "0×0, 2×2, 3×3"},
		"function":  {func() { mat.Dot(v, mat.NewVecDense(3, nil)) }, "4×1, 3×1"},
		"other":     {func() { panic("mat: no") }, ""},
		"index":     {func() { _ = []int{}[len(t.Name())] }, ""},
	} {
		if got := panicking(test.f); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// TestDoubtfulWords: what the runtime marks as doubtful, leaves out or writes otherwise is not read.
func TestDoubtfulWords(t *testing.T) {
	const head, tail = "goroutine 1 [running]:\npanic({0x1?, 0x2?})\n\t/src/panic.go:1\n" + matPackage, "\n\t/src/dense.go:1\nmain.main()\n"
	for _, call := range []string{
		"(*Dense).Mul(0xc0?, {0x1?, 0x2?}, {0x3?, 0x4?})", "(*Dense).Mul(...)", "Sum({0x0, 0x0})", "(*Dense).Mul(0x0, {0x1, 0x2, ...})", "f()",
	} {
		if got := sizesOf(head + call + tail); strings.Contains(got, "×") {
			t.Errorf("%s: %q", call, got)
		}
	}
	if got := sizesOf("goroutine 1 [running]:\n" + matPackage + "(*Dense).Mul(0xc0, {0x1, 0x2}, {0x3, 0x4})\n"); got != "" {
		t.Errorf("without a panic: %q", got)
	}
}
