#!/usr/bin/env python3
"""Draws the formulas that the language is measured by.

    draw.py CURRICULUM_DIR [--seed N] [--count N] [--all]

The folder holds the inventories of the sources (*.md, items "### ID [TYPE] title" with the lines
"- what:", "- check:" ...) and plan.tsv, which gives each section of items its chapter. Every formula
that states something is taken: in inventories that set formulas between dollar signs those, in the
others, which write them in plain text, each run of mathematical tokens. A formula states something if
it holds a relation between two sides and does not merely give a name a number ("n=20").

The draw is stratified: each chapter has the same quota, from the formulas of its "what" lines; a
chapter that has too few takes those of its other lines too, then its expressions (at least seven
tokens, no relation), and one with too few of all takes all it has, its rest going to the others. Printed: chapter, item, formula as written, separated by tabs.
"""
import argparse
import pathlib
import random
import re
import sys

ITEM = re.compile(r"^### ([NBYSV](?:A|\d)[0-9A-Za-z.]*) \[([^\]]+)\] (.*)$")
FIELD = re.compile(r"^- ([a-z][a-z /]*):")
SKIPPED = {"library", "seed ref", "ref", "source"}

# A relation. An arrow is none: it gives a map its type or a sequence its limit.
RELATION = re.compile(
    r"<=|>=|=>|:=|!=|~=|=|<|>|≤|≥|≠|≈|⇒|⇔|∈|≻|⪰|⊂|⊆"
    r"|\\(?:leq?|geq?|lt|gt|ne|neq|approx|equiv|in|subset|subseteq|iff|implies|Rightarrow|Leftrightarrow"
    r"|succ|succeq|preceq|propto)(?![A-Za-z])| in | iff ")
ARROW = re.compile(r"<?->|<-|\\to(?![a-z])|\\mapsto|\\leftarrow|→|<<|>>")

# Words that are mathematics in plain text; any other word of three letters ends a formula.
WORDS = set("""sum prod min max inf sup log exp ln sqrt sgn sign arg argmin argmax det diag tr trace cov var
lim int grad Var Cov Phi phi psi Psi eta alpha beta gamma delta Delta sigma Sigma lambda Lambda theta Theta mu nu
rho xi kappa omega Omega tau epsilon eps chi zeta pi Pi hat tilde bar star KL MSE Bin Poi rank span dim ker dist
sin cos tan tanh arctan softmax binom mod iff not for all and or with where med card vol proj null erf cdf pdf
in to by of if on a b c d e f g h i j k l m n o p q r s t u v w x y z""".split())
STOP = set("for all and or with where by of if on a not to is it as at an be we so no the".split())


def items(folder):
    """Yields item, field name, text of each line of each item."""
    for path in sorted(folder.glob("*.md")):
        item = None
        for line in path.read_text(encoding="utf-8").splitlines():
            if m := ITEM.match(line):
                item, field = m[1], None
            elif line.startswith("#"):
                item = None
            elif item:
                if m := FIELD.match(line):
                    field, line = m[1], line[m.end():]
                if field and field not in SKIPPED:
                    yield item, "what" if field == "what" else "check", line, path


def in_dollars(text):
    return [m[1].strip() for m in re.finditer(r"\$\$?([^$]+)\$\$?", text)]


def clauses(text):
    """Splits plain text where no bracket is open: at commas, semicolons, colons, full stops."""
    text = re.sub(r"`[^`]*`|\*\*", " ", text)
    depth, start, out = 0, 0, []
    for i, c in enumerate(text):
        depth += (c in "([{") - (c in ")]}")
        depth = max(depth, 0)
        end = c in ";" or (c in ",:." and i + 1 < len(text) and text[i + 1] == " ")
        if c == ":" and text[i + 1:i + 2] == "=":
            end = False
        if end and (depth == 0 or c == ";"):
            out.append(text[start:i])
            start, depth = i + 1, 0
    return out + [text[start:].rstrip(". ")]


def is_math(token):
    """Tells a token of a formula from a word of prose: a word has three letters, no sign and is not known."""
    bare = token.strip("()[],.")
    if re.search(r"[\"“”?]|^\(?(?:e\.g|i\.e|cf|L\d|E\d)", token):
        return False
    if re.fullmatch(r"[A-Za-z]+(-[A-Za-z]+)*", bare):
        return bare in WORDS - STOP or len(bare) == 1 and bare not in "aI" or bare.endswith(("hat", "bar", "~"))
    words = re.findall(r"[A-Za-z]{5,}", token)
    return all(w in WORDS or w.endswith(("hat", "bar")) or len(w) < 8 and re.search(r"[_(=]", token) for w in words)


def in_plain_text(text):
    out = []
    for clause in clauses(text):
        run = []
        for token in clause.split() + [None]:
            if token is not None and is_math(token):
                run.append(token)
                continue
            if run:
                out.append(" ".join(run).strip(" ,.;"))
            run = []
    return [balanced(f) for f in out]


def balanced(formula):
    """Cuts an opening bracket that the run began with and did not close, and the other way round."""
    for left, right in ("()", "[]"):
        while formula.startswith(left) and formula.count(left) > formula.count(right):
            formula = formula[1:].strip()
        while formula.endswith(right) and formula.count(right) > formula.count(left):
            formula = formula[:-1].strip()
    return formula


TOKEN = re.compile(r"\\[A-Za-z]+|[A-Za-zα-ωΑ-Ω]+|\d+(?:\.\d+)?|[-+*/^_|'−·∑∏√∫{(\[]")


def kind_of(formula):
    """"states", "expression" or "" for what is neither."""
    plain = ARROW.sub(" ", formula)
    if any(formula.count(a) != formula.count(b) for a, b in ("()", "{}", "[]")):
        return ""
    letters = set(re.findall(r"[A-Za-zα-ωΑ-Ω]", plain))
    tokens = [t for t in TOKEN.findall(RELATION.sub(" ", plain)) if not re.fullmatch(r"\\(?:mathbb|in|dots|ldots|[,;!])", t)]
    size = len(tokens) - len(re.findall(r"[{(\[]", plain))
    m = RELATION.search(plain)
    if not m:
        worked = plain == formula and re.search(r"\w\s*[-+*/^]|\w\(", formula) and not re.search(r"[,:]", formula)
        return "expression" if worked and size >= 7 and len(letters) >= 2 else ""
    left, right = plain[:m.start()].strip(" &,."), plain[m.end():].strip(" &,.")
    if not re.search(r"[\w)}|\]]", left) or not re.search(r"[\w∞]", right):
        return ""
    return "states" if size >= 5 and len(letters) >= 2 else ""


def chapters(folder):
    found = {}
    for line in (folder / "plan.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, sections = line.split("\t")
            found.update((s, name) for s in sections.split())
    return found


TIERS = "what", "check", "expression"


def pool(folder):
    """All formulas of each chapter, tier by tier, each once, in the order of the files."""
    chapter_of, found = chapters(folder), {}
    dollars = {p: "$" in p.read_text(encoding="utf-8") for p in folder.glob("*.md")}
    seen = set()
    for item, field, text, path in items(folder):
        chapter = chapter_of.get(re.sub(r"[a-z]+$", "", item))
        if chapter is None:
            sys.exit(f"draw.py: plan.tsv gives no chapter for {item}")
        for formula in (in_dollars if dollars[path] else in_plain_text)(text):
            kind = kind_of(formula)
            if kind and (chapter, formula) not in seen:
                seen.add((chapter, formula))
                tiers = found.setdefault(chapter, {t: [] for t in TIERS})
                tiers[field if kind == "states" else kind].append((item, formula))
    return dict(sorted(found.items()))


def draw(found, count, seed):
    """Equal quotas; what a poor chapter leaves free goes to the next ones in turn."""
    rng = random.Random(seed)
    drawn, left = {}, count
    poorest = sorted(found, key=lambda c: (sum(map(len, found[c].values())), c))
    for k, chapter in enumerate(poorest):
        quota = left // (len(poorest) - k)
        take = []
        for tier in TIERS:
            rest = found[chapter][tier]
            take += rng.sample(rest, min(quota - len(take), len(rest)))
        order = {f: i for i, f in enumerate(sum(found[chapter].values(), []))}
        drawn[chapter] = sorted(take, key=order.get)
        left -= len(take)
    return dict(sorted(drawn.items()))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("curriculum", type=pathlib.Path)
    p.add_argument("--seed", type=int, default=8)
    p.add_argument("--count", type=int, default=360)
    p.add_argument("--all", action="store_true", help="print every formula, not a draw")
    args = p.parse_args()
    found = pool(args.curriculum)
    if args.all:
        drawn = {c: sum(f.values(), []) for c, f in found.items()}
    else:
        drawn = draw(found, args.count, args.seed)
    for chapter, formulas in drawn.items():
        for item, formula in formulas:
            print(chapter, item, formula, sep="\t")
        print(f"{chapter}: {len(formulas)} of", *(f"{len(found[chapter][t])} {t}" for t in TIERS), file=sys.stderr)


if __name__ == "__main__":
    main()
