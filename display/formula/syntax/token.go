package syntax

import "strings"

// kind sorts tokens by what the parser does with them.
type kind uint8

const (
	kEnd    kind = iota // the end of the text or of a line
	kLine               // the end of a line of the text
	kNumber             // 3, 0.25
	kName               // a letter, styled or not, in canonical spelling
	kWord               // a function word: \log, \tr
	kBig                // an operator with a binder: \sum, \max
	kRel                // a relation
	kSign               // everything else, by its spelling
	kAccent             // \hat, \bar
	kText               // \text{…}
	kNote               // \because{…}, \tol{…}, \tag{…} with their text
	kHead               // \given, \let, \therefore
	kBad                // what cannot be read; text is the message
)

// token is a sign of the text. Spacing commands are no tokens, but leave their mark on the next one.
type token struct {
	Span
	kind  kind
	text  string // canonical spelling; of kText, kNote the text in braces
	note  string // of kNote the command
	side  byte   // l, r or m after \left, \right, \middle and the like
	start int    // where it begins with its \left or the like: a formula that is shown from there has both or none
	quad  bool   // stands after \quad
	gap   bool   // stands after \quad or a smaller space
}

// is tells whether the token is one of the signs or relations.
func (t token) is(signs ...string) bool {
	if t.kind != kSign && t.kind != kRel {
		return false
	}
	for _, s := range signs {
		if t.text == s {
			return true
		}
	}
	return false
}

// commands has the kind of every command in canonical spelling; words of names are canonical without backslash in styles.
var commands = func() map[string]kind {
	m := map[string]kind{}
	for k, list := range map[kind]string{
		kName: `\alpha \beta \gamma \delta \epsilon \varepsilon \zeta \eta \theta \vartheta \iota \kappa \varkappa \lambda \mu \nu \xi \pi \varpi
			\rho \varrho \sigma \varsigma \tau \upsilon \phi \varphi \chi \psi \omega \Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Upsilon
			\Phi \Psi \Omega \ell \infty`,
		kWord: `\exp \log \ln \sin \cos \tan \sinh \cosh \tanh \arcsin \arccos \arctan \erf \sgn \det \tr \diag \rank \Var \Cov \Pr`,
		kBig:  `\sum \prod \max \min \sup \inf \argmax \argmin \bigcup \bigcap \forall \exists`,
		kRel: `= \ne < \le > \ge \approx \in \notin \subseteq \subset \supseteq \supset \preceq \prec \succeq \succ \propto \sim \perp
			\implies \iff`,
		kSign: `+ - / * \cdot \times \odot \otimes \circ \cup \cap \setminus \to \land \lor \neg ( ) [ ] { } \{ \} | \| \mid \langle
			\rangle \lfloor \rfloor \lceil \rceil , ; : := ! ' ^ _ & \\ \top \prime \dots \emptyset \frac \binom \sqrt \int \iint \nabla
			\partial \begin \end \refute \arg \substack \parallel \#`,
		kAccent: `\hat \tilde \bar \vec \dot \ddot \check \breve \underline`,
		kHead:   `\given \let \therefore`,
	} {
		for _, c := range strings.Fields(list) {
			m[c] = k
		}
	}
	return m
}()

// aliases are other spellings of commands and signs. What stands for several tokens is spelled with spaces.
var aliases = pairs(`\leq \le \geq \ge \leqslant \le \geqslant \ge \neq \ne \Rightarrow \implies \Longrightarrow \implies \Leftrightarrow \iff
	\Longleftrightarrow \iff \wedge \land \vee \lor \lnot \neg \ldots \dots \cdots \dots \dotsc \dots \dotsb \dots \intercal \top
	\lbrace \{ \rbrace \} \lbrack [ \rbrack ] \Vert \| \vert | \lVert \| \rVert \| \lvert | \rvert | \varnothing \emptyset \ast * \star *
	\colon : \coloneqq := \rightarrow \to \dfrac \frac \tfrac \frac \cfrac \frac \dbinom \binom \tbinom \binom \widehat \hat
	\widetilde \tilde \overline \bar \smallsetminus \setminus \backslash \setminus \sign \sgn \trace \tr \Tr \tr
	\sqsubseteq \subseteq \lt < \gt > \indep \perp \thinspace \,
	⊤ \top ≤ \le ≥ \ge ≠ \ne ≈ \approx ∈ \in ∉ \notin ⊆ \subseteq ⊂ \subset ⊇ \supseteq ⊃ \supset ≼ \preceq ⪯ \preceq ≺ \prec
	≽ \succeq ⪰ \succeq ≻ \succ ∝ \propto ∼ \sim ⊥ \perp ∥ \parallel ⇒ \implies ⟹ \implies ⇔ \iff ⟺ \iff · \cdot ⋅ \cdot × \times ⊙ \odot
	⊗ \otimes ∘ \circ ∪ \cup ∩ \cap ∖ \setminus → \to ∧ \land ∨ \lor ¬ \neg ‖ \| ∣ \mid ⟨ \langle ⟩ \rangle ⌊ \lfloor ⌋ \rfloor
	⌈ \lceil ⌉ \rceil … \dots ⋯ \dots ∅ \emptyset ′ ' ’ ' − - – - ∗ * ⋆ * ∑ \sum ∏ \prod ∫ \int ∬ \iint ∇ \nabla ∂ \partial √ \sqrt
	∀ \forall ∃ \exists ∞ \infty ⋃ \bigcup ⋂ \bigcap ∴ \therefore ≔ :=
	α \alpha β \beta γ \gamma δ \delta ε \varepsilon ϵ \epsilon ζ \zeta η \eta θ \theta ϑ \vartheta ι \iota κ \kappa λ \lambda
	μ \mu µ \mu ν \nu ξ \xi π \pi ρ \rho ϱ \varrho σ \sigma ς \varsigma τ \tau υ \upsilon φ \varphi ϕ \phi χ \chi ψ \psi ω \omega
	Γ \Gamma Δ \Delta ∆ \Delta Θ \Theta Λ \Lambda Ξ \Xi Π \Pi Σ \Sigma Υ \Upsilon Φ \Phi Ψ \Psi Ω \Omega ℓ \ell`)

// sides are the commands that size brackets, and on which side the bracket after them stands.
var sides = pairs(`\left l \bigl l \Bigl l \biggl l \Biggl l \right r \bigr r \Bigr r \biggr r \Biggr r
	\middle m \bigm m \Bigm m \biggm m \Biggm m \big 0 \Big 0 \bigg 0 \Bigg 0`)

// skipped are the commands that only space the formula.
var skipped = set(`\, \; \: \! \  \> \quad \qquad \displaystyle \textstyle \scriptstyle \limits \nolimits \nonumber \notag \thinspace \allowbreak \mathstrut`)

// gaps are the commands of skipped that leave a space which may separate.
var gaps = set(`\, \; \: \> \quad \qquad \thinspace`)

// styles are the commands that style a letter or a word, and the style it has in canonical spelling; "" leaves it as it is.
var styles = pairs(`\mathrm \mathrm \operatorname \mathrm \operatorname* \mathrm \mathbb \mathbb \mathcal \mathcal \mathscr \mathcal \mathbf \mathbf
	\boldsymbol \mathbf \bm \mathbf \mathds \mathbb \mathbbm \mathbb \mathfrak \mathfrak \mathsf \mathsf \mathtt \mathtt
	\mathit \mathit \rm \mathrm \bf \mathbf \it \mathit \cal \mathcal`)

// switches are the styles that hold to the end of the group.
var switches = set(`\rm \bf \it \cal`)

// doubled are single signs that stand for a styled letter.
var doubled = pairs(`ℝ \mathbb{R} ℕ \mathbb{N} ℤ \mathbb{Z} ℚ \mathbb{Q} ℂ \mathbb{C} ℙ \mathbb{P} 𝔼 \mathbb{E} 𝟙 \mathbf{1} 𝟏 \mathbf{1} ℋ \mathcal{H}
	ℱ \mathcal{F} 𝒳 \mathcal{X} 𝒴 \mathcal{Y} \R \mathbb{R} \N \mathbb{N} \Z \mathbb{Z} \Q \mathbb{Q}`)

// styled are styled words that are something else than a name, in canonical spelling.
var styled = pairs(`\mathrm{tr} \tr \mathrm{Tr} \tr \mathrm{trace} \tr \mathrm{diag} \diag \mathrm{rank} \rank \mathrm{rk} \rank \mathrm{sgn} \sgn
	\mathrm{sign} \sgn \mathrm{erf} \erf \mathrm{Var} \Var \mathrm{Cov} \Cov \mathrm{var} \Var \mathrm{cov} \Cov \mathrm{Pr} \Pr \mathrm{det} \det
	\mathrm{exp} \exp \mathrm{log} \log \mathrm{ln} \ln \mathrm{sin} \sin \mathrm{cos} \cos \mathrm{tan} \tan \mathrm{tanh} \tanh
	\mathrm{argmax} \argmax \mathrm{argmin} \argmin \mathrm{max} \max \mathrm{min} \min \mathrm{sup} \sup \mathrm{inf} \inf
	\mathrm{e} e \mathrm{T} \top \mathsf{T} \top \mathrm{P} \mathbb{P} \mathrm{E} \mathbb{E} \mathbf{P} \mathbb{P} \mathbf{E} \mathbb{E}
	\mathbb{1} \mathbf{1}`)

// raised and lowered are the signs that Unicode has as scripts.
var (
	raised  = pairs(`⁰ 0 ¹ 1 ² 2 ³ 3 ⁴ 4 ⁵ 5 ⁶ 6 ⁷ 7 ⁸ 8 ⁹ 9 ⁺ + ⁻ - ⁿ n ⁱ i ᵀ \top ᵏ k ᵈ d ᵐ m ᵗ t`)
	lowered = pairs(`₀ 0 ₁ 1 ₂ 2 ₃ 3 ₄ 4 ₅ 5 ₆ 6 ₇ 7 ₈ 8 ₉ 9 ₊ + ₋ - ᵢ i ⱼ j ₖ k ₗ l ₘ m ₙ n ₚ p ₛ s ₜ t ₓ x`)
)

func pairs(list string) map[string]string {
	f := strings.Fields(list)
	m := map[string]string{}
	for i := 0; i+1 < len(f); i += 2 {
		m[f[i]] = f[i+1]
	}
	return m
}

func set(list string) map[string]bool {
	m := map[string]bool{`\ `: true}
	for _, s := range strings.Fields(list) {
		m[s] = true
	}
	return m
}
