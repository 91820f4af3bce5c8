package session

import (
	"context"
	"errors"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/page"
)

// This file implements the commands about the page that shows the notebook, in which GoNB's widgets are.

// seat is the cell's way to its page. A silent cell shows nothing there, so it has none.
func (x *execution) seat() page.Seat {
	seat := page.Seat{Line: x.s.page}
	if out, ok := x.out.Sink.(page.Poster); ok && !x.req.Silent {
		seat.Out = out
	}
	return seat
}

// cmdWidgets connects the page.
func (x *execution) cmdWidgets(ctx context.Context, c cell.Command) error {
	if len(c.Args) > 0 {
		return errors.New("takes no arguments")
	}
	return x.s.page.Connect(ctx, x.seat().Out, func(html, id string, update bool) {
		x.out.Display(frame.Bundle{ID: id, Parts: []frame.Part{{MIME: "text/html", Data: []byte(html)}}}, update)
	})
}

// cmdHeartbeat tells whether a page answers.
func (x *execution) cmdHeartbeat(ctx context.Context, c cell.Command) error {
	if len(c.Args) > 0 {
		return errors.New("takes no arguments")
	}
	took, err := x.s.page.Beat(ctx, x.seat().Out)
	if err == nil {
		x.out.Stream("stdout", "The page has answered a heartbeat after "+elapsed(took)+".\n")
	}
	return err
}
