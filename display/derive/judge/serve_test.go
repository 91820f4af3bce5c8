package judge

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/derive/proof"
)

// squared answers calls as a function that squares numbers would, in another program.
func squared(calls []byte) ([]byte, error) {
	all, err := proof.ReadCalls(calls)
	if err != nil {
		return nil, err
	}
	answers := make([]proof.Answer, len(all))
	for i, c := range all {
		if len(c.Args) != 1 || c.Args[0].Kind != proof.Number {
			answers[i] = proof.Answer{Fault: "float64", Arg: 1}
			continue
		}
		answers[i].Value.N = c.Args[0].N * c.Args[0].N
	}
	return proof.AppendAnswers(nil, answers), nil
}

// served is the verdict that another program gets.
func served(t *testing.T, q *proof.Question, ask func([]byte) ([]byte, error)) *proof.Verdict {
	t.Helper()
	data, err := q.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	if data, err = Serve(context.Background(), data, ask); err != nil {
		t.Fatal(err)
	}
	v := new(proof.Verdict)
	if err := v.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	return v
}

func withFunction(text string) *proof.Question {
	q := question(text)
	q.Funcs = []proof.Func{{Name: "f", Args: 1, Doc: "the square"}}
	return q
}

// TestServe has a function that is in another program, asked for well and badly.
func TestServe(t *testing.T) {
	for _, c := range []struct {
		text string
		ask  func([]byte) ([]byte, error)
		want string
	}{
		{"\\given x \\in \\mathbb{R}\n" + `f(x) \ge 2x - 1 \because{a square is not negative}`, squared, ""},
		{"\\given x \\in \\mathbb{R}\n" + `f(f(x)) = x^4 \because{twice the square}`, squared, ""},
		{"\\given x \\in \\mathbb{R}\n" + `\sum_{i=1}^{30} f(x+i) \ge 0 \because{squares}`, squared, ""},
		{"\\given x \\in \\mathbb{R}\n" + `f(x) = x^3 \because{the cube}`, squared, "does not hold"},
		{"\\given x \\in \\mathbb{R}^2\n" + `f(x) = 1 \because{the square}`, squared, "argument 1: the function wants a float64, and the value is a vector with 2 components"},
		{"\\given x \\in \\mathbb{R}\n" + `f(x) \ge 0 \because{a square}`, func([]byte) ([]byte, error) { return nil, errors.New("nobody is there") }, "nobody is there"},
		{"\\given x \\in \\mathbb{R}\n" + `f(x) \ge 0 \because{a square}`, func([]byte) ([]byte, error) { return proof.AppendAnswers(nil, nil), nil }, "have no answer"},
		{"\\given x \\in \\mathbb{R}\n" + `f(x) \ge 0 \because{a square}`, func(c []byte) ([]byte, error) { return c[:1], nil }, "ends early"},
	} {
		got := served(t, withFunction(c.text), c.ask).Rendering.Failure
		if got != c.want && (c.want == "" || !strings.Contains(got, c.want)) {
			t.Errorf("%s:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestServeAsksTogether counts questions back: the points are asked for in rounds, and nothing is asked twice.
func TestServeAsksTogether(t *testing.T) {
	questions, seen := 0, map[uint64]bool{} // by their bits, since 0 and −0 are two
	q := withFunction("\\given x \\in \\mathbb{R}\nf(x) = x^2 \\because{the square}\nf(x) + f(x+1) = 2x^2 + 2x + 1 \\because{the square of a sum}")
	q.Effort = 0
	v := served(t, q, func(calls []byte) ([]byte, error) {
		questions++
		all, _ := proof.ReadCalls(calls)
		for _, c := range all {
			x := math.Float64bits(c.Args[0].N)
			if seen[x] {
				t.Errorf("f(%g) is asked for twice", c.Args[0].N)
			}
			seen[x] = true
		}
		return squared(calls)
	})
	if v.Err() != nil || questions > 4 || len(seen) < 500 {
		t.Errorf("%d questions about %d values: %v", questions, len(seen), v.Err())
	}
}

// TestServeRefuses has what is no question.
func TestServeRefuses(t *testing.T) {
	for name, data := range map[string][]byte{"nothing": nil, "text": []byte("x = x"), "too large": make([]byte, proof.MaxQuestion+1)} {
		if verdict, err := Serve(context.Background(), data, nil); err == nil || verdict != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	data, _ := question("x = x").AppendBinary(nil)
	if _, err := Serve(&countdown{context.Background(), 0}, data, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// FuzzServe checks that no question makes a panic, whatever is answered.
func FuzzServe(f *testing.F) {
	for _, text := range []string{"f(x) = \\|A\\| \\because{a rule}", "\\given x \\in \\mathbb{R}^2\nm_1 + f(x) \\le x_1 \\because{a rule} \\refute{1}\n\\therefore b"} {
		q := withFunction(text)
		q.Values = []proof.Binding{{Option: "Bind", Name: "A", Value: square(2)}, {Option: "Bind", Name: "b", Value: proof.Value{Kind: proof.Truth, N: 1}},
			{Option: "Bind", Name: "m", Value: proof.Value{Kind: proof.Family, First: 1, Items: []proof.Value{{N: 1}, {N: 2}}}}}
		q.Points = [][]proof.Binding{{{Option: "At: field X", Name: "x", Value: proof.Value{Kind: proof.Vector, Entries: []float64{1, 2}}}}}
		data, _ := q.AppendBinary(nil)
		f.Add(data, proof.AppendAnswers(nil, []proof.Answer{{Value: proof.Value{N: 3}}}))
	}
	f.Fuzz(func(t *testing.T, data, answers []byte) {
		q := new(proof.Question)
		if q.UnmarshalBinary(data) != nil || len(q.Text) > 600 {
			return
		}
		q.Draws, q.Effort = min(q.Draws, 3), min(q.Effort, 4)
		data, err := q.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		verdict, err := Serve(context.Background(), data, func([]byte) ([]byte, error) { return answers, nil })
		if err != nil || new(proof.Verdict).UnmarshalBinary(verdict) != nil {
			t.Errorf("%+v: %v", q, err)
		}
	})
}
