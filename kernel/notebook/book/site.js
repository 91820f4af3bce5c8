(function () {
  "use strict";
  var root = document.documentElement;

  // The switch between light and dark: the reader's choice is kept, without one the system decides.
  var button = document.getElementById("mercer-theme");
  var system = window.matchMedia("(prefers-color-scheme: dark)");
  function dark() { return root.dataset.theme ? root.dataset.theme === "dark" : system.matches; }
  function label() {
    button.textContent = dark() ? "Light" : "Dark";
    button.setAttribute("aria-label", dark() ? "Switch to the light theme" : "Switch to the dark theme");
  }
  if (button) {
    button.hidden = false;
    label();
    system.addEventListener("change", label);
    button.addEventListener("click", function () {
      root.dataset.theme = dark() ? "light" : "dark";
      try { localStorage.setItem("mercer-theme", root.dataset.theme); } catch (e) { } // kept for this page only
      label();
    });
  }

  // A link to a section of this page closes the contents that lie over it.
  var contents = document.getElementById("mercer-contents");
  if (contents) contents.addEventListener("click", function (event) {
    if (event.target.closest("a") && contents.matches(":popover-open")) contents.hidePopover();
  });

  // Beside a wide page the contents show which section is read.
  var links = contents ? Array.from(contents.querySelectorAll("ul ul a")) : [], here = null;
  var headings = links.map(function (link) { return document.getElementById(decodeURIComponent(link.hash.slice(1))); });
  function follow() {
    var next = null;
    headings.forEach(function (heading, i) {
      if (heading && heading.getBoundingClientRect().top < window.innerHeight / 3) next = links[i];
    });
    if (next === here) return;
    if (here) here.classList.remove("here");
    here = next;
    if (!here) return;
    here.classList.add("here");
    var above = here.getBoundingClientRect().top - contents.getBoundingClientRect().top;
    if (above < 0 || above > contents.clientHeight - 60) contents.scrollTop += above - contents.clientHeight / 2;
  }
  var due = 0;
  if (links.length > 0) window.addEventListener("scroll", function () {
    clearTimeout(due);
    due = setTimeout(follow, 100);
  }, { passive: true });
  follow();

  // The marks of derivations get colours of the theme in place of those that stand in the formula.
  var marks = { "rgb(26, 148, 97)": "good", "rgb(217, 72, 15)": "wrong", "rgb(119, 119, 119)": "other", "rgb(125, 125, 125)": "other" };
  function colour(formula) {
    formula.querySelectorAll("[style*=color]").forEach(function (element) {
      if (marks[element.style.color]) element.classList.add(marks[element.style.color]);
    });
  }
  document.querySelectorAll(".math").forEach(colour);

  // A displayed formula that is wider than its place is set in its narrow form, if it has one; then it is made smaller, broken
  // at its relations where that is not enough, and what is still too wide scrolls.
  var wide = new Map(); // of each that was too wide, its text and its width
  function set(element, tex) {
    katex.render(tex, element, { displayMode: true, throwOnError: false, strict: false });
    colour(element);
  }
  // hold keeps together what stands in brackets, for a formula that breaks: it breaks outside of them.
  function hold(element) {
    var bars = 0, depth = 0, group = null;
    var parts = Array.from(element.querySelectorAll(".katex-html > .katex-base"));
    function follow(text) {
      for (var sign of text) {
        if (/[(\[{⟨⌊⌈]/.test(sign)) depth++;
        else if (/[)\]}⟩⌋⌉]/.test(sign)) depth = Math.max(0, depth - 1);
        else if (sign === "∣" && depth === 0) bars++;
      }
    }
    follow(element.querySelector(".katex-html").textContent);
    var paired = bars % 2 === 0;
    bars = depth = 0;
    parts.forEach(function (part) {
      var inside = group;
      follow(part.textContent);
      var open = depth > 0 || paired && bars % 2 === 1;
      if (!inside && open) {
        group = document.createElement("span");
        group.className = "held";
        part.before(group);
      }
      if (group) group.append(part);
      if (!open) group = null;
    });
  }

  // loosen takes back what fitDisplay did.
  function loosen(element) {
    var known = wide.get(element);
    element.style.fontSize = "";
    element.classList.remove("breaks");
    if (known && known.narrow) set(element, known.tex);
    if (known) known.narrow = false;
  }
  function overflows(element) { return element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1; }
  // fitDisplay yields what it changes, one thing after another, to be done before it is asked on.
  function* fitDisplay(element) {
    var room = element.clientWidth, known = wide.get(element);
    if (!known) {
      var source = element.querySelector("annotation");
      wide.set(element, known = { tex: source ? source.textContent : "" });
    }
    var little = room > 500 && 0.8 * element.scrollWidth <= room; // on paper and on a wide screen a little smaller letters do
    for (var apart of little ? [] : [false, true]) {
      var narrow = mercerLayout.narrow(known.tex, apart);
      if (!narrow || element.scrollWidth <= room + 1) continue;
      known.narrow = true;
      yield function () { set(element, narrow); };
    }
    if (room < 0.85 * element.scrollWidth) yield function () {
      element.classList.add("breaks");
      if (!element.querySelector(".held")) hold(element);
    };
    for (var size = 1; size > 0.75 && element.scrollWidth > room + 1;) { // smaller letters break at other places
      size = Math.max(0.75, Math.min(size - 0.02, Math.floor(100 * size * room / element.scrollWidth) / 100));
      yield function () { element.style.fontSize = size + "em"; };
    }
  }
  // inTurns asks all sequences for their next change before it makes one of them: a question after a change has the whole page laid out again.
  function inTurns(sequences) {
    while (sequences.length > 0) {
      var turns = sequences.map(function (sequence) { return sequence.next(); });
      sequences = sequences.filter(function (_, i) { return !turns[i].done; });
      turns.forEach(function (turn) { if (!turn.done) turn.value(); });
    }
  }

  // A formula in a line breaks at its relations; one of which a part is wider than the line scrolls in itself.
  function outgrows(element) {
    var block = element.closest("p, li, td, th, dd, h1, h2, h3, h4, div"), room = block ? block.clientWidth : 0;
    return room > 0 && Array.from(element.querySelectorAll(".katex-html > .katex-base")).some(function (part) { return part.offsetWidth > room; });
  }

  // Texts in a table that scrolls, or in which a column would be as narrow as a word and its cells many lines tall, have more room.
  function crowded(box) {
    if (box.clientWidth === 0) return false;
    return box.scrollWidth > box.clientWidth + 1 || Array.from(box.querySelectorAll("td, th")).some(function (cell) {
      var em = parseFloat(getComputedStyle(cell).fontSize), words = document.createRange();
      words.selectNodeContents(cell);
      return cell.matches(".text") && cell.clientWidth < 7 * em && words.getBoundingClientRect().height > 8 * em;
    });
  }
  document.querySelectorAll(".scroll td, .scroll th").forEach(function (cell) {
    var text = Array.from(cell.childNodes).map(function (node) { return node.nodeType === 1 && node.matches(".math") ? " " : node.textContent; }).join("");
    if (text.length > 16 && /\S\s+\S/.test(text)) cell.classList.add("text");
  });

  // each asks a question of all elements before it changes one of them, as inTurns does.
  function each(selector, undo, question, change) {
    var elements = Array.from(document.querySelectorAll(selector));
    elements.forEach(undo);
    var answers = elements.map(question);
    elements.forEach(function (element, i) { change(element, answers[i]); });
  }
  function without(name) { return function (element) { element.classList.remove(name); }; }
  function withIf(name) { return function (element, yes) { if (yes) element.classList.add(name); }; }
  function fit() {
    var displays = Array.from(document.querySelectorAll(".math.display"));
    displays.forEach(loosen);
    inTurns(displays.filter(overflows).map(fitDisplay));
    each(".math:not(.display)", without("wide"), outgrows, withIf("wide"));
    each(".scroll", without("scrolls"), crowded, withIf("scrolls"));
    each("pre, .scroll, .html, .figure, .math.display, .math.wide, .latex", function () {}, function (element) {
      return element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible";
    }, function (element, yes) { // by the keyboard
      if (yes) element.tabIndex = 0;
      else element.removeAttribute("tabindex");
    });
  }
  var width = 0;
  function refit() {
    if (root.clientWidth !== width) fit();
    width = root.clientWidth; // the bar of a phone's browser changes the height alone
  }
  var main = document.querySelector("main");
  // On paper a derivation that takes more than a third of a page may go on overleaf, behind one of its formulas; a formula that is as tall
  // is set in pieces. A shorter one stays whole.
  var third = 350;
  function* cutDerivation(element) {
    var source = element.querySelector("annotation"), table = element.querySelector(".mtable"), place = element.closest(".output .markdown > p");
    if (place && place.parentElement.clientHeight >= third) yield function () { place.parentElement.classList.add("tall"); };
    if (!source || !table || !place || element.clientHeight < third) return;
    var em = parseFloat(getComputedStyle(table).fontSize);
    var columns = Array.from(table.querySelectorAll(":scope > [class^=col-align]"));
    var pieces = mercerLayout.inPieces(source.textContent, columns.map(function (c) { return c.getBoundingClientRect().width / em; }));
    if (pieces.length >= 4) yield function () {
      place.classList.add("pieces");
      pieces.forEach(function (tex) {
        var piece = document.createElement("span");
        piece.className = "math display piece";
        set(piece, tex);
        piece.style.fontSize = element.style.fontSize;
        place.append(piece);
      });
    };
  }
  window.addEventListener("beforeprint", function () { // as wide as paper is, with its smaller letters
    main.style.cssText = "width: 760px; max-width: none; padding: 0";
    fit();
    inTurns(Array.from(document.querySelectorAll(".math.display"), cutDerivation));
  });
  window.addEventListener("afterprint", function () {
    main.style.cssText = "";
    document.querySelectorAll(".piece").forEach(function (piece) { piece.remove(); });
    document.querySelectorAll(".pieces, .tall").forEach(function (place) { place.classList.remove("pieces", "tall"); });
    fit();
  });
  document.fonts.ready.then(refit);
  window.addEventListener("resize", refit);
})();
