package observe

import (
	"fmt"
	"sync"
	"time"
)

// Shortage is what the machine did not give, in sentences without a full stop; "" where it gave enough.
type Shortage struct {
	Room string // memory, or space on a disk: what ran may have failed
	Time string // processors: what ran may have been late
}

// When the machine gives too little.
const (
	leastFree    = 256 << 20 // bytes on a disk
	leastShare   = 0.125     // of a processor, for a thread that asks for all of one
	longestPause = 5 * time.Second
)

const (
	machinePeriod = 100 * time.Millisecond // from look to look
	looksPerProbe = 10                     // looks for each probe of a processor
	probeTime     = 10 * time.Millisecond  // that a probe runs
	leastProbes   = 3                      // that a sentence about processors rests on
)

// Machine looks whether the machine gives what runs on it enough memory, disk and time.
type Machine struct {
	dirs       []string
	stop, done chan struct{}
	once       sync.Once

	short      Shortage
	paused     time.Duration // for which nothing ran
	probes     int
	ran, while time.Duration // of the probes: by their processor's clock, and by the wall's
}

// WatchMachine begins to look, also at the disks that some directories are on.
func WatchMachine(dirs ...string) *Machine {
	m := &Machine{dirs: dirs, stop: make(chan struct{}), done: make(chan struct{})}
	go m.watch()
	return m
}

// Stop ends the looking and returns what was short in the meantime.
func (m *Machine) Stop() Shortage {
	m.once.Do(func() { close(m.stop) })
	<-m.done
	switch share := float64(m.ran) / float64(max(m.while, 1)); {
	case m.paused > longestPause:
		m.short.Time = fmt.Sprintf("the machine stood still for %v", m.paused.Round(time.Second))
	case m.probes >= leastProbes && share < leastShare:
		m.short.Time = fmt.Sprintf("the machine was so busy that a thread had %.0f %% of a processor", 100*share)
	}
	return m.short
}

func (m *Machine) watch() {
	defer close(m.done)
	for look := 0; ; look++ {
		m.look()
		if look%looksPerProbe == looksPerProbe-1 {
			if ran, while, ok := probe(probeTime); ok {
				m.probes, m.ran, m.while = m.probes+1, m.ran+ran, m.while+while
			}
		}
		began := time.Now()
		select {
		case <-m.stop:
			return
		case <-time.After(machinePeriod):
		}
		if late := time.Since(began) - machinePeriod; late > time.Second {
			m.paused += late
		}
	}
}

func (m *Machine) look() {
	if m.short.Room == "" && scarce("/") {
		m.short.Room = "the machine had nearly no memory left"
	}
	for _, dir := range m.dirs {
		if free, ok := freeSpace(dir); ok && free < leastFree && m.short.Room == "" {
			m.short.Room = fmt.Sprintf("the disk of %s had %d MB left", dir, free>>20)
		}
	}
}
