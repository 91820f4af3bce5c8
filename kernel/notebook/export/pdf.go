package export

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// This file prints a page as PDF, which a browser does: it sets the formulas and lays out the pages as style.css says for paper.

// browsers are what Chromium is called, in the PATH or, on macOS, among the applications.
var browsers = []string{
	"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
}

// ErrNoBrowser says that there is nothing to print with.
var ErrNoBrowser = errors.New("a PDF is printed by Chromium or Chrome, and neither is in the PATH: install one, or name it in the environment variable CHROME; " +
	"without one, open the HTML page in any browser and print it")

// Browser finds the browser that prints: the one that the environment variable CHROME names, by its path or as in the PATH; else Chromium
// or Chrome in the PATH. Where there is none, the error is [ErrNoBrowser].
func Browser() (string, error) {
	if named := os.Getenv("CHROME"); named != "" {
		path, err := exec.LookPath(named)
		if err != nil {
			return "", fmt.Errorf("the environment variable CHROME names no program: %w", err)
		}
		return path, nil
	}
	for _, name := range browsers {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNoBrowser
}

const (
	printTime   = 5 * time.Minute // a chapter takes some seconds
	printOutput = "page.pdf"
	// virtualTime is what the page's own clock may run, in milliseconds, until its scripts and fonts are there; no time is waited.
	virtualTime = "20000"
)

// onPaper takes away the links to other files: on paper and in a PDF that is given away they lead nowhere.
const onPaper = `<script>
document.querySelectorAll("a[href]").forEach(function (a) {
  if (!/^(#|https?:|mailto:)/i.test(a.getAttribute("href"))) a.removeAttribute("href");
});
</script>
`

// madeBy ends a PDF of ours, behind its own end: a comment, by which it is known again.
const madeBy = "%" + generator + "\n%%EOF\n"

// PDF prints a page that [HTML] has made, by the browser at the path, see [Browser]. The size of the paper is the browser's. The bytes are not
// the same each time: a PDF says when it was made. An error holds what the browser says.
func PDF(ctx context.Context, browser string, page []byte) ([]byte, error) {
	dir, err := os.MkdirTemp("", "mercer-pdf-")
	if err != nil {
		return nil, fmt.Errorf("print a PDF: %w", err)
	}
	defer os.RemoveAll(dir)
	source := filepath.Join(dir, "page.html")
	if i := bytes.LastIndex(page, []byte("</body>")); i >= 0 {
		page = slices.Concat(page[:i], []byte(onPaper), page[i:])
	}
	if err := os.WriteFile(source, page, 0o600); err != nil {
		return nil, fmt.Errorf("print a PDF: %w", err)
	}
	said, err := runBrowser(ctx, browser, dir, source)
	data, rerr := os.ReadFile(filepath.Join(dir, printOutput))
	switch {
	case context.Cause(ctx) != nil:
		return nil, fmt.Errorf("print a PDF: %w", context.Cause(ctx))
	case err != nil || errors.Is(rerr, fs.ErrNotExist):
		return nil, fmt.Errorf("print a PDF: %s: %w; it says: %s", browser, cmp.Or(err, errors.New("there is no PDF")), lastLine(said))
	case rerr != nil:
		return nil, fmt.Errorf("print a PDF: %w", rerr)
	case !bytes.HasPrefix(data, []byte("%PDF-")):
		return nil, fmt.Errorf("print a PDF: %s has written %d bytes that are no PDF", browser, len(data))
	}
	return append(data, madeBy...), nil
}

// runBrowser prints the page at the path into the directory, and returns what the browser says.
func runBrowser(ctx context.Context, browser, dir, source string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, printTime, fmt.Errorf("the browser has not printed the page within %v", printTime))
	defer cancel()
	args := []string{"--headless", "--disable-gpu", "--disable-extensions", "--disable-background-networking", "--no-first-run", "--no-default-browser-check",
		"--user-data-dir=" + filepath.Join(dir, "profile"), "--virtual-time-budget=" + virtualTime,
		"--no-pdf-header-footer", "--print-to-pdf=" + filepath.Join(dir, printOutput)}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox") // Chromium has none for root
	}
	cmd := exec.CommandContext(ctx, browser, append(args, "file://"+filepath.ToSlash(source))...)
	cmd.Dir, cmd.WaitDelay = dir, 5*time.Second
	said, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return string(said), err
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return cmp.Or(strings.TrimSpace(lines[len(lines)-1]), "nothing")
}
