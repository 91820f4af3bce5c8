package page

import (
	"context"
	"crypto/rand"
	"strings"
	"time"
)

// This file keeps the order of what a program sends to its page and what it displays next. The two take different ways: values
// the socket of page.js, displays that of the front end. A script that is displayed after a value may so run before it, and
// read from a widget the value that the program has just replaced.

const settleTime = 10 * time.Second // in which a page has to confirm the values that it was sent

// settle waits until the pages have the values that they were sent. One that has once not confirmed them in time is waited
// for again when it confirms anything.
func (l *Line) settle(ctx context.Context, out Poster) {
	nonce := rand.Text()
	ping, err := encode(pingAddress, nonce)
	if err != nil {
		return
	}
	waiting, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	for comm, confirmed := range l.askUnsettled(nonce, func(comm string) { out.Post(comm, ping) }) {
		select {
		case <-confirmed:
		case <-waiting.Done():
			l.leaveUnsettled(comm, nonce, ctx.Err() == nil)
		}
	}
}

// leaveUnsettled waits no longer for a page that was asked with a nonce, nor again if that has had its time.
func (l *Line) leaveUnsettled(comm, nonce string, late bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if key := settled(comm, nonce); l.beats[key] != nil { // else it has just confirmed
		delete(l.beats, key)
		if late {
			l.silent[comm] = true
			l.log.Warn("a page does not confirm what it was sent", "comm", comm)
		}
	}
}

// askUnsettled asks the pages that have not confirmed values, and returns a channel for each that is closed when it does.
func (l *Line) askUnsettled(nonce string, ask func(comm string)) map[string]<-chan struct{} {
	l.mu.Lock()
	asked := map[string]<-chan struct{}{}
	for comm := range l.unsettled {
		asked[comm] = l.beats.add(settled(comm, nonce))
	}
	clear(l.unsettled)
	l.mu.Unlock()
	for comm := range asked {
		ask(comm)
	}
	return asked
}

// sendValue sends a value to all pages.
func (l *Line) sendValue(out Poster, data []byte) {
	l.mu.Lock()
	for _, comm := range l.open {
		if !l.silent[comm] {
			l.unsettled[comm] = true
		}
	}
	l.mu.Unlock()
	l.post(out, data)
}

// settled is the key of the wait for a page that was asked with a nonce.
func settled(comm, nonce string) string { return comm + " " + nonce }

// confirm notes that a page has answered with a nonce. The lock is held.
func (l *Line) confirm(comm, nonce string) {
	delete(l.silent, comm)
	l.beats.came(settled(comm, nonce))
}

// release ends the waits for a page that goes. The lock is held.
func (l *Line) release(comm string) {
	delete(l.silent, comm)
	delete(l.unsettled, comm)
	for key := range l.beats {
		if strings.HasPrefix(key, settled(comm, "")) {
			l.beats.came(key)
		}
	}
}

// Settle waits until the pages have what the program has sent them, before it displays something.
func (t *Talk) Settle() { t.Line.settle(t.ctx, t.Out) }
