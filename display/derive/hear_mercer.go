//go:build mercer && !mercer_test

package derive

import (
	"errors"

	"github.com/mercer-go/mercer/display/derive/proof"
	"github.com/mercer-go/mercer/display/frame"
)

// A cell's program has the kernel judge its derivations, so that it links neither the language of formulas nor its arithmetic.

func verdict(s *settings) *proof.Verdict {
	v := new(proof.Verdict)
	data, why := s.hear()
	if why == nil {
		why = v.UnmarshalBinary(data)
	}
	if why != nil {
		return proof.Refused(s.question.Title, why.Error())
	}
	return v
}

// rendering is that of the verdict, the rest of which it does not decode.
func rendering(s *settings) proof.Rendering {
	data, why := s.hear()
	if why == nil {
		var r proof.Rendering
		if r, why = proof.ReadRendering(data); why == nil {
			return r
		}
	}
	return proof.Refused(s.question.Title, why.Error()).Rendering
}

// hear asks the kernel, answers what it asks back about functions, and returns the encoding of the verdict.
func (s *settings) hear() ([]byte, error) {
	kernel := frame.Default()
	if kernel == nil {
		return nil, errNoKernel
	}
	if kernel.Version() < judgesSince {
		return nil, errOldKernel
	}
	payload, err := s.question.AppendBinary(nil)
	if err != nil {
		return nil, err
	}
	var said frame.Numbered
	for kind := frame.Judge; ; kind = frame.Answers {
		reply, err := kernel.Ask(kind, payload)
		if err != nil {
			return nil, err
		}
		if err := said.UnmarshalBinary(reply); err != nil {
			return nil, err
		}
		if said.Number == 0 {
			return said.Body, nil
		}
		if payload, err = s.answerEncoded(said); err != nil {
			return nil, err
		}
	}
}

// answerEncoded answers calls of functions.
func (s *settings) answerEncoded(said frame.Numbered) ([]byte, error) {
	calls, err := proof.ReadCalls(said.Body)
	if err != nil {
		return nil, err
	}
	answers, err := s.answer(calls)
	if err != nil {
		return nil, err
	}
	said.Body = proof.AppendAnswers(nil, answers)
	return said.AppendBinary(nil)
}

// judgesSince is the version of the frames since which the kernel judges derivations.
const judgesSince = 2

var errOldKernel = errors.New("the kernel is older than this package and cannot judge derivations: restart it with the Mercer that the package is from")

var errNoKernel = errors.New("this program was built for a Mercer kernel, which judges derivations, and none started it; " +
	"built without the tag mercer it judges them itself")
