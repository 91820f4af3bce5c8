package session

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestUserExpressions(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	s := newTestSession(t, "")
	var rec transcript
	reply := s.Execute(t.Context(), Request{
		Code: "kept := 7", StoreHistory: true,
		UserExpressions: map[string]string{"kept": "kept", "twice": "2*kept", "bad": "nothing"},
	}, &rec)
	if reply.Err != nil {
		t.Fatal(reply.Err)
	}
	for name, want := range map[string]string{"kept": "7", "twice": "14"} {
		var got struct {
			Status string
			Data   map[string]string
			Value  string `json:"evalue"`
		}
		if err := json.Unmarshal(reply.UserExpressions[name], &got); err != nil || got.Status != "ok" || got.Data["text/plain"] != want {
			t.Errorf("%s: %s", name, reply.UserExpressions[name])
		}
	}
	if bad := string(reply.UserExpressions["bad"]); !strings.Contains(bad, `"status":"error"`) || !strings.Contains(bad, "undefined: nothing") {
		t.Errorf("bad: %s", bad)
	}
}
