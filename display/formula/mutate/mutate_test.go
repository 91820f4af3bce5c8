package mutate

import (
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	const text = `\given a, b \in \mathbb{R}, \quad m_0, m_1 \in \mathbb{R}^2
(a+b)^2 = a^2 + 2ab + b^2 \because{distributive law}
\therefore \|m_0 - m_1\|^2 \le 2\max(a, b)`
	list, err := Of(text)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, m := range list {
		lines := strings.Split(m.Text, "\n")
		got[m.Kind.String()+": "+lines[m.Line-1]] = true
		if m.Text == text {
			t.Errorf("%s: %s is no change", m.Kind, m.Was)
		}
	}
	for _, want := range []string{
		`sign: (a+b)^2 = a^2 - 2ab + b^2 \because{distributive law}`,
		`factor 2: (a+b)^2 = 2\left(a^2 + 2ab + b^2\right) \because{distributive law}`,
		`number: (a+b)^2 = a^2 + 3ab + b^2 \because{distributive law}`,
		`exponent: (a+b)^2 = a^3 + 2ab + b^2 \because{distributive law}`,
		`term: (a+b)^2 = a^2 + 2ab \because{distributive law}`,
		`relation: \therefore \|m_0 - m_1\|^2 \ge  2\max(a, b)`,
		`strictness: \therefore \|m_0 - m_1\|^2 <  2\max(a, b)`,
		`extremum: \therefore \|m_0 - m_1\|^2 \le 2\min(a, b)`,
		`index: \therefore \|m_1 - m_1\|^2 \le 2\max(a, b)`,
		`sign: \therefore \|m_0 + m_1\|^2 \le 2\max(a, b)`,
	} {
		if !got[want] {
			t.Errorf("missing %s", want)
		}
	}
	if t.Failed() {
		for m := range got {
			t.Log(m)
		}
	}
}

func TestOfBadText(t *testing.T) {
	if _, err := Of(`a = `); err == nil {
		t.Error("a text that does not parse has mutants")
	}
}
