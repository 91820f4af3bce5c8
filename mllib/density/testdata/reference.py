"""Writes reference.json: kernel density estimates, scores, widths and bins of scikit-learn, scipy, statsmodels and numpy, on data that are drawn here.

    python reference.py
"""

import json
import warnings

import numpy as np
import scipy
import sklearn
import statsmodels
from scipy.optimize import brentq
from scipy.stats import gaussian_kde
from sklearn.neighbors import KernelDensity
from statsmodels.nonparametric.kernel_density import KDEMultivariate

warnings.simplefilter("ignore")
rng = np.random.default_rng(14)


def finite(v):
    """JSON has no infinities: -1e999 stands for minus infinity."""
    return [float(x) if np.isfinite(x) else -1e300 for x in v]


def sample(n, d):
    x = rng.normal(size=(n, d))
    x[n // 2 :] = 0.5 * x[n // 2 :] + 2.5
    return np.round(x @ (np.eye(d) + 0.3 * np.ones((d, d))) + 5 * np.arange(d), 3)


kernels = []
for kernel, ours in [("gaussian", "gaussian"), ("epanechnikov", "epanechnikov"), ("tophat", "tophat"), ("linear", "triangular"), ("cosine", "cosine"), ("exponential", "exponential")]:
    for d, n in [(1, 60), (2, 350), (3, 90), (7, 60)]:
        for weighted in [False, True]:
            x = sample(n, d)
            w = np.round(0.001 + rng.exponential(size=n), 3) if weighted else None
            h = 0.35171 + 0.4 * d
            at = np.vstack([x[:15] + 0.4 * rng.normal(size=(15, d)).round(3), x[:5] + 3.0, x[:2] + 60.0])
            m = KernelDensity(kernel=kernel, bandwidth=h, rtol=0, atol=0).fit(x, sample_weight=w)
            kernels.append(dict(Kernel=ours, X=x.tolist(), Weights=None if w is None else w.tolist(), Bandwidth=h, At=at.tolist(), Logs=finite(m.score_samples(at))))

scipys = []
for d, n in [(1, 80), (2, 120), (3, 60)]:
    for rule, ours in [("scott", "scott"), ("silverman", "silverman")]:
        for weighted in [False, True]:
            x = sample(n, d)
            w = np.round(0.001 + rng.exponential(size=n), 3) if weighted else None
            m = gaussian_kde(x.T, bw_method=rule, weights=w)
            at = x[:12] + rng.normal(size=(12, d))
            scipys.append(dict(Rule=ours, X=x.tolist(), Weights=None if w is None else w.tolist(), At=at.tolist(), Probs=m(at.T).tolist(), Cov=np.atleast_2d(m.covariance).tolist()))

models = []
for d, n in [(1, 50), (2, 40), (3, 60)]:
    x = sample(n, d)
    for c in [0.2, 0.5, 1.1]:
        bw = c * np.std(x, axis=0)
        m = KDEMultivariate(x, "c" * d, bw=bw)
        at = x[:10] + 0.5
        models.append(dict(X=x.tolist(), Widths=bw.tolist(), At=at.tolist(), Probs=np.atleast_1d(m.pdf(at)).tolist(),
                           Imse=float(m.imse(bw)), Likelihood=float(m.loo_likelihood(bw, func=lambda v: np.log(v)))))

chosen = []
for n in [30, 75, 140]:
    x = sample(n, 1)
    m = KDEMultivariate(x, "c", bw="cv_ls")
    chosen.append(dict(X=x[:, 0].tolist(), Width=float(m.bw[0]), Imse=float(m.imse(m.bw)), Own=float(m.imse(np.array([0.5])))))


def sheather_jones(x):
    """The solve-the-equation rule, all pairs (R: bw.SJ, there binned)."""
    n = len(x)
    scale = min(np.std(x, ddof=1), np.subtract(*np.percentile(x, [75, 25])) / 1.349)
    u = x[:, None] - x[None, :]

    def phi(z, r):
        poly = {4: z**4 - 6 * z**2 + 3, 6: z**6 - 15 * z**4 + 45 * z**2 - 15}[r]
        return poly * np.exp(-z * z / 2) / np.sqrt(2 * np.pi)

    def functional(g, r):
        return phi(u / g, r).sum() / (n * (n - 1) * g ** (r + 1))

    a, b = 1.24 * scale * n ** (-1 / 7), 1.23 * scale * n ** (-1 / 9)
    ratio = 1.357 * (functional(a, 4) / -functional(b, 6)) ** (1 / 7)
    f = lambda h: (1 / (2 * np.sqrt(np.pi)) / (n * functional(ratio * h ** (5 / 7), 4))) ** 0.2 - h
    top = 1.144 * scale * n**-0.2
    return brentq(f, 0.01 * top, 3 * top, xtol=1e-15, rtol=1e-14)


def nrd0(x):
    return 0.9 * min(np.std(x, ddof=1), np.subtract(*np.percentile(x, [75, 25])) / 1.34) * len(x) ** -0.2


widths = []
for n in [25, 100, 400]:
    x = sample(n, 1)[:, 0]
    widths.append(dict(X=x.tolist(), SheatherJones=float(sheather_jones(x)), Robust=float(nrd0(x))))

bins = []
for rule, ours in [("sturges", "sturges"), ("scott", "scott"), ("fd", "freedman-diaconis")]:
    for n in [10, 57, 300]:
        x = sample(n, 1)[:, 0]
        f, e = np.histogram(x, bins=rule, density=True)
        bins.append(dict(Rule=ours, X=x.tolist(), Edges=e.tolist(), Densities=f.tolist()))

print(json.dumps(dict(Versions=dict(numpy=np.__version__, scipy=scipy.__version__, sklearn=sklearn.__version__, statsmodels=statsmodels.__version__),
                      Kernels=kernels, Scipy=scipys, Models=models, Chosen=chosen, Widths=widths, Bins=bins)), file=open("reference.json", "w"))
