package syntax

// absent are commands of LaTeX that the language does not have, and what to write.
var absent = map[string]string{
	`\choose`: `write \binom{n}{k}`, `\over`: `write \frac{a}{b}`, `\lim`: "limits are not in the language", `\limsup`: "limits are not in the language",
	`\liminf`: "limits are not in the language", `\pm`: "state both signs in lines of their own", `\mp`: "state both signs in lines of their own",
	`\equiv`: `write = or \iff`, `\cong`: "write =", `\simeq`: `write \approx`, `\ll`: `write < or \le`, `\gg`: `write > or \ge`,
	`\oint`: "integrals are on the line and in the plane", `\div`: `write / or \frac`, `\mapsto`: "define the function by \\let",
	`\lesssim`: `write \le with its constant`, `\gtrsim`: `write \ge with its constant`, `\oplus`: "direct sums are not in the language",
	`\ker`: "kernels of maps are not in the language", `\dim`: "name the dimension", `\bmod`: "remainders are not in the language",
	`\mod`: "remainders are not in the language", `\pmod`: "remainders are not in the language",
}

// hint suggests what was meant by an unknown command.
func hint(command string) string {
	if a := absent[command]; a != "" {
		return ": " + a
	}
	best, least := "", (len(command)+1)/3
	consider := func(c string) {
		if c[0] != '\\' || len(c) < 3 {
			return
		}
		if d := edits(command, c, least); d < least || d == least && (best == "" || c < best) {
			best, least = c, d
		}
	}
	for c := range commands {
		consider(c)
	}
	for c := range aliases {
		consider(c)
	}
	for c := range styles {
		consider(c)
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// edits is the number of letters to insert, delete, change or swap with their neighbour that make b of a, or more than limit.
func edits(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			same := 1
			if a[i-1] == b[j-1] {
				same = 0
			}
			row[j] = min(last[j-1]+same, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
