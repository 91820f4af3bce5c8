package backend

import (
	"context"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/page"
	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// pageComms are the comms that the pages of GoNB's widgets open.
type pageComms struct{ session *session.Session }

var _ jupyter.Comms = pageComms{}

// Comm implements jupyter.Comms.
func (p pageComms) Comm(_ context.Context, m jupyter.CommMessage, out show.Sink) {
	line := p.session.Page()
	switch m.Type {
	case wire.TypeCommOpen:
		line.Open(m.ID, m.Data)
	case wire.TypeCommMsg:
		if back, ok := out.(page.Poster); ok {
			line.Message(m.ID, m.Data, back)
		}
	case wire.TypeCommClose:
		line.Close(m.ID)
	}
}

// CommInfo implements jupyter.Comms.
func (p pageComms) CommInfo() map[string]string {
	open := map[string]string{}
	for _, id := range p.session.Page().Comms() {
		open[id] = page.Target
	}
	return open
}
