// Displayed formulas for a narrow screen. Derivations are set in columns: mark, how it was found, left side, right side,
// reason; here the same lines stand below each other. So do formulas that stand side by side, with a \quad between them.
var mercerNarrow = (function () {
  "use strict";

  // split cuts a formula at a separator that stands outside of braces and environments.
  function split(tex, separator) {
    var parts = [], depth = 0, from = 0;
    for (var i = 0; i < tex.length; i++) {
      if (depth === 0 && tex.startsWith(separator, i)) {
        parts.push(tex.slice(from, i).trim());
        from = i + separator.length;
        i = from - 1;
      } else if (tex[i] === "\\") {
        if (tex.startsWith("\\begin{", i)) depth++;
        else if (tex.startsWith("\\end{", i)) depth--;
        i++;
      } else if (tex[i] === "{") depth++;
      else if (tex[i] === "}") depth--;
    }
    parts.push(tex.slice(from).trim());
    return parts;
  }

  function bare(tex) { return tex.replace(/^(\\q?quad|\\,|\s)+/, ""); }

  function small(tex) { return "\\qquad {\\footnotesize " + tex + "}"; }

  // linesOf turns a row of a derivation into lines; apart puts the right side on a line of its own.
  function linesOf(cells, apart) {
    var mark = cells[0], left = bare(cells[2] || ""), right = cells[3] || "", lines = [];
    var beside = ""; // a reason that stands behind its formula
    if (!/^\\qquad/.test(right)) {
      var parts = split(right, "\\qquad");
      right = parts[0];
      beside = parts.slice(1).join("\\qquad ");
    }
    if (mark || left) {
      if (apart && left && right && left !== "\\Rightarrow") lines.push(left, "\\quad " + right);
      else lines.push(left ? left + " " + right : "\\quad " + right);
    } else if (right) { // a formula or a reason that goes on
      lines.push(/^\\qquad/.test(right) ? small(bare(right)) : "\\qquad " + right);
    }
    var found = bare(cells[1] || "").replace("\\scriptsize", ""), reason = bare(cells.slice(4).join("")) || beside;
    if (found || reason) lines.push(small([found, reason].filter(Boolean).join("\\text{: }")));
    return lines.map(function (line, i) { return (i === 0 ? mark : "") + " &\\; " + line; });
  }

  function derivation(body, apart) {
    var rows = split(body, "\\\\").map(function (row) { return linesOf(split(row, "&"), apart).join(" \\\\\n"); });
    return "\\begin{aligned}\n" + rows.join(" \\\\\n") + "\n\\end{aligned}";
  }

  // layout returns the narrow form of a formula, or "" if it has none.
  return function (tex, apart) {
    var body = /^\s*\\begin\{aligned\}([\s\S]*)\\end\{aligned\}\s*$/.exec(tex);
    if (body) return /\\textcolor\{#\w+\}\{\\(checkmark|times)\}/.test(body[1]) ? derivation(body[1], apart) : "";
    var parts = split(tex.replace(/\\qquad(?![A-Za-z])/g, "\\quad "), "\\quad ").filter(Boolean);
    return parts.length < 2 || /\\tag/.test(tex) ? "" : "\\begin{gathered}" + parts.join(" \\\\[0.4em] ") + "\\end{gathered}";
  };
})();
