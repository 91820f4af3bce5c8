package widgets

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/session/show"
)

var update = flag.Bool("update", false, "rewrite golden files")

// page is a front end: it keeps what it is sent.
type page struct {
	show.Record
	mu   sync.Mutex
	sent []string
	news chan struct{}
}

func newPage() *page { return &page{news: make(chan struct{}, 1000)} }

func (p *page) SendComm(m jupyter.CommMessage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := strings.TrimPrefix(string(m.Type), "comm_") + " " + m.ID
	if m.TargetName != "" {
		line += " " + m.TargetName + " " + string(m.Metadata)
	}
	p.sent = append(p.sent, line+" "+string(m.Data))
	p.news <- struct{}{}
}

// take returns what was sent since the last call.
func (p *page) take() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := strings.Join(p.sent, "\n")
	p.sent = nil
	return text
}

// await waits until something that was sent contains text, and takes all.
func (p *page) await(t *testing.T, text string) string {
	t.Helper()
	var all string
	for end := time.After(10 * time.Second); ; {
		if all += p.take() + "\n"; strings.Contains(all, text) {
			return all
		}
		select {
		case <-p.news:
		case <-end:
			t.Fatalf("%q was not sent, but\n%s", text, all)
		}
	}
}

// say sends a message of this front end.
func (p *page) say(w *Widgets, t wire.Type, id, data string) {
	w.Comm(context.Background(), jupyter.CommMessage{Type: t, Comm: wire.Comm{ID: id, TargetName: ControlTarget, Data: json.RawMessage(data)}}, p)
}

func (p *page) set(w *Widgets, control int, key, value string) {
	p.say(w, wire.TypeCommMsg, fmt.Sprintf("i-control%d", control), `{"method":"update","state":{"`+key+`":`+value+`},"buffer_paths":[]}`)
}

func text(s string) []show.Recorded {
	return []show.Recorded{{Type: "stream", Name: "stdout", Text: s}}
}

// all is an interaction with every kind of control, which shows its values.
func all() show.Interaction {
	return show.Interaction{ID: "i", Outputs: text("at the start"), Controls: []frame.Control{
		{Kind: frame.FloatSlider, Name: "λ", Min: 0, Max: 1, Step: 0.05, Start: "0.5"},
		{Kind: frame.LogSlider, Name: "C", Min: 0.001, Max: 1000, Step: 0.5, Start: "1"},
		{Kind: frame.IntSlider, Name: "degree", Min: 1, Max: 9, Step: 2, Start: "3"},
		{Kind: frame.Choice, Name: "kernel", Options: []string{"rbf", "<linear>"}, Start: "<linear>"},
		{Kind: frame.Checkbox, Name: "scaled", Start: "true"},
		{Kind: frame.TextBox, Name: "title", Start: "a \"b\""},
	}, Again: func(_ context.Context, values []string) []show.Recorded {
		return text("[" + strings.Join(values, " ") + "]")
	}}
}

func TestOpen(t *testing.T) {
	w, p := New(""), newPage()
	view := w.Front(p).Open(all())
	got := p.take() + "\n" + string(view[ViewType]) + "\n"
	const path = "testdata/open_golden.txt"
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != got {
		t.Errorf("error %v, got\n%s", err, got)
	}
	if again := w.Front(p).Open(all()); string(again[ViewType]) != string(view[ViewType]) {
		t.Errorf("opened again it is %s", again[ViewType])
	}
	sent := strings.Split(p.take(), "\n")
	if n := len(sent); !strings.HasPrefix(sent[0], "close i ") || !strings.HasPrefix(sent[n/2], "open i-layout ") || n != 2*len(w.models) {
		t.Errorf("opened again: %d messages, the first %s, in the middle %s", n, sent[0], sent[n/2])
	}
	for id, target := range w.CommInfo() {
		if target != Target || id != "i" && !strings.HasPrefix(id, "i-") {
			t.Errorf("the comm %s is of %s", id, target)
		}
	}
}

func TestUpdates(t *testing.T) {
	w, p := New(""), newPage()
	w.Front(p).Open(all())
	const none = ""
	for _, c := range []struct {
		control     int
		key, value  string
		shows, says string // what comes of it; what the control is set to, besides
	}{
		{1, "value", "0.7", "0.7 1 3 <linear> true a \"b\"", none},
		{1, "value", "0.30000000000000004", "0.3 1 3", none},
		{1, "value", "0.31", "", `{"value":0.3}`},
		{1, "value", "17", "1 1 3", `{"value":1}`},
		{1, "value", "-1e300", "0 1 3", `{"value":0}`},
		{1, "value", `"x"`, none, `{"value":0}`},
		{1, "value", `null`, none, `{"value":0}`},
		{1, "value", `[1]`, none, `{"value":0}`},
		{1, "max", `5`, none, none},
		{2, "value", "0.0316227766", "0 0.03162 3", none},
		{2, "value", "1e9", "0 1000 3", `{"value":1000}`},
		{3, "value", "5", "0 1000 5", none},
		{3, "value", "6.4", "0 1000 7", `{"value":7}`},
		{4, "index", "0", "7 rbf", none},
		{4, "index", "2", none, `{"index":0}`},
		{4, "index", "-1", none, `{"index":0}`},
		{4, "index", "null", none, `{"index":0}`},
		{4, "index", "0.5", none, `{"index":0}`},
		{5, "value", "false", "rbf false", none},
		{5, "value", "1", none, `{"value":false}`},
		{6, "value", `"<i>ö"`, "false &lt;i&gt;ö]", none},
		{6, "value", `"` + strings.Repeat("x", 20_000) + `"`, none, `{"value":"<i>ö"}`},
	} {
		p.set(w, c.control, c.key, c.value)
		got := ""
		if c.shows != none {
			shown := strings.NewReplacer("<linear>", "&lt;linear&gt;", `"`, "&#34;").Replace(c.shows)
			got = p.await(t, shown)
		} else {
			got = p.take()
		}
		set := fmt.Sprintf(`msg i-control%d {"buffer_paths":[],"method":"update","state":`, c.control)
		if c.says == none && strings.Contains(got, set) || c.says != none && !strings.Contains(got, set+c.says+"}") {
			t.Errorf("control %d, %s %.40s: sent\n%.900s", c.control, c.key, c.value, got)
		}
		if echo := strings.Contains(got, `"echo_update"`); echo != (c.key != "max") {
			t.Errorf("control %d, %s %.40s: echo is %v", c.control, c.key, c.value, echo)
		}
	}
	w.Close()
}

func TestBadMessages(t *testing.T) {
	w, p := New(""), newPage()
	w.Front(p).Open(all())
	p.take()
	for _, data := range []string{``, `{`, `[]`, `null`, `{"method":1}`, `{"method":"update"}`, `{"method":"update","state":[]}`, `{"method":"custom","content":{}}`, `{"method":"x"}`} {
		for _, id := range []string{"i", "i-control1", "i-layout", "i-output", "unknown", ""} {
			p.say(w, wire.TypeCommMsg, id, data)
		}
	}
	p.set(w, 99, "value", "1")
	if got := p.take(); got != "" {
		t.Errorf("sent\n%s", got)
	}
	w.Comm(t.Context(), jupyter.CommMessage{Type: wire.TypeCommOpen, Comm: wire.Comm{ID: "mine", TargetName: Target}}, p)
	if got := p.take(); !strings.HasPrefix(got, "close mine") {
		t.Errorf("a model of the front end: sent\n%s", got)
	}
	p.say(w, wire.TypeCommMsg, "i-control3", `{"method":"request_state"}`)
	if got := p.take(); !strings.Contains(got, `"description":"degree"`) {
		t.Errorf("request_state: sent\n%s", got)
	}
	p.say(w, wire.TypeCommClose, "i-control1", `{}`)
	p.set(w, 1, "value", "0.7")
	if got := p.take(); got != "" {
		t.Errorf("closed: sent\n%s", got)
	}
}

// TestStates: a page that is loaded again asks for all states, and gets those that the models have now.
func TestStates(t *testing.T) {
	w, p := New(""), newPage()
	front := w.Front(p)
	if front.Open(all()); front.ShowsControls() {
		t.Error("nobody has asked yet")
	}
	p.set(w, 1, "value", "0.7")
	p.await(t, "[0.7 ")
	again := newPage()
	again.say(w, wire.TypeCommOpen, "control", `{}`)
	again.say(w, wire.TypeCommMsg, "control", `{"method":"request_states"}`)
	var got struct {
		Method string
		States map[string]struct {
			Name  string         `json:"model_name"`
			State map[string]any `json:"state"`
		}
	}
	if err := json.Unmarshal([]byte(strings.TrimPrefix(again.take(), "msg control ")), &got); err != nil {
		t.Fatal(err)
	}
	if got.Method != "update_states" || len(got.States) != len(w.models) || got.States["i-control1"].State["value"] != 0.7 ||
		got.States["i-control1"].Name != "FloatSliderModel" || !strings.Contains(got.States["i-html"].State["value"].(string), "[0.7 ") {
		t.Errorf("got %v", got)
	}
	if !front.ShowsControls() || w.CommInfo()["control"] != ControlTarget {
		t.Error("who asks for states shows controls")
	}
	again.say(w, wire.TypeCommClose, "control", `{}`)
	if _, open := w.CommInfo()["control"]; open {
		t.Error("the control comm is open")
	}
	for i := range 500 {
		again.say(w, wire.TypeCommOpen, fmt.Sprint("c", i), `{}`)
	}
	if len(w.control) != mostControls || w.control[mostControls-1] != "c499" {
		t.Errorf("%d control comms are open", len(w.control))
	}
}

// slow is an interaction whose function waits until it is told to go on, or its context ends.
func slow() (i show.Interaction, goOn chan string, started chan string) {
	i, goOn, started = all(), make(chan string), make(chan string, 100)
	i.Again = func(ctx context.Context, values []string) []show.Recorded {
		started <- values[0]
		select {
		case s := <-goOn:
			return text(s + values[0])
		case <-ctx.Done():
			return text("ended: " + context.Cause(ctx).Error())
		}
	}
	return i, goOn, started
}

// TestLatestWins: of the values that come while a run goes on, the newest is next; a run that is outdated is ended when it takes long.
func TestLatestWins(t *testing.T) {
	w, p := New(""), newPage()
	i, goOn, started := slow()
	w.Front(p).Open(i)
	for n := range 9 {
		p.set(w, 1, "value", fmt.Sprintf("0.%d", n+1))
		if n == 0 && <-started != "0.1" {
			t.Fatal("the first does not run")
		}
	}
	goOn <- "first "
	if next := <-started; next != "0.9" {
		t.Errorf("next runs %s", next)
	}
	if got := p.await(t, "first 0.1"); strings.Contains(got, "0.9</pre>") {
		t.Errorf("sent\n%s", got)
	}
	time.Sleep(noteTime + 200*time.Millisecond)
	p.set(w, 1, "value", "0.2") // now the run of 0.9 is outdated, and ends without being shown
	if next := <-started; next != "0.2" {
		t.Errorf("after an outdated run comes %s", next)
	}
	goOn <- "last "
	got := p.await(t, "last 0.2")
	if strings.Contains(got, "ended") || !strings.Contains(got, "computing λ = 0.9") {
		t.Errorf("sent\n%s", got)
	}
	if !strings.Contains(got, `"display":"none"`) {
		p.await(t, `"display":"none"`)
	}
	w.Close()
}

func TestInterrupt(t *testing.T) {
	w, p := New(""), newPage()
	i, _, started := slow()
	w.Front(p).Open(i)
	w.Interrupt() // of nothing
	p.set(w, 1, "value", "0.1")
	<-started
	p.set(w, 1, "value", "0.2")
	w.Interrupt()
	p.await(t, "ended: interrupted")
	select {
	case v := <-started:
		t.Errorf("%s runs after the interrupt", v)
	case <-time.After(50 * time.Millisecond):
	}
	p.set(w, 1, "value", "0.3")
	if v := <-started; v != "0.3" {
		t.Errorf("%s runs", v)
	}
	w.Front(p).Open(i) // the cell runs again: nothing of the run before is shown
	p.take()
	w.Close()
	if got := p.take(); strings.Contains(got, "ended") {
		t.Errorf("sent\n%s", got)
	}
	p.set(w, 1, "value", "0.4")
	if len(started) > 0 {
		t.Error("something runs after Close")
	}
}

// TestRich: what HTML does not hold goes into the output widget, and the other one is emptied after it.
func TestRich(t *testing.T) {
	w, p := New(""), newPage()
	i := all()
	i.Again = func(_ context.Context, values []string) []show.Recorded {
		if values[4] == "true" {
			return text("plain " + values[0])
		}
		return []show.Recorded{{Type: "display_data", Data: map[string]json.RawMessage{"text/latex": json.RawMessage(`"$x$"`), "text/plain": json.RawMessage(`"x"`)}, Metadata: map[string]json.RawMessage{}}}
	}
	w.Front(p).Open(i)
	p.take()
	p.set(w, 5, "value", "false")
	got := p.await(t, `"state":{"value":""}`)
	if want := `"outputs":[{"output_type":"display_data","data":{"text/latex":"$x$","text/plain":"x"},"metadata":{}}]`; !strings.Contains(got, want) || strings.Index(got, want) > strings.Index(got, `"value":""`) {
		t.Errorf("sent\n%s", got)
	}
	p.set(w, 5, "value", "true")
	if got := p.await(t, `"outputs":[]`); !strings.Contains(got, "plain 0.5") || strings.Index(got, "plain 0.5") > strings.Index(got, `"outputs":[]`) {
		t.Errorf("sent\n%s", got)
	}
	w.Close()
}

func FuzzComm(f *testing.F) {
	f.Add("i-control1", `{"method":"update","state":{"value":0.7}}`)
	f.Add("i-control4", `{"method":"update","state":{"index":1,"value":null}}`)
	f.Add("control", `{"method":"request_states"}`)
	f.Fuzz(func(t *testing.T, id, data string) {
		w, p := New(""), newPage()
		i := all()
		i.Again = func(_ context.Context, values []string) []show.Recorded {
			for n, c := range i.Controls {
				if at, ok := c.Position(values[n]); c.Kind != frame.TextBox && (!ok || c.Value(at) != values[n]) {
					t.Errorf("%s is called for %q", c.Name, values[n])
				}
			}
			return nil
		}
		w.Front(p).Open(i)
		p.say(w, wire.TypeCommMsg, id, data)
		w.runs.Wait()
		for _, line := range strings.Split(p.take(), "\n") {
			if at := strings.IndexByte(line, '{'); at < 0 || !json.Valid([]byte(line[strings.LastIndex(line[:at+1], " ")+1:])) && !strings.HasPrefix(line, "open") {
				t.Errorf("sent %q", line)
			}
		}
	})
}

// TestStored: a notebook whose cells have not run in this kernel shows what is stored, without its controls and without what could do something.
func TestStored(t *testing.T) {
	const id = "mercer-0123456789abcdef-1"
	i := all()
	grid := show.NewGrid(i.Controls, 1000)
	var pictures []string
	for n := range grid.Cells() {
		pictures = append(pictures, fmt.Sprintf("<div><svg><text>picture %d</text></svg></div><img src=x onerror=bad()><script>bad()</script>\n", n))
	}
	output := func(id string) string {
		data, _ := json.Marshal(map[string]any{"output_type": "display_data", "metadata": map[string]any{}, "data": map[string]any{
			"text/html": grid.Page(i.Controls, pictures), ViewType: map[string]any{"model_id": id}}})
		return string(data)
	}
	path := t.TempDir() + "/n.ipynb"
	nb := `{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"cell_type":"code","id":"a","metadata":{},"execution_count":null,"source":"","outputs":[` +
		output(id) + "," + output("somebody-elses") + `]}]}`
	if err := os.WriteFile(path, []byte(nb), 0o600); err != nil {
		t.Fatal(err)
	}
	w, p := New(path), newPage()
	p.say(w, wire.TypeCommOpen, "control", `{}`)
	p.say(w, wire.TypeCommMsg, "control", `{"method":"request_states"}`)
	got := p.take()
	start := slices.IndexFunc(grid.Cells(), func(cell []int) bool { return slices.Equal(grid.Values(i.Controls, cell), i.Start()) })
	if !strings.Contains(got, fmt.Sprintf("picture %d<", start)) || strings.Count(got, "picture") != 1 || strings.Contains(got, "bad") || strings.Contains(got, "<input") || len(w.models) != 1 {
		t.Errorf("sent\n%s", got)
	}
	i.ID = id
	w.Front(p).Open(i)
	if got := p.take(); !strings.HasPrefix(got, "close "+id) || !strings.Contains(got, "open "+id+"-control1") {
		t.Errorf("once the cell has run: sent\n%.300s", got)
	}
	if w := New(path + "x"); len(w.models) != 0 {
		t.Error("there are models of no notebook")
	}
}

// However many comms are opened, some are kept, and the notebook's file is read once for each time that it is written.
func TestManyComms(t *testing.T) {
	path := t.TempDir() + "/n.ipynb"
	write := func(name string) {
		if err := os.WriteFile(path, []byte(`{"nbformat":4,"nbformat_minor":5,"metadata":{"name":"`+name+`"},"cells":[]}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a")
	w, p := New(path), newPage()
	p.say(w, wire.TypeCommOpen, "first", `{}`)
	read := w.stored.file
	for n := range 500 {
		p.say(w, wire.TypeCommOpen, fmt.Sprint("control", n), `{}`)
	}
	if read == nil || w.stored.file != read {
		t.Error("a file that has not changed was read again")
	}
	if n := len(w.CommInfo()); n != mostControls {
		t.Errorf("%d comms are open, want %d", n, mostControls)
	}
	write("longer")
	p.say(w, wire.TypeCommOpen, "last", `{}`)
	if w.stored.file == read {
		t.Error("a file that has changed was not read again")
	}
}

// TestManyMoves: thousands of moves of a slider while a run goes on cost one more run, that of the newest value, and each
// is answered by one message.
func TestManyMoves(t *testing.T) {
	w, p, i := New(""), newPage(), all()
	goOn, started := make(chan string), make(chan string, 100)
	i.Again = func(_ context.Context, values []string) []show.Recorded { // however long the moves take
		started <- values[0]
		return text(<-goOn + values[0])
	}
	w.Front(p).Open(i)
	p.take()
	p.set(w, 1, "value", "0.9")
	if first := <-started; first != "0.9" {
		t.Fatalf("first runs %s", first)
	}
	const moves = 3000
	for n := range moves {
		p.set(w, 1, "value", []string{"0.1", "0.2"}[n%2])
		for len(p.news) > 0 {
			<-p.news
		}
	}
	if echoes := strings.Count(p.take(), `"method":"echo_update"`); echoes != moves+1 {
		t.Errorf("%d moves are answered by %d messages", moves+1, echoes)
	}
	goOn <- "first "
	if next := <-started; next != "0.2" {
		t.Errorf("next runs %s", next)
	}
	goOn <- "last "
	p.await(t, "last 0.2")
	w.Close()
	select {
	case more := <-started:
		t.Errorf("after the newest value %s runs", more)
	default:
	}
}
