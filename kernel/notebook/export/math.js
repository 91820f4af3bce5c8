(function () {
  "use strict";
  var macros = {}; // shared, so that a \newcommand holds for the rest of the page
  var options = { throwOnError: false, globalGroup: true, strict: false, trust: false, macros: macros };
  function set(element, tex, display) {
    tex = tex.replace(/\\label\{[^}]*\}/g, "")
      .replace(/\\begin\{eqnarray\*?\}/g, "\\begin{array}{rcl}").replace(/\\end\{eqnarray\*?\}/g, "\\end{array}");
    katex.render(tex, element, Object.assign({}, options, { displayMode: display }));
  }
  document.querySelectorAll(".math").forEach(function (element) {
    set(element, element.textContent, element.classList.contains("display"));
  });
  document.querySelectorAll(".has-math").forEach(function (element) {
    renderMathInElement(element, Object.assign({}, options, {
      delimiters: [
        { left: "$$", right: "$$", display: true },
        { left: "$", right: "$", display: false },
        { left: "\\(", right: "\\)", display: false },
        { left: "\\[", right: "\\]", display: true },
        { left: "\\begin{equation}", right: "\\end{equation}", display: true },
        { left: "\\begin{align}", right: "\\end{align}", display: true },
        { left: "\\begin{aligned}", right: "\\end{aligned}", display: true }
      ]
    }));
  });

  // A browser may break a line beside any part of a formula in a line. What is written without a space before or behind it,
  // as a bracket, a full stop, the rest of "k-means", goes into the part that it touches, and into what is read aloud.
  function join(words, part, spoken, place) {
    var seen = document.createElement("span"), said = document.createElementNS("http://www.w3.org/1998/Math/MathML", "mtext");
    seen.className = "joined";
    seen.textContent = said.textContent = words;
    part[place](seen);
    spoken[place](said);
  }

  // beside is what stands next to a formula, also outside of the emphasis or the strong words that it begins or ends.
  function beside(node, side) {
    while (!node[side] && /^(?:EM|STRONG|B|I)$/.test(node.parentElement.tagName)) node = node.parentElement;
    return node[side];
  }

  // cut takes what the pattern finds out of a text beside a formula.
  function cut(node, pattern) {
    var found = node && node.nodeType === Node.TEXT_NODE ? pattern.exec(node.data) : null;
    if (!found) return "";
    node.data = node.data.replace(pattern, "");
    return found[0];
  }

  document.querySelectorAll(".katex").forEach(function (formula) {
    var parts = formula.querySelectorAll(".katex-html > .katex-base"), spoken = formula.querySelector("semantics > mrow");
    if (parts.length === 0 || !spoken || formula.closest(".katex-display")) return;
    var whole = formula.parentElement; // the element that was made for the formula
    var before = cut(beside(whole, "previousSibling"), /[(\[{“„‘«]+$/), behind = cut(beside(whole, "nextSibling"), /^(?:['’]?\p{L}+|[(\[]\S*)?(?:[-‑]\p{L}+)?[.,;:!?…%)\]}”’»]*/u);
    if (before) join(before, parts[0], spoken, "prepend");
    if (behind) join(behind, parts[parts.length - 1], spoken, "append");
  });

  // A formula in a line of which a part is wider than its block scrolls in itself. A book has its own way (site.js).
  function scrollLong() {
    if (window.mercerLayout) return;
    document.querySelectorAll(".katex").forEach(function (formula) {
      var whole = formula.parentElement;
      if (whole.closest(".katex-display")) return;
      whole.classList.remove("long");
      var block = whole.parentElement.closest("p, li, td, th, dd, h1, h2, h3, h4, h5, h6, blockquote, div");
      if (block && formula.getBoundingClientRect().width > block.clientWidth) whole.classList.add("long");
    });
  }
  addEventListener("load", scrollLong);
  addEventListener("resize", scrollLong);
})();
