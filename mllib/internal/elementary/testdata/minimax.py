"""Prints the coefficients of exp.go and log.go: polynomials of least relative error by Remez' exchange, in 200 bits, rounded to float64.

    pip install mpmath==1.3.0; python minimax.py
"""

import mpmath as mp

mp.mp.prec = 200


def remez(f, weight, lo, hi, degree):
    """The polynomial p with the least maximum of |p - f|·weight on [lo, hi], and that maximum."""
    n = degree + 2
    points = [(lo + hi) / 2 + (hi - lo) / 2 * mp.cos(mp.pi * (n - i - mp.mpf("0.6")) / n) for i in range(n)]
    for _ in range(12):
        rows = [[x**j for j in range(degree + 1)] + [(-1) ** i / weight(x)] for i, x in enumerate(points)]
        solution = mp.lu_solve(mp.matrix(rows), mp.matrix([f(x) for x in points]))
        c = list(solution)[:-1]
        error = lambda x: (mp.polyval(c[::-1], x) - f(x)) * weight(x)
        grid = [lo + (hi - lo) * i / 2000 for i in range(2001)]
        points, worst = extrema(error, grid, n)
    return c, worst


def extrema(error, grid, n):
    """The largest deviation of each stretch of one sign, n of them."""
    best = []
    for x in grid:
        e = error(x)
        if best and mp.sign(best[-1][1]) == mp.sign(e):
            if abs(e) > abs(best[-1][1]):
                best[-1] = (x, e)
        else:
            best.append((x, e))
    while len(best) > n:
        best.pop(0 if abs(best[0][1]) < abs(best[-1][1]) else -1)
    return [x for x, _ in best], max(abs(e) for _, e in best)


def show(name, c, worst):
    print(f"{name}: error 2^{float(mp.log(worst, 2)):.1f}")
    for j, v in enumerate(c):
        print(f"\t{float(v).hex()},")


def exp_tail(r):
    """(e^r - 1 - r) / r²"""
    return mp.mpf(1) / 2 if abs(r) < mp.mpf(10) ** -20 else (mp.expm1(r) - r) / r**2


def log_tail(z):
    """(log((1+s)/(1-s)) - 2s) / (s z) for z = s²"""
    if z < mp.mpf(10) ** -20:
        return mp.mpf(2) / 3 + z * 2 / 5
    s = mp.sqrt(z)
    return (mp.log1p(2 * s / (1 - s)) - 2 * s) / (s * z)


if __name__ == "__main__":
    edge = mp.log(2) / 2 * (1 + mp.mpf(2) ** -20)
    for degree in (8, 9):
        show(f"exp, degree {degree}, relative to e^r", *remez(exp_tail, lambda r: (r**2 + edge**2 / 10) / mp.exp(r), -edge, edge, degree))
    top = ((mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)) ** 2 * (1 + mp.mpf(2) ** -20)
    for degree in (5, 6):
        show(f"log, degree {degree}, relative to 2s", *remez(log_tail, lambda z: (z + top / 10) / 2, mp.mpf(0), top, degree))
    ln2 = mp.log(2)
    high = mp.mpf(float(ln2))
    short = mp.floor(ln2 * 2**42) / 2**42
    print("1/ln 2", float(1 / ln2).hex())
    print("ln 2 in 53 bits and the rest", float(high).hex(), float(ln2 - high).hex())
    print("ln 2 in 42 bits and the rest", float(short).hex(), float(ln2 - short).hex())
