package complete

import (
	"context"
	"go/types"
	"slices"
	"testing"
	"time"
)

// slowPackages are packages that come only when the gate is opened.
type slowPackages struct {
	*listed
	gate chan struct{}
}

func (s slowPackages) Package(ctx context.Context, path string) (*types.Package, error) {
	<-s.gate
	return s.listed.Package(ctx, path)
}

// TestSlowPackage checks that an answer does not wait for a package, and that the package is there later.
func TestSlowPackage(t *testing.T) {
	c := testCompleter(t)
	slow := slowPackages{c.loader.pkgs.(*listed), make(chan struct{})}
	c = New(slow, nil)
	c.Wait, c.Patience = time.Millisecond, time.Millisecond
	req := at(t, "local := 1\nfmt.Println(loc‸)")
	if res := c.Complete(t.Context(), req); !slices.Contains(res.Texts(), "local") {
		t.Errorf("without the package: got %q", res.Texts())
	}
	if res := c.Complete(t.Context(), at(t, "fmt.Pr‸")); len(res.Matches) > 0 {
		t.Errorf("got %q from a package that is not there", res.Texts())
	}
	close(slow.gate)
	c.Patience = time.Hour // is waited for, since there is nothing else to say
	if res := c.Complete(t.Context(), at(t, "fmt.Pr‸")); !slices.Contains(res.Texts(), "Println") {
		t.Errorf("with the package: got %q", res.Texts())
	}
}
