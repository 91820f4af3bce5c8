package jupyter_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"strings"
	"testing"

	"github.com/go-zeromq/zmq4"

	"github.com/mercer-go/mercer/kernel/jupyter/jupytertest"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// TestWelcome subscribes to a topic, and gets the welcome before anything else, and messages of that topic only.
func TestWelcome(t *testing.T) {
	k := start(t, nil)
	c := k.server.Connection()
	sub := zmq4.NewSub(context.Background(), zmq4.WithLogger(log.New(io.Discard, "", 0)))
	defer sub.Close()
	topic := "kernel."
	if err := sub.SetOption(zmq4.OptionSubscribe, topic); err != nil {
		t.Fatal(err)
	}
	if err := sub.Dial(c.Endpoint(c.IOPub)); err != nil {
		t.Fatal(err)
	}
	session := &wire.Session{Key: []byte(c.Key)}
	msg, err := sub.Recv()
	if err != nil {
		t.Fatal(err)
	}
	m, err := session.Decode(msg.Frames)
	if err != nil || m.Header.Type != wire.TypeWelcome || string(m.Content) != `{"subscription":"kernel."}` || string(m.Parent) != "{}" {
		t.Fatalf("first message %v: %v", msg, err)
	}
	k.run("print x")
	msg, err = sub.Recv()
	if err != nil || !strings.HasPrefix(string(msg.Frames[0]), topic) {
		t.Errorf("second message %v: %v", msg, err)
	}
}

// TestLargeOutput sends far more than the queues hold through sockets that read.
func TestLargeOutput(t *testing.T) {
	size := 40 // megabytes
	if testing.Short() {
		size = 8
	}
	k := start(t, nil)
	r := k.run(fmt.Sprintf("big %d\nbig %d\nbig 1\nprint done", size, size))
	if r.Status != "ok" || r.Stdout() != "done\n" || len(r.Displays()) != 3 {
		t.Fatalf("status %q, %d displays", r.Status, len(r.Displays()))
	}
	var text string
	if err := json.Unmarshal(r.Displays()[1].Data["text/plain"], &text); err != nil || len(text) != size<<20 {
		t.Errorf("%d bytes: %v", len(text), err)
	}
}

func TestParentHeaders(t *testing.T) {
	k := start(t, nil)
	// A header with fields that the kernel does not know must come back as it is.
	header := `{"msg_id":"m1","username":"u","session":"s","date":"2024-01-01T00:00:00Z","msg_type":"execute_request","version":"5.4","extra":{"a":[1]}}`
	frames := k.Session.EncodeRaw([]byte(header), &wire.Message{Content: json.RawMessage(`{"code":"print x"}`)})
	if err := k.SendFrames(jupytertest.Shell, frames); err != nil {
		t.Fatal(err)
	}
	r := k.finish("m1")
	for _, m := range r.Messages {
		if string(m.Parent) != header {
			t.Errorf("%s has the parent %s", m.Header.Type, m.Parent)
		}
	}
}
