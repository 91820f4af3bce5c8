package export

import (
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
)

// This file takes out of a notebook's HTML what could run or load something: scripts, handlers, frames, objects, forms,
// "javascript:" links, styles that fetch or cover the page. A notebook may come from anybody, and its page is opened with
// the rights of whoever reads it. What display shows stays whole; the behaviour of its sliders is the page's own (frames.js).

// calm matches values of styles and of SVG's attributes that name no place outside the page and call nothing but
// colours, transformations and the page's own definitions.
var calm = regexp.MustCompile(`^(?:[^()\\@<>]|\b(?:` + calls + `)\([^()\\@<>]*\)|url\(#[\w.:-]+\))*$`)

// calls are the functions of CSS and SVG that compute and do no more.
const calls = `rgba?|hsla?|calc|min|max|var|translate|rotate|scale|matrix|skewX|skewY|minmax|repeat`

// calmStyle matches declarations of properties with calm values; none of them places an element anywhere on the page.
var calmStyle = regexp.MustCompile(`(?i)^(?:\s*(?:` + strings.Join(strings.Fields(properties), "|") + `)[\w-]*\s*:` +
	`(?:[^();:\\@<>]|\b(?:` + calls + `)\([^()\\@<>]*\)|url\(#[\w.:-]+\))*;?)*\s*$`)

// properties are the first words of the names of properties that change how something looks where it stands.
const properties = `accent align background border box break caption clear color column content-visibility cursor direction display
	empty-cells fill flex float font gap grid height justify letter line list margin max min opacity outline overflow padding page
	place-content place-items row stroke table text transform unicode-bidi user-select vertical visibility white-space width word writing`

// An image lies in the page or in another file of the same place. A source with a scheme is loaded from elsewhere, and so is
// one that begins with "//", where browsers read "\" as "/" and leave out tabs and line ends.
const (
	embedded = `data:image/(?:png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/=\s]*`
	beside   = `/?[^\x00-\x20:/\\][^\x00-\x1f:/\\]*(?:[/?#][^\x00-\x1f\\]*)?`
)

var (
	linkTarget  = regexp.MustCompile(`(?i)^(?:https?:|mailto:|#|[^:]*$|[^:]*[/?#])`)
	imageSource = regexp.MustCompile(`^(?:` + embedded + `|` + beside + `)$`)
	pixels      = regexp.MustCompile(`^data:image/(?:png|jpeg);base64,[A-Za-z0-9+/=\s]*$`)
	fragment    = regexp.MustCompile(`^#[\w.:-]+$`)
	inputType   = regexp.MustCompile(`^(?:checkbox|range)$`)
	listType    = regexp.MustCompile(`^[1aAiI]$|^(?:disc|circle|square)$`)
	buttonType  = regexp.MustCompile(`^button$`)
)

// policy says what stays.
var policy = newPolicy()

func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(strings.Fields(`a abbr address article aside b bdi bdo big blockquote br button caption center cite code col
		colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd label li
		main mark nav ol output p option pre progress q rp rt ruby s samp section select small span strike strong sub summary sup table tbody td tfoot th
		thead time tr tt u ul var wbr meter`)...)
	p.AllowNoAttrs().OnElements("a", "span", "font", "img", "input", "button", "output", "option", "select", "label")
	p.AllowDataAttributes()
	p.AllowAttrs(strings.Fields(`id class title lang dir role align valign width height colspan rowspan scope border cellpadding
		cellspacing open start reversed value span datetime color size face for name aria-label aria-hidden aria-labelledby
		aria-describedby aria-live`)...).Globally() // texts and numbers
	p.AllowAttrs("type").Matching(inputType).OnElements("input")
	p.AllowAttrs("type").Matching(buttonType).OnElements("button")
	p.AllowAttrs("type").Matching(listType).OnElements("ol", "ul", "li")
	p.AllowAttrs("style").Matching(calmStyle).Globally()
	p.AllowAttrs("href").Matching(linkTarget).OnElements("a")
	p.AllowAttrs("target", "rel").Matching(calm).OnElements("a")
	p.AllowAttrs("alt").OnElements("img")
	p.AllowAttrs("src").Matching(imageSource).OnElements("img")
	p.AllowAttrs("min", "max", "step", "checked", "disabled", "low", "high", "optimum").Matching(calm).OnElements("input", "progress", "meter", "select", "option")
	p.AllowAttrs("selected").OnElements("option")
	p.AllowURLSchemes("http", "https", "mailto", "data")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	allowSVG(p)
	return p
}

// allowSVG allows what drawings are made of.
func allowSVG(p *bluemonday.Policy) {
	elements := strings.Fields(`svg g defs title desc path rect circle ellipse line polyline polygon text tspan textpath clippath mask
		marker symbol use image lineargradient radialgradient stop pattern`)
	p.AllowElements(elements...)
	p.AllowNoAttrs().OnElements(elements...)
	p.AllowAttrs(strings.Fields(`xmlns xmlns:xlink version viewbox preserveaspectratio x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy d points
		transform fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap
		stroke-linejoin stroke-miterlimit opacity font-family font-size font-style font-weight text-anchor dominant-baseline
		alignment-baseline baseline-shift letter-spacing textlength lengthadjust rotate clip-path clip-rule mask marker-start marker-mid
		marker-end markerwidth markerheight markerunits orient refx refy gradientunits gradienttransform spreadmethod offset stop-color
		stop-opacity patternunits patterntransform visibility display overflow xml:space vector-effect shape-rendering text-rendering
		image-rendering color-interpolation paint-order tabindex focusable`)...).Matching(calm).Globally()
	p.AllowAttrs("href", "xlink:href").Matching(pixels).OnElements("image")
	p.AllowAttrs("href", "xlink:href").Matching(fragment).OnElements("use", "textpath", "lineargradient", "radialgradient", "pattern")
}

// playing finds how fast the button of a sequence of figures plays, see package render.
var playing = regexp.MustCompile(`(<button\b[^>]* aria-label="play"[^>]*?) onclick="([^"]*\},(\d+)\)\}[^"]*)"`)

// handling finds the first handler of its button and of its slider, whose behaviour is the page's own.
var handling = regexp.MustCompile(`(<(?:button|input)\b[^>]*? aria-label="(?:play|frame)"[^>]*?) on[a-z]+="[^"]*"`)

// framesStyle is the style that stands in each sequence of figures; the page has it too.
var framesStyle = regexp.MustCompile(`(<div class="mercer-frames"[^>]*>\s*)<style>[^<]*</style>`)

// moving finds the first handler of a control of display.Interact, and controlStyle the style before them: both are the page's own, too.
var (
	moving       = regexp.MustCompile(`(<div class="mercer-control"><label>[^<]*</label><(?:input|select)\b[^>]*?) on[a-z]+="[^"]*"`)
	controlStyle = regexp.MustCompile(`(<div class="mercer-interact">\s*)<style>[^<]*</style>`)
)

// mostHandlers is how many handlers such an element has at most. More are left out with all that
// runs.
const mostHandlers = 4

// Clean returns a piece of HTML without what could run or load something.
func Clean(markup string) string { return policy.Sanitize(markup) }

// clean returns a piece of HTML without what could run or load something, and remembers what that was.
func (p *page) clean(markup string) string {
	if p.Trust {
		return markup
	}
	if strings.Contains(markup, `"mercer-frames"`) {
		p.Frames = true
		markup = playing.ReplaceAllString(markup, `$1 data-millis="$3" onclick="$2"`)
		for range mostHandlers {
			markup = handling.ReplaceAllString(markup, `$1`)
		}
		markup = framesStyle.ReplaceAllString(markup, `$1`)
	}
	if strings.Contains(markup, `"mercer-interact"`) {
		p.Frames = true
		for range mostHandlers {
			markup = moving.ReplaceAllString(markup, `$1`)
		}
		markup = controlStyle.ReplaceAllString(markup, `$1`)
	}
	cleaned := policy.Sanitize(markup)
	before, after := parts(markup), parts(cleaned)
	for name, n := range before {
		if after[name] < n {
			p.left[name] = true
		}
	}
	return cleaned
}

// verbatim are the elements whose text is no prose.
var verbatim = map[string]bool{
	"script": true, "style": true, "pre": true, "code": true, "svg": true, "textarea": true}

// pieces splits a piece of HTML into texts and all else: tags, comments, and what is within verbatim
// elements.
func pieces(markup string, each func(raw string, isText bool)) {
	within := ""
	z := html.NewTokenizer(strings.NewReader(markup))
	for {
		kind := z.Next()
		raw := string(z.Raw()) // before the name is read, which is changed in place
		each(raw, kind == html.TextToken && within == "")
		switch kind {
		case html.ErrorToken:
			return
		case html.StartTagToken:
			if name, _ := z.TagName(); within == "" && verbatim[string(name)] {
				within = string(name)
			}
		case html.EndTagToken:
			if name, _ := z.TagName(); string(name) == within {
				within = ""
			}
		}
	}
}

// parts counts the elements and attributes of a piece of HTML by their names.
func parts(markup string) map[string]int {
	count := map[string]int{}
	z := html.NewTokenizer(strings.NewReader(markup))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return count
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			count["<"+t.Data+">"]++
			for _, a := range t.Attr {
				count[a.Key]++
			}
		}
	}
}
