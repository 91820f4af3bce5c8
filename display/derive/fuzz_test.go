package derive

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzJudge checks that no text makes a panic, and that what is wrong is said in one line.
func FuzzJudge(f *testing.F) {
	f.Add(bayesText)
	f.Add(wrongText)
	f.Add("\\given p \\in \\Delta_3, \\quad f : \\mathbb{R} \\to \\mathbb{R}, X \\sim q, q \\in \\mathcal{P}(\\{0,1\\})\n\\sum_i p_i = 1 \\because{weights}\n\\therefore \\forall i : E[X] p_i \\le 1")
	f.Add("\\given Q \\in O(2), \\quad A \\in \\mathbb{S}^2_{++}, t \\in [0,1)\n\\operatorname{tr}(Q A Q^\\top) = \\operatorname{tr} A \\because{cyclic} \\refute{\\det A}\n\\int_0^1 s^2\\,ds \\approx 0.33 \\because{power rule} \\tol{1e-2}")
	files, _ := filepath.Glob("../formula/testdata/golden/*.txt")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, entry := range strings.Split(string(text), "--- ")[1:] {
			_, derivation, _ := strings.Cut(entry, "\n")
			derivation, _, _ = strings.Cut(derivation, "\n==")
			f.Add(derivation)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1500 {
			return
		}
		v := Judge("T", text, Draws(3), Effort(8))
		if err := v.Err(); err != nil && (err.Error() == "" || !strings.HasPrefix(err.Error(), "T: ")) {
			t.Errorf("%q: %v", text, err)
		}
		v.Markdown()
		v.Text()
	})
}
