package run

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// TestOverflow runs a program that calls itself without end. The runtime counts the frames that it leaves out for
// seconds; the program is ended before. One whose child overflows goes on.
func TestOverflow(t *testing.T) {
	if testing.Short() {
		t.Skip("fills a stack")
	}
	o, rec := runProgram(t, t.Context(), "overflow", nil)
	if o.Crash == nil || o.Crash.Message != "stack overflow" || rec.text.String() != "" {
		t.Fatalf("got %+v, output %.200q", o, rec.text.String())
	}
	if len(o.Crash.Frames) < 10 || !strings.HasSuffix(o.Crash.Frames[0].Func, "deeper") {
		t.Errorf("stack %+v", o.Crash.Frames)
	}
	o, rec = runProgram(t, t.Context(), "child overflows", nil)
	if text := rec.text.String(); !o.Done || !strings.Contains(text, "exit status 2") || !strings.Contains(text, "!runtime: goroutine stack exceeds") {
		t.Errorf("got %+v, output %.200q", o, text)
	}
}

func TestOverflowed(t *testing.T) {
	const head = "runtime: goroutine stack exceeds 1000000000-byte limit\nruntime: sp=0x79d36670390 stack=[0x79d36670000, 0x79d56670000]\n"
	for _, test := range []struct {
		text   string
		lo, hi uint64
		ok     bool
	}{
		{head + "fatal error: stack overflow\n\nruntime stack:\n", 0x79d36670000, 0x79d56670000, true},
		{head, 0, 0, false},
		{"panic: " + head + "fatal error: stack overflow\n", 0, 0, false},
		{strings.Replace(head, "0x79d36670000", "0x179d36670000000000", 1) + "fatal error: stack overflow\n", 0, 0, false},
	} {
		c := &crashCatcher{held: []byte(test.text)}
		lo, hi, ok := c.overflowed()
		if ok != test.ok || ok && (lo != test.lo || hi != test.hi) {
			t.Errorf("%q: got %#x, %#x, %v", test.text, lo, hi, ok)
		}
	}
}

// TestFilter cuts the text of a dying program at every place: what passes and what is held does not depend on the cuts.
func TestFilter(t *testing.T) {
	for _, test := range []struct{ text, pass, held string }{
		{"all is well\n", "all is well\n", ""},
		{"a\npanic: boom\nb\n", "a\n", "panic: boom\nb\n"},
		{"pan", "", ""},
		{"panic\nfatal error: x", "panic\n", "fatal error: x"},
		{"x panic: no\nSIGQUIT: quit\n", "x panic: no\n", "SIGQUIT: quit\n"},
		{"unexpected\nunexpected fault address 0x1\n", "unexpected\n", "unexpected fault address 0x1\n"},
	} {
		for cut := range len(test.text) + 1 {
			c := &crashCatcher{}
			pass := string(c.filter([]byte(test.text[:cut]))) + string(c.filter([]byte(test.text[cut:])))
			if pass != test.pass || string(c.held) != test.held {
				t.Errorf("%q cut at %d: passed %q, held %q", test.text, cut, pass, c.held)
			}
			if back := string(c.release()); pass+back != test.text {
				t.Errorf("%q cut at %d: released %q", test.text, cut, back)
			}
		}
	}
}

// TestHoldKeepsTheDump holds much more than is kept, and then the runtime's dump, cut into pieces.
func TestHoldKeepsTheDump(t *testing.T) {
	for _, piece := range []int{1 << 20, 1000, 7} {
		c := &crashCatcher{}
		text := "panic: first\n" + strings.Repeat("y", maxCrash) + "\nSIGQUIT: quit\n\ngoroutine 1 [running]:\n"
		for len(text) > 0 {
			n := min(piece, len(text))
			c.filter([]byte(text[:n]))
			text = text[n:]
		}
		if got := c.die(true); !strings.HasPrefix(got, "SIGQUIT: quit\n\ngoroutine 1") {
			t.Errorf("in pieces of %d: %.40q of %d bytes", piece, got, len(got))
		}
	}
}

func TestParseCrash(t *testing.T) {
	inCell := func(file string) bool { return strings.HasPrefix(file, "/x/cell_") }
	for _, test := range []struct{ name, text, kind, message, frames string }{
		{"panic", "panic: boom\n\ngoroutine 1 [running]:\nmain.f(...)\n\t/x/cell_1.go:3\nmain.main()\n\t/x/main.go:9 +0x1d\nexit status 2\n",
			"panic", "boom", "[{main.f /x/cell_1.go 3} {main.main /x/main.go 9}]"},
		{"recovered", "panic: a [recovered]\n\tpanic: b\n\ngoroutine 1 [running]:\nmain.main()\n\t/x/main.go:9 +0x1d\n",
			"panic", "a [recovered]\n\tpanic: b", "[{main.main /x/main.go 9}]"},
		{"fault", "panic: runtime error: nil\n[signal SIGSEGV: code=1]\n\ngoroutine 1 [running]:\n", "panic", "runtime error: nil", "[]"},
		{"deadlock", "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\nmain.g()\n\t/x/cell_2.go:1 +0x2a\n",
			"fatal error", "all goroutines are asleep - deadlock!", "[{main.g /x/cell_2.go 1}]"},
		{"the cell's goroutine is not the first", "SIGQUIT: quit\nPC=0x1 m=0\n\ngoroutine 0 [idle]:\nruntime.futex()\n\t/go/sys.s:2 +0x21 fp=0x7 sp=0x7 pc=0x4\n\n" +
			"goroutine 7 gp=0xc0 m=3 mp=0xc1 [running]:\nmain.h(0x1, {0x2})\n\t/x/cell_3.go:4 +0x2a fp=0xc0 sp=0xc0 pc=0x46\ncreated by main.k in goroutine 1\n\t/x/main.go:2 +0x3\n\nrax    0x0\n",
			"interrupted", "interrupted", "[{main.h /x/cell_3.go 4} {main.k /x/main.go 2}]"},
		{"cut", "panic: boom\n\ngoroutine 1 [running]:\nmain.f(", "panic", "boom", "[]"},
		{"nothing", "", "fatal error", "", "[]"},
	} {
		c := parseCrash(test.text, inCell)
		if got := fmt.Sprint(c.Frames); c.Kind != test.kind || c.Message != test.message || got != test.frames {
			t.Errorf("%s: kind %q, message %q, frames %s", test.name, c.Kind, c.Message, got)
		}
	}
}

func FuzzParseCrash(f *testing.F) {
	f.Add("panic: boom\n\ngoroutine 1 [running]:\nmain.f(...)\n\t/x/cell_1.go:3\n")
	f.Add("SIGQUIT: quit\n\ngoroutine 1 [running]:\n")
	f.Fuzz(func(t *testing.T, text string) {
		c := parseCrash(text, func(string) bool { return true })
		for _, frame := range c.Frames {
			if frame.File == "" || strings.Contains(frame.Func, "\n") {
				t.Errorf("frame %+v", frame)
			}
		}
		whole := &crashCatcher{}
		pass := whole.filter([]byte(text))
		if back := append(pass, whole.release()...); len(text) <= maxCrash && !reflect.DeepEqual(back, []byte(text)) && len(text) > 0 {
			t.Errorf("%q comes back as %q", text, back)
		}
	})
}
