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
})();
