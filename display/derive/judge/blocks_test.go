package judge

import "testing"

// TestKeepStops: a formula takes in what a line must not begin with.
func TestKeepStops(t *testing.T) {
	for paragraph, want := range map[string]string{
		`Given $x \in \mathbb{R}$, $y > 0$. Let $z := x$.`: `Given $x \in \mathbb{R},$ $y > 0.$ Let $z := x.$`,
		`turned by $\tau$; $v$ must, for $x$: this`:        `turned by $\tau;$ $v$ must, for $x\text{:}$ this`,
		`a $k$-means (of $K$)`:                             `a $k$-means (of $K$)`,
		`$x$.5 and $y$.`:                                   `$x$.5 and $y.$`,
		`$$x$$. A display`:                                 `$$x$$. A display`,
		"`$x$`, code":                                      "`$x$`, code",
		`costs $5, or \$6.`:                                `costs $5, or \$6.`,
		`no formula, really.`:                              `no formula, really.`,
	} {
		if got := keepStops(paragraph); got != want {
			t.Errorf("%s: %s, want %s", paragraph, got, want)
		}
	}
}
