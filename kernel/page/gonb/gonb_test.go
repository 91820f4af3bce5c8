package gonb

import (
	"reflect"
	"testing"

	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// The structs have the fields of gonbui's, under the names that gonbui registers.
func TestStructsAreGoNBs(t *testing.T) {
	ours := registered()
	theirs := []any{protocol.DisplayData{}, protocol.InputRequest{}, protocol.CommValue{}, protocol.CommSubscription{}}
	if len(ours) != len(theirs) {
		t.Errorf("%d structs, want %d", len(ours), len(theirs))
	}
	for _, value := range theirs {
		want := reflect.TypeOf(value)
		if want.PkgPath()+"." != path {
			t.Errorf("%v is of %s, not %s", want, want.PkgPath(), path)
		}
		same(t, reflect.TypeOf(ours[want.Name()]), want)
	}
}

func same(t *testing.T, got, want reflect.Type) {
	t.Helper()
	if got == nil || got.NumField() != want.NumField() {
		t.Errorf("%v has other fields than %v", got, want)
		return
	}
	for i := range want.NumField() {
		g, w := got.Field(i), want.Field(i)
		if g.Name != w.Name || !onWire(g.Type, w.Type) {
			t.Errorf("%v: field %s %v, want %s %v", want, g.Name, g.Type, w.Name, w.Type)
		}
	}
}

// onWire reports whether types are the same to encoding/gob, which does not write the names of basic types.
func onWire(a, b reflect.Type) bool {
	if a.Kind() != b.Kind() {
		return false
	}
	if a.Kind() == reflect.Map {
		return onWire(a.Key(), b.Key()) && onWire(a.Elem(), b.Elem())
	}
	return a == b || a.Kind() == reflect.String
}

func TestNamesAreGoNBs(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{PipeEnv, protocol.GONB_PIPE_ENV},
		{PipeBackEnv, protocol.GONB_PIPE_BACK_ENV},
		{string(MIMEInput), string(protocol.MIMEJupyterInput)},
		{string(MIMEValue), string(protocol.MIMECommValue)},
		{string(MIMESubscribe), string(protocol.MIMECommSubscribe)},
		{SyncAddress, protocol.GonbuiSyncAddress},
		{SyncAckAddress, protocol.GonbuiSyncAckAddress},
		{StartAddress, protocol.GonbuiStartAddress},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
