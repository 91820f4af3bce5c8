package observe

import (
	"strings"
	"testing"
	"time"
)

func TestMachine(t *testing.T) {
	m := WatchMachine(t.TempDir(), "/proc/none")
	time.Sleep(150 * time.Millisecond)
	short := m.Stop()
	if again := m.Stop(); again != short {
		t.Errorf("stopped again: %+v, before %+v", again, short)
	}
	for _, test := range []struct {
		name string
		m    *Machine
		want string
	}{
		{"nothing", &Machine{}, ""},
		{"few probes", &Machine{probes: leastProbes - 1, ran: 1, while: 100}, ""},
		{"half of a processor", &Machine{probes: leastProbes, ran: 50, while: 100}, ""},
		{"a tenth", &Machine{probes: leastProbes, ran: 10, while: 100}, "a thread had 10 % of a processor"},
		{"short pauses", &Machine{paused: longestPause}, ""},
		{"a pause", &Machine{paused: 7 * time.Second}, "stood still for 7s"},
	} {
		test.m.stop, test.m.done = make(chan struct{}), make(chan struct{})
		close(test.m.done)
		if got := test.m.Stop().Time; (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestProbe(t *testing.T) {
	ran, while, ok := probe(probeTime)
	if !ok || ran < probeTime || while < ran-time.Millisecond {
		t.Errorf("ran %v within %v: %v", ran, while, ok)
	}
	if free, ok := freeSpace(t.TempDir()); !ok || free == 0 {
		t.Errorf("free: %d, %v", free, ok)
	}
}
