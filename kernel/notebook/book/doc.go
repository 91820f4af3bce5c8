// Package book makes one site of static pages out of executed notebooks.
//
// [Build] reads the notebooks and returns the files of the site, [Site.Write] puts them into a directory. The way of a
// notebook is a file each:
//
//   - chapter.go reads it, refuses it when it is not executed or holds a failing cell, and renders its cells with package
//     export, which has no network, sanitises, and sets formulas with KaTeX;
//   - rewrite.go makes its links those of the site, puts its pictures into files, and lets wide tables scroll in themselves;
//   - theorems.go finds its derivations and their conclusions, items.go the items of the sources that its cells carry as
//     tags, how.go in which way, index.go the same as a Markdown table, search.go the text of its sections;
//   - pages.go makes the pages, from site.html and what is in it;
//   - narrow.js writes displayed formulas anew for a phone, and cuts tall derivations into pieces for paper; site.js says where that is
//     needed;
//   - links.go goes over all pages: a link that leads nowhere is an error, and so is anything that a page would fetch from
//     elsewhere.
//
// The pages work from a directory as they do from a server: no page loads data but by a script element, and nothing comes
// from the network. What all pages share lies in assets once: style, scripts, KaTeX with its fonts, the index of the search.
//
// Pictures are files: with 11 kB (median) and up to 100 kB each they would make up most of a page, a third more as base64, and nothing
// of the page could be read before they are there. They are loaded when they come into view, into the room that their
// size reserves. Those behind a slider stay inside.
//
// Why not an export for Jupyter Book (MyST)? It would need Node and, to build, themes from the network; it would render
// outputs its own way, without the sliders (whose script it drops) and without the marks of derivations as they are set
// here; and a site of it fetches its data with scripts, which a browser forbids to pages that are opened as files. What it
// gives besides — references across pages, an index, search — is what the notebooks know already: the titles and
// conclusions of their derivations, the tags of their cells.
package book
