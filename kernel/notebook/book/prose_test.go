package book

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// statements are sentences about mathematics that were once false in the course: right are pieces of the text that must
// stand in a notebook, wrong is what must not stand in any.
var statements = []struct{ notebook, right, wrong string }{
	{"11b-soft-margin", "the optimal offsets form a closed interval, possibly a single point", `each (value|point|offset) (of it|there) is optimal`},
	{"11b-soft-margin", "it may be a single point even where no support vector is free", `flat along an interval`},
	{"11c-kernel-machines", "The optimal $b$ form a closed interval", `optimal \$b\$ (fill|form) an interval\b`},
	{"10-convex-duality", "a subgradient of the minimum as a function of the right sides", `[Mm]ultipliers? (is|are) (minus )?the derivatives? of the minimum`},
	{"10-convex-duality", "*Where $p$ has a kink, a multiplier is no derivative.*", ""},
	{"10-convex-duality", `Where $x^*\ne a$, this is $\lambda^*=\frac{x^*}{a-x^*}$`, ""},
	{"10-convex-duality", `from $\Lambda=2$ on it is exactly 1`, `nearer and nearer (to \S+ )?as`},
	{"06d-mercer-expansions", "If the Gram matrix of the points is invertible, every labelling of them is separated", `any labelling is separated`},
	{"06d-mercer-expansions", "A kernel of rank $r$ cannot separate all labellings of more than $r$ points", ""},
	{"06-kernels", "must be **linearly independent**, that is, the Gram matrix must be invertible", ""},
	{"06-kernels", "If the features of the points are linearly independent", ""},
	{"07-kernelized-methods", "if the features of the observations are linearly independent", ""},
	{"19-vc-theory", `*Where no entry is negative, take $-\gamma$ in place of $\gamma$*`, `needs only that the functions form a space`},
	{"set-16-where-to-cut", "An impurity that is concave in the class proportions is never raised", `[Ii]mpurity is (always )?strictly concave`},
	{"set-16-where-to-cut", "the entropy by the mutual information of class and group", `entropy's gain is (a|the) variance`},
	{"set-10-prices-of-constraints", "Minus the multiplier of a constraint is a subgradient of the best value", ""},
}

// TestStatements reads the text of all chapters and sets.
func TestStatements(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "notebooks")
	chapters, err := filepath.Glob(filepath.Join(dir, "[0-9]*.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	sets, err := filepath.Glob(filepath.Join(dir, "assignments", "source", "*", "*.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, path := range append(chapters, sets...) {
		if strings.HasSuffix(path, ".executed.ipynb") {
			continue
		}
		nb, err := notebook.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, c := range nb.Cells {
			if c.Type == notebook.Markdown {
				b.WriteString(strings.Join(strings.Fields(c.Source), " ") + "\n")
			}
		}
		texts[strings.TrimSuffix(filepath.Base(path), ".ipynb")] = b.String()
	}
	for _, s := range statements {
		if text, ok := texts[s.notebook]; !ok || !strings.Contains(text, s.right) {
			t.Errorf("%s does not say: %s", s.notebook, s.right)
		}
		if s.wrong == "" {
			continue
		}
		wrong := regexp.MustCompile(s.wrong)
		for name, text := range texts {
			if found := wrong.FindString(text); found != "" {
				t.Errorf("%s says: %s", name, found)
			}
		}
	}
}
