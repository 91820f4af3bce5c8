package backend

import (
	"context"
	"maps"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// comms gives the messages of comms to whom they belong: those that open one by the name of its target, all others by who has it open. One
// that serves several targets stands in the table under each.
type comms map[string]jupyter.Comms

var _ jupyter.Comms = (*Backend)(nil)

// Comm implements jupyter.Comms.
func (b *Backend) Comm(ctx context.Context, m jupyter.CommMessage, out show.Sink) {
	if to := b.comms.to(m); to != nil {
		to.Comm(ctx, m, out)
		return
	}
	if sender, ok := out.(jupyter.CommSender); ok && m.Type == wire.TypeCommOpen {
		sender.SendComm(jupyter.CommMessage{Type: wire.TypeCommClose, Comm: wire.Comm{ID: m.ID}})
	}
}

// to returns whom a message is for, or nil. A comm that is open already is not opened again.
func (c comms) to(m jupyter.CommMessage) jupyter.Comms {
	for _, one := range c {
		if _, open := one.CommInfo()[m.ID]; open {
			if m.Type == wire.TypeCommOpen {
				return nil
			}
			return one
		}
	}
	if m.Type == wire.TypeCommOpen {
		return c[m.TargetName]
	}
	return nil
}

// CommInfo implements jupyter.Comms.
func (b *Backend) CommInfo() map[string]string {
	open := map[string]string{}
	for _, one := range b.comms {
		maps.Copy(open, one.CommInfo())
	}
	return open
}
