(function () {
  "use strict";
  // Case and accents do not count: "gyorfi" finds Györfi.
  function plain(text) { return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase(); }

  var sections = mercerSections.map(function (s) {
    return { section: s, title: plain(s.t), text: plain(s.x), words: " " + plain(s.w) + " " };
  });

  // count says how often a word stands in a text, at most so many times; within a word it counts less.
  function count(text, word, most) {
    var score = 0;
    for (var at = text.indexOf(word), n = 0; at >= 0 && n < most; at = text.indexOf(word, at + word.length), n++) {
      score += at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]) ? 1 : 0.25;
    }
    return score;
  }

  // score counts the words that are there before it counts how often; it is 0 if all are wanted and one is not there.
  function score(s, words, all) {
    var sum = 0, there = 0;
    words.forEach(function (word) {
      var one = 10 * count(s.title, word, 1) + count(s.text, word, 5) + 0.5 * count(s.words, word, 2);
      if (one > 0) there++;
      sum += one;
    });
    return all && there < words.length ? 0 : 1000 * there + sum;
  }

  // ranked are the sections that have all the words, or some, the best first.
  function ranked(words, all) {
    return sections.map(function (s) { return { s: s.section, score: score(s, words, all) }; })
      .filter(function (f) { return f.score > 0; }).sort(function (a, b) { return b.score - a.score; });
  }

  // snippet adds the text around the first of the words, with all of them marked.
  function snippet(parent, text, words) {
    var low = plain(text), first = -1;
    if (low.length !== text.length) low = text.toLowerCase(); // accents are written apart: places would not fit
    words.forEach(function (w) { var at = low.indexOf(w); if (at >= 0 && (first < 0 || at < first)) first = at; });
    var from = Math.max(0, first - 80), to = Math.min(text.length, Math.max(first, 0) + 160);
    while (from > 0 && text[from - 1] !== " ") from--;
    while (to < text.length && text[to] !== " ") to++;
    if (from > 0) parent.append("… ");
    for (var at = from; at < to;) {
      var next = to, length = 0;
      words.forEach(function (w) {
        var found = low.indexOf(w, at);
        if (found >= 0 && found < next) { next = found; length = w.length; }
      });
      parent.append(text.slice(at, next));
      if (length > 0) {
        var mark = document.createElement("mark");
        mark.textContent = text.slice(next, next + length);
        parent.append(mark);
      }
      at = next + length;
    }
    if (to < text.length) parent.append(" …");
  }

  function element(name, className) {
    var e = document.createElement(name);
    if (className) e.className = className;
    return e;
  }

  var list = document.getElementById("mercer-found"), status = document.getElementById("mercer-count"), most = 40;
  function show(query) {
    var words = plain(query).split(/\s+/).filter(Boolean);
    list.textContent = "";
    if (words.length === 0) { status.textContent = "Words of the text, of titles, of code, or items such as N3d."; return; }
    var found = ranked(words, true), some = "";
    if (found.length === 0 && words.length > 1) {
      some = "No section has all these words. ";
      found = ranked(words.filter(function (w) { return w.length > 2; }), false);
    }
    status.textContent = found.length === 0 ? "Nothing has " + (words.length > 1 ? "these words." : "this word.")
      : some + found.length + (found.length === 1 ? " section" : " sections") + (some ? " with some of them" : "") +
        (found.length > most ? ", of which these fit best:" : "");
    found.slice(0, most).forEach(function (f) {
      var item = element("li"), link = element("a"), where = element("p", "where"), text = element("p");
      link.href = f.s.p + (f.s.a ? "#" + encodeURIComponent(f.s.a) : "");
      link.textContent = f.s.t;
      where.textContent = f.s.c;
      snippet(text, f.s.x, words);
      item.append(link, where, text);
      list.append(item);
    });
  }

  var input = document.querySelector("#mercer-search input");
  input.value = new URLSearchParams(location.search).get("q") || "";
  input.addEventListener("input", function () { show(input.value); });
  show(input.value);
  input.focus();
})();
