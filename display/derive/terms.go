package derive

// This file sees inequalities between sums that hold term by term.

// mostTermsCompared bounds the terms of a side.
const mostTermsCompared = 6

// byTerms tells whether a step is an inequality between sums that holds term by term, each term
// of the smaller side being at most one of the larger or 0: to insert terms so that this can be
// seen is what many proofs consist of. No two terms may say the goal by themselves.
func (a *attempt) byTerms(s Step) bool {
	known, seen := a.termwise[s.Number]
	if seen {
		return known
	}
	small, large := s.Spelling.From.Terms, s.Spelling.To.Terms
	switch direction(s.Relation) {
	case 0:
		return false
	case -1:
		small, large = large, small
	}
	if n := max(len(small), len(large)); n < 2 || n > mostTermsCompared {
		return false
	}
	var lines []string
	add := func(x, y string) { lines = append(lines, x+` \le `+y+` \because{compared}`) }
	for _, x := range small {
		add(x, "0")
		for _, y := range large {
			add(x, y)
		}
	}
	for _, y := range large {
		add("0", y)
	}
	compared := a.compare(lines)
	atMost := make([]bool, len(lines))
	for i, c := range compared {
		atMost[i] = holds(c) && !a.collectsToGoal(c.Spelling.Whole)
	}
	ok := matches(atMost, len(small), len(large), make([]bool, len(large)), 0)
	if a.termwise == nil {
		a.termwise = map[int]bool{}
	}
	a.termwise[s.Number] = ok
	return ok
}

// matches tells whether the terms from number i of the smaller side on are each at most 0 or a
// term of the larger side that is not taken, and the others there at least 0.
func matches(atMost []bool, small, large int, taken []bool, i int) bool {
	if i == small {
		for j := range large {
			if !taken[j] && !atMost[small*(large+1)+j] {
				return false
			}
		}
		return true
	}
	row := atMost[i*(large+1) : (i+1)*(large+1)]
	for j := range large {
		if !taken[j] && row[1+j] {
			taken[j] = true
			if matches(atMost, small, large, taken, i+1) {
				return true
			}
			taken[j] = false
		}
	}
	return row[0] && matches(atMost, small, large, taken, i+1)
}
