"""Reference numbers of scipy.stats, written as scipy.json beside this script.

    pip install scipy && python3 reference.py

scipy's fits search without derivatives where they have no formula; they are polished by scipy.optimize, so that both give ten digits.
"""
import json
import pathlib

import numpy as np
import scipy
from scipy import optimize, stats

LAWS = {  # scipy's law, of its parameters those that are fixed, ours from theirs
    "normal": (stats.norm, {}, lambda m, s: (m, s * s)),
    "log-normal": (stats.lognorm, {"floc": 0}, lambda s, _, m: (np.log(m), s * s)),
    "exponential": (stats.expon, {"floc": 0}, lambda _, m: (1 / m,)),
    "laplace": (stats.laplace, {}, lambda m, s: (m, s)),
    "uniform": (stats.uniform, {}, lambda a, w: (a, a + w)),
    "gamma": (stats.gamma, {"floc": 0}, lambda a, _, s: (a, s)),
    "weibull": (stats.weibull_min, {"floc": 0}, lambda a, _, s: (a, s)),
    "beta": (stats.beta, {"floc": 0, "fscale": 1}, lambda a, b, _, __: (a, b)),
    "cauchy": (stats.cauchy, {}, lambda m, s: (m, s)),
    "logistic": (stats.logistic, {}, lambda m, s: (m, s)),
    "gumbel": (stats.gumbel_r, {}, lambda m, s: (m, s)),
}
DRAWS = {
    "normal": lambda r, n: r.normal(3, 2, n), "log-normal": lambda r, n: r.lognormal(1, 0.7, n), "exponential": lambda r, n: r.exponential(3, n),
    "laplace": lambda r, n: r.laplace(-1, 2, n), "uniform": lambda r, n: r.uniform(2, 5, n), "gamma": lambda r, n: r.gamma(2.5, 4, n),
    "weibull": lambda r, n: 3 * r.weibull(1.7, n), "beta": lambda r, n: r.beta(2, 0.8, n), "cauchy": lambda r, n: 1 + 2 * r.standard_cauchy(n),
    "logistic": lambda r, n: r.logistic(5, 0.5, n), "gumbel": lambda r, n: r.gumbel(-2, 3, n),
}
SEARCHED = {"gamma", "weibull", "beta", "cauchy", "logistic", "gumbel"}


def polished(law, fixed, x, fit):
    """Solves that the gradient is 0, in the parameters that are free."""
    free = [i for i, v in enumerate(fit) if not (fixed and (i == len(fit) - 2 and "floc" in fixed or i == len(fit) - 1 and "fscale" in fixed))]

    def whole(v):
        out = list(fit)
        for i, w in zip(free, v):
            out[i] = w
        return out

    def slope(v):
        g = []
        for i in range(len(v)):
            h = 1e-5 * max(1, abs(v[i]))
            at = [np.sum(law.logpdf(x, *whole([w + k * h * (j == i) for j, w in enumerate(v)]))) for k in (-2, -1, 1, 2)]
            g.append((at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * h))
        return g

    r = optimize.root(slope, [fit[i] for i in free], tol=1e-13)
    return whole(r.x)


def reference():
    cases = []
    for name, (law, fixed, ours) in LAWS.items():
        for seed, n in [(1, 12), (2, 100)]:
            x = np.round(DRAWS[name](np.random.default_rng(seed), n), 6)
            fit = law.fit(x, **fixed)
            if name in SEARCHED:
                fit = polished(law, fixed, x, fit)
            cases.append({"Law": name, "X": x.tolist(), "Theta": [float(v) for v in ours(*fit)], "LogLikelihood": float(np.sum(law.logpdf(x, *fit))),
                          "LogProbs": law.logpdf(x[:3], *fit).tolist()})
    for name, law, draw, ours in [("poisson", stats.poisson, lambda r: r.poisson(3, 40), lambda x: np.mean(x)), ("geometric", stats.geom, lambda r: r.geometric(0.3, 40), lambda x: 1 / np.mean(x)),
                                  ("bernoulli", stats.bernoulli, lambda r: r.binomial(1, 0.3, 40), lambda x: np.mean(x))]:
        x = draw(np.random.default_rng(3)).astype(float)
        cases.append({"Law": name, "X": x.tolist(), "Theta": [float(ours(x))], "LogLikelihood": float(np.sum(law.logpmf(x, ours(x)))), "LogProbs": law.logpmf(x[:3], ours(x)).tolist()})
    out = {"Version": "scipy " + scipy.__version__, "Cases": cases}
    (pathlib.Path(__file__).parent / "scipy.json").write_text(json.dumps(out) + "\n")


reference()
