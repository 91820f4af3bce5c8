// Displayed formulas for a narrow screen, and for paper. Derivations are set in columns: mark, how it was found, left side, right side,
// reason; here the same lines stand below each other. So do formulas that stand side by side, with a \quad between them.
var mercerLayout = (function () {
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

  // full is a reason without the smaller type that it has below or behind a formula.
  function full(tex) { return tex.replace(/^\s*\\small(?![A-Za-z])\s*/, ""); }

  function small(tex) { return "\\qquad {\\footnotesize " + tex + "}"; }

  // signs estimates how many signs of a formula are seen.
  function signs(tex) {
    return tex.replace(/\\(text|mathbf|mathrm|mathbb|left|right|big|Big|frac|tfrac)(?![A-Za-z])/g, "").replace(/\\[A-Za-z]+/g, "x").replace(/[{}^_]/g, "").length;
  }

  // pack joins the words of a reason, as many on a line as a phone has room for, to how a step was found. One that stands there needs no "because".
  function pack(found, reason) {
    var lines = [], line = found, joint = "\\text{: }", pieces = wordsOf(reason);
    if (found && pieces[0] === "\\text{because:}") pieces.shift();
    pieces.forEach(function (piece) {
      if (line && signs(line) + signs(piece) > 44) {
        lines.push(line);
        line = "";
      }
      line += (line && joint) + piece;
      joint = "\\text{ }";
    });
    return lines.concat(line || []).map(small);
  }

  // linesOf turns a row of a derivation into lines; apart puts the right side on a line of its own, on are further rows of the formula, the last of which
  // may have a reason behind it, more goes on with the reason.
  function linesOf(cells, on, more, apart) {
    var mark = cells[0], left = bare(cells[2] || ""), right = cells[3] || "", lines = [];
    var parts = /^\\qquad/.test(right) ? ["", bare(right)] : split(right, "\\qquad"); // a reason may stand below or behind its formula
    var found = bare(cells[1] || "").replace("\\scriptsize", ""), reason = bare(cells.slice(4).join("")) || full(parts.slice(1).join("\\qquad "));
    right = parts[0];
    if (mark || left) {
      if (apart && left && right && left !== "\\Rightarrow") lines.push(left, "\\quad " + right);
      else lines.push(left ? left + " " + right : "\\quad " + right);
    } else if (right) lines.push("\\qquad " + right); // a formula that goes on
    on.forEach(function (row) {
      var pieces = split(bare(row), "\\qquad");
      lines.push("\\qquad " + pieces[0]);
      more = pieces.slice(1).map(full).concat(more);
    });
    lines = lines.concat(pack(found, [reason].concat(more).filter(Boolean).join("\\text{ }")));
    return lines.map(function (line, i) { return (i === 0 ? mark : "") + " &\\; " + line; });
  }

  // A formula is broken before an arrow, a relation or a sign: a row that begins with one goes on with the formula above it.
  var operator = /^([=<>+-]|\\(iff|implies|Leftrightarrow|Rightarrow|land|lor|le|ge|ne|approx|in|subseteq|succeq|preceq|succ|prec|sim|propto)(?![A-Za-z]))/;

  // words are the words of a text, each as a piece of its own; what stands between dollar signs stays whole.
  function words(text) {
    return (text.match(/(\$[^$]*\$|[^\s$])+/g) || []).map(function (word) { return "\\text{" + word + "}"; });
  }

  // closing is where the brace closes that stands before i.
  function closing(tex, i) {
    for (var depth = 1; i < tex.length; i++) {
      if (tex[i] === "\\") i++;
      else if (tex[i] === "{") depth++;
      else if (tex[i] === "}" && --depth === 0) break;
    }
    return i;
  }

  // wordsOf are the words of a reason: its formulas belong to what they touch.
  function wordsOf(reason) {
    var list = [], touches = false;
    function add(piece) {
      if (touches) list[list.length - 1] += piece;
      else list.push(piece);
      touches = true;
    }
    for (var i = 0, math = 0; i <= reason.length; i++) {
      var text = reason.startsWith("\\text{", i);
      if (text || i === reason.length) {
        if (reason.slice(math, i).trim()) add(reason.slice(math, i).trim());
        if (!text) break;
        math = closing(reason, i + 6);
        var content = reason.slice(i + 6, math++);
        touches = touches && !/^\s/.test(content);
        words(content).forEach(function (word, k) {
          touches = touches && k === 0;
          add(word);
        });
        touches = touches && !/\s$/.test(content);
        i = math - 1;
      } else if (reason[i] === "{") i = closing(reason, i + 1);
      else if (reason[i] === "\\") i++;
    }
    return list;
  }

  // goesOn returns what a row adds to the reason above it, null for a row that does more.
  function goesOn(cells) {
    var below = /^\s*(?:\\small\s*)?\\rlap\{\\text\{\\qquad ([\s\S]*)\}\}\s*$/.exec(cells[1] || "");
    if (below && !bare(cells[0]) && cells.length === 2) return ["\\text{" + below[1] + "}"];
    if (bare(cells.slice(0, 3).join(""))) return null;
    var right = bare(cells[3] || "");
    if (!right) return [bare(cells.slice(4).join(""))];
    return /^\\qquad/.test(cells[3]) && !operator.test(right) ? [full(right)] : null;
  }

  // rowsOf are the lines of a derivation, each with the rows that it goes on in, as they stand in all.
  function rowsOf(body) {
    var rows = [];
    split(body, "\\\\").forEach(function (row) {
      var cells = split(row, "&"), more = goesOn(cells);
      var last = rows[rows.length - 1];
      if (more && last) last.more = last.more.concat(more);
      else if (last && !bare(cells.slice(0, 3).join("")) && operator.test(bare(cells[3] || ""))) last.on.push(cells[3]);
      else rows.push(last = { cells: cells, on: [], more: [], all: [] });
      last.all.push(row);
    });
    return rows;
  }

  function derivation(body, apart) {
    var rows = rowsOf(body);
    return "\\begin{aligned}\n" + rows.map(function (row) { return linesOf(row.cells, row.on, row.more, apart).join(" \\\\\n"); }).join(" \\\\\n") + "\n\\end{aligned}";
  }

  // steps is the body of a derivation; of other formulas null.
  function steps(tex) {
    var body = aligned.exec(tex);
    return body && /\\textcolor\{#\w+\}\{\\(checkmark|times|circ)\}/.test(body[1]) ? body[1] : null;
  }
  var aligned = /^\s*\\begin\{aligned\}([\s\S]*)\\end\{aligned\}\s*$/;

  // inPieces cuts a derivation into formulas between which a page may end, each with columns of the widths given, in em. A refuted slip
  // stays with the line above it. Other formulas have no pieces.
  function inPieces(tex, widths) {
    var columns = widths.map(function (w) { return "\\kern" + w.toFixed(3) + "em"; }).join(" & ") + " \\\\[-1.5em]\n"; // a row without height
    var list = [];
    rowsOf(steps(tex) || "").forEach(function (row) {
      if (list.length > 0 && /\\text\{not \}/.test(row.cells[3] || "")) list[list.length - 1].push(row.all.join(" \\\\"));
      else list.push([row.all.join(" \\\\")]);
    });
    return list.map(function (rows) { return "\\begin{aligned}\n" + columns + rows.join(" \\\\") + "\\end{aligned}"; });
  }

  // narrow returns the narrow form of a formula, or "" if it has none.
  function narrow(tex, apart) {
    var body = steps(tex);
    if (body) return derivation(body, apart);
    if (aligned.test(tex)) return "";
    var parts = split(tex.replace(/\\qquad(?![A-Za-z])/g, "\\quad "), "\\quad ").filter(Boolean);
    return parts.length < 2 || /\\tag/.test(tex) ? "" : "\\begin{gathered}" + parts.join(" \\\\[0.4em] ") + "\\end{gathered}";
  }
  return { narrow: narrow, inPieces: inPieces };
})();
