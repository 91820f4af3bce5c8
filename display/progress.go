package display

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/mercer-go/mercer/display/internal/send"
)

// ProgressEnv names the environment variable that keeps progress quiet in runs without a reader: with the value
// "quiet" only the final line of each progress is shown.
const ProgressEnv = "MERCER_PROGRESS"

// Progress shows how far long work has come, with its rate and the time left, in place and at most ten times a second.
// What stays after Done depends on the counts only, so that a notebook is the same each time it runs. Its methods may
// be called from several goroutines.
type Progress struct {
	mu           sync.Mutex
	name         string
	total, count int
	started      time.Time
	shown        time.Time
	handle       *Handle
	quiet, done  bool
}

// NewProgress starts a progress of total steps; a total below 1 is unknown.
func NewProgress(name string, total int) *Progress {
	now := time.Now()
	return &Progress{name: name, total: max(total, 0), started: now, shown: now,
		quiet: os.Getenv(ProgressEnv) == "quiet" || !send.Live()}
}

// Add counts n steps as done.
func (p *Progress) Add(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count += n
	if now := time.Now(); !p.done && !p.quiet && now.Sub(p.shown) >= 100*time.Millisecond {
		p.shown = now
		p.show(rawText(p.line(now.Sub(p.started))))
	}
}

// Done ends the progress and shows its final line. It may be deferred; a second call does nothing.
func (p *Progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.done {
		return
	}
	p.done = true
	p.show(rawText(p.final()))
}

func (p *Progress) show(v any) {
	if p.handle == nil {
		p.handle = ShowHandle(v)
		return
	}
	p.handle.Update(v)
}

func (p *Progress) final() string {
	if p.total > 0 && p.count != p.total {
		return fmt.Sprintf("%s: stopped at %d of %d", p.name, p.count, p.total)
	}
	return fmt.Sprintf("%s: %d done", p.name, p.count)
}

// line is the state after some time: a bar, the share, the rate and the time left.
func (p *Progress) line(elapsed time.Duration) string {
	rate := float64(p.count) / max(elapsed.Seconds(), 1e-9)
	if p.total == 0 {
		return fmt.Sprintf("%s: %d, %.3g/s", p.name, p.count, rate)
	}
	share := min(float64(p.count)/float64(p.total), 1)
	const width = 24
	bar := make([]rune, width)
	for i := range bar {
		bar[i] = '░'
		if float64(i) < share*width {
			bar[i] = '█'
		}
	}
	left := "?"
	if rate > 0 {
		seconds := min(float64(max(p.total-p.count, 0))/rate, 1e9)
		left = time.Duration(seconds * float64(time.Second)).Round(time.Second).String()
	}
	return fmt.Sprintf("%s %s %3.0f%%  %d/%d  %.3g/s  %s left", p.name, string(bar), 100*share, p.count, p.total, rate, left)
}

// rawText is text that is shown as it is, without quotes.
type rawText string

// MIMEBundle implements Bundler.
func (t rawText) MIMEBundle() map[string]string { return map[string]string{"text/plain": string(t)} }
