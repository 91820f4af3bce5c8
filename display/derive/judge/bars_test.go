package judge

import "testing"

func TestInlineMathHasNoBars(t *testing.T) {
	for latex, want := range map[string]string{
		`|x|`:   `$\vert x\vert $`,
		`\|x\|`: `$\Vert x\Vert $`,
	} {
		if got := inlineMath(latex); got != want {
			t.Errorf("%s: %s, want %s", latex, got, want)
		}
	}
}
