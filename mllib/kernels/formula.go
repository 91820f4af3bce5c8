package kernels

import (
	"fmt"
	"strconv"
	"strings"
)

// script is a way to write a formula: with the letters of plain text, or in LaTeX.
type script struct {
	latex          bool
	minus, times   string
	open, close    string // brackets around a sum
	exp, over      string // templates of exp(1) and 1/√(2·3)
	apply, select_ string // templates of a matrix 1 applied to 2, and of the coordinates 1 of 2
}

var (
	plainText = script{minus: "−", times: "·", open: "(", close: ")", exp: "exp(%s)", over: "%s/√(%s·%s)", apply: "%s%s", select_: "%[2]s[%[1]s]"}
	latexText = script{latex: true, minus: "-", times: `\cdot `, open: `\left(`, close: `\right)`, exp: `\exp\left(%s\right)`, over: `\frac{%s}{\sqrt{%s\cdot %s}}`,
		apply: "%s%s", select_: "%[2]s_{[%[1]s]}"}
)

// String returns the formula of the kernel, as "exp(−‖x−y‖²/(2·3²))".
func (k Kernel) String() string { return plainText.write(k) }

// LaTeX returns the formula of the kernel in LaTeX.
func (k Kernel) LaTeX() string { return latexText.write(k) }

// write says what is wrong with a kernel that has no formula.
func (s script) write(k Kernel) string {
	if err := k.Check(); err != nil {
		text := strings.ReplaceAll(err.Error(), "\n", "; ")
		if s.latex {
			return `\text{no kernel: ` + strings.NewReplacer("_", `\_`, "#", `\#`, "%", `\%`, "&", `\&`, "$", `\$`, "{", `\{`, "}", `\}`).Replace(text) + "}"
		}
		return "no kernel: " + text
	}
	return s.formula(k, "x", "y")
}

// formula is the formula of a kernel for points of the given names.
func (s script) formula(k Kernel, x, y string) string {
	f := record(k.Kind)
	switch f.base {
	case ofMoved:
		return s.formula(k.Parts[0], s.moved(k, x), s.moved(k, y))
	case ofParts:
		return s.composed(k, x, y)
	}
	template := f.text
	if s.latex {
		template = f.latex
	}
	if k.Kind == KindMatern && k.Shape <= 2.5 {
		template = s.matern(k.Shape)
	}
	if k.Kind == KindPolynomial && k.Degree == 1 {
		template = strings.NewReplacer("^{degree}", "", "^{{degree}}", "").Replace(template)
	}
	return strings.NewReplacer("{x}", x, "{y}", y, "{width}", number(k.Width), "{shape}", s.shape(k), "{scale}", number(k.Scale), "{degree}", s.degree(k.Degree),
		"{factor}", s.factor(k.Scale), "{offset}", s.offset(k.Offset), "^{degree}", s.degree(k.Degree)).Replace(template)
}

func (s script) composed(k Kernel, x, y string) string {
	parts := make([]string, len(k.Parts))
	for i, p := range k.Parts {
		parts[i] = s.formula(p, x, y)
		if k.Kind == KindProduct || k.Kind == KindScaled || k.Kind == KindNormalised && !s.latex {
			parts[i] = s.factorOf(p, x, y)
		}
	}
	switch k.Kind {
	case KindSum:
		return strings.ReplaceAll(strings.Join(parts, " + "), "+ "+s.minus, s.minus+" ")
	case KindProduct:
		return strings.Join(parts, s.times)
	case KindScaled:
		return s.factor(k.Scale) + map[bool]string{true: s.times}[k.Scale != 1 && k.Scale != -1] + parts[0]
	case KindExp:
		return fmt.Sprintf(s.exp, parts[0])
	default:
		return fmt.Sprintf(s.over, parts[0], s.factorOf(k.Parts[0], x, x), s.factorOf(k.Parts[0], y, y))
	}
}

// factorOf is the formula as a factor, in brackets where it is a sum.
func (s script) factorOf(k Kernel, x, y string) string {
	if s.isSum(k) {
		return s.open + s.formula(k, x, y) + s.close
	}
	return s.formula(k, x, y)
}

// isSum tells whether the formula of k needs brackets where it is multiplied.
func (s script) isSum(k Kernel) bool {
	switch k.Kind {
	case KindSum:
		return len(k.Parts) > 1 || s.isSum(k.Parts[0])
	case KindBrownianBridge:
		return true
	case KindScaled:
		return k.Scale < 0
	case KindMapped, KindStretched, KindOn:
		return s.isSum(k.Parts[0])
	}
	return false
}

// matern spells out the three usual cases.
func (s script) matern(nu float64) string {
	switch {
	case nu == .5:
		if s.latex {
			return record(KindLaplacian).latex
		}
		return record(KindLaplacian).text
	case nu == 1.5 && s.latex:
		return `\left(1+\frac{\sqrt3\,\|{x}-{y}\|}{{width}}\right)\exp\left(-\frac{\sqrt3\,\|{x}-{y}\|}{{width}}\right)`
	case nu == 1.5:
		return "(1 + √3·‖{x}−{y}‖/{width})·exp(−√3·‖{x}−{y}‖/{width})"
	case s.latex:
		return `\left(1+\frac{\sqrt5\,\|{x}-{y}\|}{{width}}+\frac{5\|{x}-{y}\|^2}{3\cdot {width}^2}\right)\exp\left(-\frac{\sqrt5\,\|{x}-{y}\|}{{width}}\right)`
	}
	return "(1 + √5·‖{x}−{y}‖/{width} + 5·‖{x}−{y}‖²/(3·{width}²))·exp(−√5·‖{x}−{y}‖/{width})"
}

// moved is the name of a point in other coordinates.
func (s script) moved(k Kernel, x string) string {
	switch k.Kind {
	case KindOn:
		return fmt.Sprintf(s.select_, list(k.Columns, strconv.Itoa), x)
	case KindStretched:
		return fmt.Sprintf(s.apply, "diag("+list(k.Factors, number)+")", x)
	}
	if n, d := len(k.Matrix), len(k.Matrix[0]); n*d > 6 {
		return fmt.Sprintf(s.apply, fmt.Sprintf("A[%d×%d]", n, d), x)
	}
	rows := make([]string, len(k.Matrix))
	for i, r := range k.Matrix {
		rows[i] = strings.ReplaceAll(list(r, number), ",", "")
	}
	return fmt.Sprintf(s.apply, "["+strings.Join(rows, "; ")+"]", x)
}

// degree is an exponent: raised digits in text.
func (s script) degree(n int) string {
	if s.latex {
		return strconv.Itoa(n)
	}
	return strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(n))
}

func (s script) factor(v float64) string {
	switch v {
	case 1:
		return ""
	case -1:
		return s.minus
	}
	return strings.Replace(number(v), "-", s.minus, 1)
}

func (s script) offset(v float64) string {
	switch {
	case v == 0:
		return ""
	case v < 0:
		return " " + s.minus + " " + number(-v)
	}
	return " + " + number(v)
}

// shape is ν as a fraction, or α.
func (s script) shape(k Kernel) string {
	if k.Kind == KindMatern {
		return strconv.Itoa(int(2*k.Shape)) + "/2"
	}
	return number(k.Shape)
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func list[T any](values []T, write func(T) string) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = write(v)
	}
	return strings.Join(words, ", ")
}
