package session

import (
	"context"
	"encoding/json"
	"strconv"
	"time"
)

// This file tells values in one line each, for tooltips and %values. The values lie encoded on the disk: a small program
// loads and describes them, as for the user expressions of a front end.

// briefTime bounds the program that describes values: their own methods may take any time.
const briefTime = 5 * time.Second

// briefs returns the values of variables in one line each, by name; those that cannot be described are left out. They are
// described together, and one by one when that fails, as by a method that does not come back.
func (s *Session) briefs(ctx context.Context, names []string) map[string]string {
	found, err := s.describeValues(ctx, names)
	if err == nil || len(names) < 2 || ctx.Err() != nil {
		return found
	}
	for end := time.Now().Add(briefTime); len(names) > 0 && time.Now().Before(end); names = names[1:] {
		one, _ := s.describeValues(ctx, names[:1])
		for name, text := range one {
			found[name] = text
		}
	}
	return found
}

// describeValues returns the values of variables in one line each, by name.
func (s *Session) describeValues(ctx context.Context, names []string) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, briefTime)
	defer cancel()
	found, exprs := map[string]string{}, map[string]string{}
	for _, name := range names {
		exprs[name] = "display.Brief(" + name + ")"
	}
	if len(exprs) == 0 {
		return found, nil
	}
	bundles, err := s.evaluate(ctx, exprs)
	for name, b := range bundles {
		var quoted string
		if json.Unmarshal(b.Data["text/plain"], &quoted) == nil {
			if text, err := strconv.Unquote(quoted); err == nil {
				found[name] = text
			}
		}
	}
	return found, err
}

// brief returns the value of a variable in one line, or "" where the store does not have it.
func (s *Session) brief(ctx context.Context, name string) string {
	if v, ok := s.storedValues().info(name); !ok || v.NotCarried != "" {
		return ""
	}
	found, _ := s.describeValues(ctx, []string{name})
	return found[name]
}
