package judge

import (
	"github.com/mercer-go/mercer/display/derive/proof"
)

// This file asks what functions in Go are at arguments. A function may be in another program, where each question takes longer than the
// answer: so what is asked once is remembered, and the questions of all points are collected before they are asked together.

// asker asks the functions of a question.
type asker struct {
	ask   proof.Answerer
	known map[string]proof.Answer // by the encoding of the call

	collects bool                  // calls are noted, not answered
	wanted   map[string]proof.Call // those noted
	order    []string              // in which they were
}

// What is remembered is forgotten when it is more; so many calls are asked at once.
const (
	maxKnown = 1 << 16
	maxBatch = 1 << 12
)

func newAsker(ask proof.Answerer) *asker {
	return &asker{ask: ask, known: map[string]proof.Answer{}, wanted: map[string]proof.Call{}}
}

// errCollected is the error of a call that is noted.
type errCollected struct{}

// Error implements the error interface.
func (errCollected) Error() string { return "the function is yet to be asked" }

// answer is the answer to a call.
func (a *asker) answer(c proof.Call) (proof.Answer, error) {
	key := string(proof.AppendCalls(nil, []proof.Call{c}))
	if known, ok := a.known[key]; ok {
		return known, nil
	}
	if a.collects {
		if _, twice := a.wanted[key]; !twice && len(a.order) < maxBatch {
			a.wanted[key] = c
			a.order = append(a.order, key)
		}
		return proof.Answer{}, errCollected{}
	}
	answers, err := a.ask([]proof.Call{c})
	if err != nil {
		return proof.Answer{}, err
	}
	a.remember(key, answers[0])
	return answers[0], nil
}

func (a *asker) remember(key string, answer proof.Answer) {
	if len(a.known) >= maxKnown {
		clear(a.known)
	}
	a.known[key] = answer
}

// askWanted asks for all calls that were noted, and says how many they were.
func (a *asker) askWanted() (int, error) {
	n := len(a.order)
	if n == 0 {
		return 0, nil
	}
	calls := make([]proof.Call, n)
	for i, key := range a.order {
		calls[i] = a.wanted[key]
	}
	answers, err := a.ask(calls)
	if err != nil {
		return 0, err
	}
	for i, key := range a.order {
		a.remember(key, answers[i])
	}
	clear(a.wanted)
	a.order = a.order[:0]
	return n, nil
}

// maxRounds is how often calls are collected: each time a formula is evaluated up to the first call that is not known.
const maxRounds = 16

// askAhead asks for what the claims need at all points, for as long as that does not take long.
func (j *judge) askAhead(spots []spot) error {
	if len(j.s.funcs) == 0 {
		return nil
	}
	ahead := newEvaluator(j.m)
	for range maxRounds {
		j.s.asker.collects = true
		for k, at := range spots {
			if ahead.steps > maxSteps && k >= fewest {
				break
			}
			j.set(at)
			ahead.moved()
			for _, c := range j.claims {
				c.find(ahead)
			}
		}
		j.s.asker.collects = false
		n, err := j.s.asker.askWanted()
		if n == 0 || err != nil {
			return err
		}
	}
	return nil
}
