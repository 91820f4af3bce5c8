package judge

import (
	"context"
	"errors"
	"fmt"

	"github.com/mercer-go/mercer/display/derive/proof"
)

// Serve judges a derivation for another program: question and verdict are encodings, as are the calls of functions of that program and
// their answers that go through ask (see package proof). The error is about encodings that cannot be read, or of ctx.
func Serve(ctx context.Context, question []byte, ask func(calls []byte) ([]byte, error)) ([]byte, error) {
	if len(question) > proof.MaxQuestion {
		return nil, fmt.Errorf("the question takes %d MB, and %d MB is the most", len(question)>>20, proof.MaxQuestion>>20)
	}
	q := new(proof.Question)
	if err := q.UnmarshalBinary(question); err != nil {
		return nil, err
	}
	v := Judge(ctx, q, func(calls []proof.Call) ([]proof.Answer, error) {
		data, err := ask(proof.AppendCalls(nil, calls))
		if err != nil {
			return nil, err
		}
		answers, err := proof.ReadAnswers(data)
		if err == nil && len(answers) != len(calls) {
			err = errors.New("some calls of functions have no answer")
		}
		return answers, err
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return v.AppendBinary(nil)
}
