package run

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/mercer-go/mercer/display/frame"
)

// hear has the kernel judge a question, and answers what it asks back. It returns the verdict, or the refusal.
func hear(question string, answer func(calls string) string) string {
	payload := []byte(question)
	for kind := frame.Judge; ; kind = frame.Answers {
		reply, err := frame.Default().Ask(kind, payload)
		if err != nil {
			return "refused: " + err.Error()
		}
		var said frame.Numbered
		if err := said.UnmarshalBinary(reply); err != nil {
			return err.Error()
		}
		if said.Number == 0 {
			return string(said.Body)
		}
		said.Body = []byte(answer(string(said.Body)))
		payload, _ = said.AppendBinary(nil)
	}
}

func init() {
	done := func() { frame.Default().Send(frame.Done, nil) }
	programs["derivation"] = func() {
		fmt.Println(hear("ask 3", func(calls string) string { return calls + calls }))
		done()
	}
	programs["derivations at once"] = func() {
		var all sync.WaitGroup
		results := make([]string, 20)
		for i := range results {
			all.Go(func() {
				results[i] = hear(fmt.Sprint("ask ", i%5), func(calls string) string { return fmt.Sprintf("%s/%d", calls, i) })
			})
		}
		all.Wait()
		for i, r := range results {
			if want := strings.Repeat(fmt.Sprintf(" call/%d", i), i%5); r != "verdict:"+want {
				fmt.Println("got", r, "want", want)
			}
		}
		fmt.Println("compared")
		done()
	}
	programs["derivation within"] = func() {
		fmt.Println(hear("ask 2", func(string) string {
			send(frame.Display, bundle("shown"))
			return hear("ask 1", func(string) string { return "inner" })
		}))
		done()
	}
	programs["derivation of a panic"] = func() {
		fmt.Println(hear("panic", nil))
		fmt.Println(hear("error", nil))
		fmt.Println(hear("ask 0", nil))
		done()
	}
	programs["derivation unasked"] = func() {
		payload, _ := (&frame.Numbered{Number: 7}).AppendBinary(nil)
		_, err := frame.Default().Ask(frame.Answers, payload)
		fmt.Println(err)
		_, err = frame.Default().Ask(frame.Answers, nil)
		fmt.Println(err)
		done()
	}
	programs["derivation without answers"] = func() {
		for i := range maxHearings + 1 {
			if _, err := frame.Default().Ask(frame.Judge, []byte("ask 1")); err != nil {
				fmt.Println(i, err)
			}
		}
		done()
	}
	programs["derivation for ever"] = func() { fmt.Println(hear("for ever", nil)) }
	programs["derivation and panic"] = func() { hear("ask 1", func(string) string { panic("in the function") }) }
}

// judge is a judge whose questions say what it does.
func judge(ctx context.Context, question []byte, ask func([]byte) ([]byte, error)) ([]byte, error) {
	var n int
	switch q := string(question); q {
	case "panic":
		panic("the judge")
	case "error":
		return nil, errors.New("this is no question")
	case "for ever":
		<-ctx.Done()
		return nil, ctx.Err()
	default:
		fmt.Sscanf(q, "ask %d", &n)
	}
	verdict := "verdict:"
	for range n {
		answer, err := ask([]byte("call"))
		if err != nil {
			return nil, err
		}
		verdict += " " + string(answer)
	}
	return []byte(verdict), nil
}

// TestDerivations has programs whose derivations are judged.
func TestDerivations(t *testing.T) {
	for program, want := range map[string]string{
		"derivation":                 "verdict: callcall callcall callcall\n",
		"derivations at once":        "compared\n",
		"derivation within":          "[shown][shown]verdict: verdict: inner verdict: inner\n",
		"derivation of a panic":      "refused: the derivation could not be judged, by a fault of Mercer: the judge\nrefused: this is no question\nverdict:\n",
		"derivation unasked":         "there is no derivation 7 that waits for answers\nframe: payload ends early\n",
		"derivation without answers": fmt.Sprintf("%d %d derivations wait for answers of functions; there may be no more at once\n", maxHearings, maxHearings),
	} {
		o, rec := runProgram(t, t.Context(), program, func(c *Command) { c.Judge = judge })
		if !o.Done || rec.text.String() != want {
			t.Errorf("%s: %+v %q\nwant %q", program, o, rec.text.String(), want)
		}
	}
}

// Without a judge a derivation is refused.
func TestNoJudge(t *testing.T) {
	o, rec := runProgram(t, t.Context(), "derivation", nil)
	if want := "refused: derivations are not judged here\n"; !o.Done || rec.text.String() != want {
		t.Errorf("%+v %q, want %q", o, rec.text.String(), want)
	}
}

// A panic in a function of the program is a panic of the program, and its judge ends.
func TestPanicWhileJudged(t *testing.T) {
	ended := make(chan error, 1)
	o, _ := runProgram(t, t.Context(), "derivation and panic", func(c *Command) {
		c.Judge = func(ctx context.Context, question []byte, ask func([]byte) ([]byte, error)) ([]byte, error) {
			_, err := ask([]byte("call"))
			ended <- err
			return nil, err
		}
	})
	if o.Done || o.Crash == nil || !strings.Contains(o.Crash.Message, "in the function") {
		t.Errorf("got %+v", o)
	}
	if err := <-ended; err == nil {
		t.Error("the judge had an answer")
	}
}

// An interrupt ends a program that waits for its judge, and the judge.
func TestInterruptWhileJudged(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	ended := make(chan struct{})
	o, _ := runProgram(t, ctx, "derivation for ever", func(c *Command) {
		c.Judge = func(ctx context.Context, question []byte, ask func([]byte) ([]byte, error)) ([]byte, error) {
			defer close(ended)
			interrupt()
			return judge(ctx, question, ask)
		}
	})
	<-ended
	if o.Done || !o.Interrupted {
		t.Errorf("got %+v", o)
	}
}

// A judge that does not heed its context holds nobody up.
func TestDeafJudge(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	wake := make(chan struct{})
	defer close(wake)
	o, _ := runProgram(t, ctx, "derivation for ever", func(c *Command) {
		c.Judge = func(ctx context.Context, question []byte, ask func([]byte) ([]byte, error)) ([]byte, error) {
			interrupt()
			<-wake
			return nil, nil
		}
	})
	if o.Done || !o.Interrupted {
		t.Errorf("got %+v", o)
	}
}

// A program of a newer Mercer is told of.
func TestNewerProgram(t *testing.T) {
	rec := &recorder{}
	p := &process{outlet: newOutlet(rec, nil), ctx: t.Context()}
	for _, version := range []byte{frame.Version - 1, frame.Version, frame.Version + 1} {
		p.take(frame.Hello, []byte{version})
	}
	p.take(frame.Hello, nil)
	p.outlet.close()
	if len(rec.notes) != 1 || !strings.Contains(rec.notes[0], fmt.Sprintf("version %d", frame.Version+1)) {
		t.Errorf("got %q", rec.notes)
	}
}
