package backend

import (
	"context"
	"reflect"
	"testing"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// target notes what it is given.
type target struct {
	open map[string]string
	got  []string
}

func (t *target) CommInfo() map[string]string { return t.open }

func (t *target) Comm(_ context.Context, m jupyter.CommMessage, _ show.Sink) {
	t.got = append(t.got, string(m.Type)+" "+m.ID)
	switch m.Type {
	case wire.TypeCommOpen:
		t.open[m.ID] = m.TargetName
	case wire.TypeCommClose:
		delete(t.open, m.ID)
	}
}

// sent is a sink that notes the comms that it is asked to close.
type sent struct {
	show.Sink
	closed []string
}

func (s *sent) SendComm(m jupyter.CommMessage) { s.closed = append(s.closed, m.ID) }

func TestComms(t *testing.T) {
	a, b := &target{open: map[string]string{}}, &target{open: map[string]string{"b0": "of the kernel"}}
	back, out := &Backend{comms: comms{"a": a, "b": b, "b2": b}}, &sent{}
	for _, m := range []jupyter.CommMessage{
		{Type: wire.TypeCommOpen, Comm: wire.Comm{ID: "a1", TargetName: "a"}},
		{Type: wire.TypeCommOpen, Comm: wire.Comm{ID: "b1", TargetName: "b2"}},
		{Type: wire.TypeCommOpen, Comm: wire.Comm{ID: "c1", TargetName: "c"}}, // nobody's
		{Type: wire.TypeCommOpen, Comm: wire.Comm{ID: "b0", TargetName: "a"}}, // open already
		{Type: wire.TypeCommMsg, Comm: wire.Comm{ID: "a1"}},
		{Type: wire.TypeCommMsg, Comm: wire.Comm{ID: "b0"}},
		{Type: wire.TypeCommMsg, Comm: wire.Comm{ID: "c1"}},
		{Type: wire.TypeCommClose, Comm: wire.Comm{ID: "a1"}},
		{Type: wire.TypeCommMsg, Comm: wire.Comm{ID: "a1"}},
	} {
		back.Comm(t.Context(), m, out)
	}
	for _, x := range []struct{ got, want any }{
		{a.got, []string{"comm_open a1", "comm_msg a1", "comm_close a1"}},
		{b.got, []string{"comm_open b1", "comm_msg b0"}},
		{out.closed, []string{"c1", "b0"}},
		{back.CommInfo(), map[string]string{"b0": "of the kernel", "b1": "b2"}},
	} {
		if !reflect.DeepEqual(x.got, x.want) {
			t.Errorf("got %v, want %v", x.got, x.want)
		}
	}
}
