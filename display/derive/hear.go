//go:build !mercer || mercer_test

package derive

import (
	"context"

	"github.com/mercer-go/mercer/display/derive/judge"
	"github.com/mercer-go/mercer/display/derive/proof"
)

// A program that no Mercer kernel built judges its derivations itself, and so do tests (mercer_test), which no kernel answers.

func verdict(s *settings) *proof.Verdict {
	return judge.Judge(context.Background(), &s.question, s.answer)
}

func rendering(s *settings) proof.Rendering { return verdict(s).Rendering }
