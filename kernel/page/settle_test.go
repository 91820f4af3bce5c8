package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mercer-go/mercer/kernel/page/gonb"
)

// settling runs Settle beside the test and reports whether it waits still.
func settling(talk *Talk) (waits func() bool) {
	done := make(chan struct{})
	go func() {
		talk.Settle()
		close(done)
	}()
	return func() bool {
		synctest.Wait()
		select {
		case <-done:
			return false
		default:
			return true
		}
	}
}

// What a program displays waits until its pages have the values that it sent before.
func TestSettle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, p := &browser{line: newLine(), late: true}, &program{}
		talk := Seat{b.line, b}.Begin(t.Context(), p.host(b))
		defer talk.End()
		check(t, "subscribe", talk.Subscribe("/a"), nil)
		b.line.Open("gone", []byte(`{"page":""}`))
		b.line.Open("gone too", []byte(`{"page":""}`))
		b.line.Open("closes", []byte(`{"page":""}`))
		check(t, "waits for values that were not sent", settling(talk)(), false)

		talk.Take(gonb.CommValue{Address: "/b", Value: 1})
		b.got = nil
		waits, began := settling(talk), time.Now()
		check(t, "waits for all pages", waits(), true)
		check(t, "pings", len(b.got), 4)
		mine := b.got[slices.IndexFunc(b.got, func(s string) bool { return strings.HasPrefix(s, "c1 ") })]
		b.pong("c1", []byte(strings.TrimPrefix(mine, "c1 ")))
		b.line.Close("closes")
		check(t, "waits for the silent pages", waits(), true)
		time.Sleep(settleTime)
		check(t, "waits no longer", waits(), false)
		check(t, "time", time.Since(began), settleTime)

		talk.Take(gonb.CommValue{Address: "/b", Value: 2})
		b.late = false
		check(t, "waits again for a page that was silent", settling(talk)(), false)
		b.line.Message("gone", []byte(`{"address":"#heartbeat/pong","value":"late"}`), b)
		b.got = nil
		talk.Take(gonb.CommValue{Address: "/b", Value: 3})
		check(t, "waits", settling(talk)(), false)
		check(t, "values to three pages, and pings to two", len(b.got), 5)
		check(t, "waits that are left", len(b.line.beats), 0)
	})
}

// A program is given a value when it has dealt with the one before; what it no longer subscribes to by then is dropped.
func TestOneAfterTheOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, p := &browser{line: newLine()}, &program{}
		host, taken := p.host(b), make(chan struct{})
		host.AwaitTaken = func() { <-taken }
		talk := Seat{b.line, b}.Begin(t.Context(), host)
		check(t, "subscribe", talk.Subscribe("/a"), nil)
		check(t, "subscribe", talk.Subscribe("/b"), nil)
		for _, address := range []string{"/a", "/a", "/b", "/a"} {
			b.say(address, fmt.Sprint(len(p.got)))
		}
		synctest.Wait()
		check(t, "before it has read", len(p.got), 0)
		taken <- struct{}{}
		synctest.Wait()
		check(t, "the first", p.got, []string{"/a=0"})
		talk.Unsubscribe("/a")
		close(taken)
		talk.put(&gonb.CommValue{Address: gonb.SyncAckAddress, Value: 1})
		synctest.Wait()
		check(t, "the rest", p.got, []string{"/a=0", "/b=0", gonb.SyncAckAddress + "=1"})
		talk.End()
	})
}
