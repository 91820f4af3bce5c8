"""The workloads: the data, what scikit-learn does with them, and what both results must have in common.

The answers of mllib come from the command fit (see fit/methods.go) as flat arrays in the layout that each `theirs` returns.
"""

import dataclasses
import warnings
from typing import Callable

import numpy as np
from scipy import stats
from scipy.interpolate import make_smoothing_spline
from scipy.spatial import cKDTree
from scipy.sparse.linalg import eigsh
from scipy.spatial.distance import cdist
from scipy.special import log_expit
from sklearn.cluster import KMeans
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.ensemble import AdaBoostClassifier, GradientBoostingClassifier, RandomForestClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.datasets import load_digits
from sklearn.kernel_ridge import KernelRidge
from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
from sklearn.linear_model import Lasso, LogisticRegression, Perceptron
from sklearn.manifold import Isomap
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.mixture import GaussianMixture
from sklearn.neighbors import KernelDensity, NearestNeighbors
from sklearn.neural_network import MLPClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC, SVR, LinearSVC, LinearSVR
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_info

warnings.simplefilter("ignore", ConvergenceWarning)  # of passes that are limited on purpose

Array = np.ndarray


@dataclasses.dataclass
class Workload:
    name: str
    what: str
    data: Callable[[float], tuple[Array, Array]]  # of the share of the full number of rows: X, and labels or starting centres
    ours: list[str]  # methods of the command fit; the first is what a user gets who chooses nothing
    theirs: dict[str, Callable[[Array, Array], Array]]  # the first likewise
    agree: Callable[[Array, Array, Array, Array], str]  # of X, y, our result and theirs; raises where they differ


def groups(seed: int, n: int, d: int, k: int) -> tuple[Array, Array]:
    """Normal observations with means and covariance matrices of their own in each of k classes."""
    rng = np.random.default_rng(seed)
    y = rng.integers(k, size=n)
    means = rng.normal(size=(k, d))
    shapes = 0.1 * rng.normal(size=(k, d, d)) / np.sqrt(d) + np.eye(d)  # not far from each other, for posteriors between 0 and 1
    x = np.empty((n, d))
    for c in range(k):
        x[y == c] = 0.4 * means[c] + rng.normal(size=(np.sum(y == c), d)) @ shapes[c].T
    return x, y


def logistic(seed: int, n: int, d: int) -> tuple[Array, Array]:
    """Labels drawn from a logistic model with normal X and coefficients of length about 2."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d))
    w = 2 * rng.normal(size=d) / np.sqrt(d)
    return x, (rng.random(n) < 1 / (1 + np.exp(-(x @ w + 0.5)))).astype(int)


def blobs(seed: int, n: int, d: int, k: int, spread: float) -> tuple[Array, Array]:
    """Normal observations around k normal means of standard deviation spread; the first k of them are the starting centres."""
    rng = np.random.default_rng(seed)
    means = spread * rng.normal(size=(k, d))
    x = means[rng.integers(k, size=n)] + rng.normal(size=(n, d))
    return x, x[:k].copy()


def eighths(seed: int, n: int, d: int) -> tuple[Array, Array]:
    """Two overlapping normal classes, rounded to multiples of 1/8 so that sums of them are exact in any order."""
    rng = np.random.default_rng(seed)
    y = np.where(rng.random(n) < 0.5, -1, 1)
    return np.round(8 * (0.1 * y[:, None] + rng.normal(size=(n, d)))) / 8, y


def waves(seed: int, n: int, d: int) -> tuple[Array, Array]:
    """Normal observations, and a sine of the first column with noise."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d))
    return x, np.sin(2 * x[:, 0]) + 0.2 * rng.normal(size=n)


def along_line(seed: int, n: int) -> tuple[Array, Array]:
    """A sine with noise at points of distances between 0.6 and 1.4, where the equations for B-splines keep their digits."""
    rng = np.random.default_rng(seed)
    x = np.arange(n) + 0.4 * rng.random(n)
    return x[:, None], np.sin(x / 50) + 0.3 * rng.normal(size=n)


def kernel_ridge(x, y):
    return KernelRidge(alpha=1, kernel="rbf", gamma=0.05).fit(x, y).dual_coef_


def sparse(seed: int, n: int, d: int) -> tuple[Array, Array]:
    """Targets that are the sum of the first ten normal columns, and noise of variance 1."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d))
    return x, x[:, :10].sum(axis=1) + rng.normal(size=n)


PRICE, GAP = 0.1, 5e-9  # of the lasso: α, and the duality gap in units of Σ(y - mean)²/n


def lasso(x, y):
    m = Lasso(alpha=PRICE, tol=GAP, max_iter=10_000).fit(x, y)
    return np.append(m.coef_, m.intercept_)


def lasso_agrees(x, y, ours, theirs):
    """Both are within the gap of the minimum."""
    def objective(w):
        return np.mean((y - x @ w[:-1] - w[-1]) ** 2) / 2 + PRICE * np.sum(np.abs(w[:-1]))

    more = objective(ours) - objective(theirs)
    if abs(more) > GAP * np.var(y):
        raise AssertionError(f"objectives differ by {more:.2g}")
    return f"objective larger by {more:.1e}"


def smoothing_spline(x, y):
    return make_smoothing_spline(x[:, 0], y, lam=100)(x[:, 0])


def curve(seed: int, n: int, labels: bool) -> tuple[Array, Array]:
    """A smooth function of points of the unit cube in five dimensions with noise; or two labels, whether it is large."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(size=(n, 5))
    y = 3 * x[:, 0] + np.sin(6 * x[:, 4]) + 0.1 * rng.normal(size=n)
    y = y - np.mean(y)
    return x, np.where(y > 0, 1, -1) if labels else y


def process(x, y):
    m = GaussianProcessRegressor(ConstantKernel(1) * RBF(0.5), alpha=0.01, optimizer=None).fit(x, y)
    return np.array([m.log_marginal_likelihood_value_])


def process_searched(x, y):
    m = GaussianProcessRegressor(ConstantKernel(1) * RBF(0.5) + WhiteKernel(0.01), alpha=0).fit(x, y)
    return np.array([m.log_marginal_likelihood_value_])


def process_classifier(x, y):
    m = GaussianProcessClassifier(ConstantKernel(1) * RBF(0.5), optimizer=None).fit(x, y)
    return np.append(m.base_estimator_.f_cached, m.log_marginal_likelihood_value_)


def evidence_agrees(x, y, ours, theirs):
    """With a search ours may be larger."""
    if ours[0] < theirs[0] - 1e-6 * (1 + abs(theirs[0])):
        raise AssertionError(f"log evidence {ours[0]}, scikit-learn's is {theirs[0]}")
    return f"log evidence larger by {ours[0] - theirs[0]:.1e}"


def modes_agree(x, y, ours, theirs):
    difference = np.max(np.abs(ours - theirs) / (1 + np.abs(theirs)))
    if not difference < 1e-5:
        raise AssertionError(f"the modes differ by {difference}")
    return f"modes and evidence agree to {difference:.0e}"


def roll(seed: int, n: int) -> tuple[Array, Array]:
    """Points of a rolled strip, uniform by area."""
    rng = np.random.default_rng(seed)
    t = 1.5 * np.pi * (1 + 2 * rng.random(8 * n))
    t = t[rng.random(8 * n) < np.hypot(1, t) / np.hypot(1, 4.5 * np.pi)][:n]
    return np.column_stack([t * np.cos(t), 21 * rng.random(n), t * np.sin(t)]), np.zeros(n)


def distances(seed: int, n: int) -> tuple[Array, Array]:
    x, y = roll(seed, n)
    return cdist(x, x), y


def isomap(solver):
    def fit(x, y):
        return Isomap(n_neighbors=10, n_components=2, eigen_solver=solver).fit_transform(x)
    return fit


def largest(k, dense):
    """The k largest eigenvalues of a symmetric matrix and their vectors, the largest first."""
    def solve(a):
        values, vectors = np.linalg.eigh(a) if dense else eigsh(a, k, which="LA")
        order = np.argsort(-values)[:k]
        return values[order], vectors[:, order]
    return solve


def scaling(dense):
    def fit(d, y):
        b = d**2
        b -= b.mean(axis=0)
        b -= b.mean(axis=1)[:, None]
        b *= -0.5
        values, vectors = largest(2, dense)(b)
        return vectors * np.sqrt(values)
    return fit


def diffusion(dense):
    def fit(x, y):
        k = np.exp(cdist(x, x, "sqeuclidean") / -8)
        q = 1 / k.sum(axis=1)
        k *= q[:, None]
        k *= q
        d = k.sum(axis=1)
        s = 1 / np.sqrt(d)
        k *= s[:, None]
        k *= s
        values, vectors = largest(3, dense)(k)
        return values[1:] * vectors[:, 1:] * np.sqrt(d.sum() / d)[:, None]
    return fit


def embeddings_agree(x, y, ours, theirs):
    """Up to the signs of the columns."""
    a, b = ours.reshape(len(x), -1), theirs.reshape(len(x), -1)
    far = near(1e-6, a / np.abs(b).max(), b * np.sign(np.sum(a * b, axis=0)) / np.abs(b).max())
    return f"coordinates within {far:.1e} of the largest"


def lda(x, y):
    return LinearDiscriminantAnalysis().fit(x, y).predict_proba(x)


def lda_lsqr(x, y):
    return LinearDiscriminantAnalysis(solver="lsqr").fit(x, y).predict_proba(x)


def qda(x, y):
    return QuadraticDiscriminantAnalysis().fit(x, y).predict_proba(x)


def logistic_regression(**options):
    def fit(x, y):
        m = LogisticRegression(C=1, max_iter=1000, **options).fit(x, y)
        return np.append(m.coef_[0], m.intercept_)
    return fit


def k_means(algorithm):
    def fit(x, start):
        m = KMeans(len(start), init=start, n_init=1, max_iter=300, tol=0, algorithm=algorithm).fit(x)
        return np.append(m.cluster_centers_, m.inertia_)
    return fit


def perceptron(x, y):
    m = Perceptron(shuffle=False, max_iter=10, tol=None).fit(x, y)
    return np.append(m.coef_[0], m.intercept_)


def near(tolerance: float, ours: Array, theirs: Array) -> float:
    far = np.max(np.abs(ours.ravel() - theirs.ravel()))
    if not far <= tolerance:
        raise AssertionError(f"the results differ by {far:.2g}, more than {tolerance:g}")
    return far


def posteriors_agree(x, y, ours, theirs):
    return f"posteriors within {near(1e-8, ours, theirs):.1e}"


def values_agree(x, y, ours, theirs):
    return f"values within {near(1e-8, ours, theirs):.1e}"


def coefficients_agree(x, y, ours, theirs):
    """mllib stops at the maximum, scikit-learn near it: its coefficients are compared where it is told to go on."""
    def criterion(w):
        return np.sum(log_expit(np.where(y == 1, 1, -1) * (x @ w[:-1] + w[-1]))) - w[:-1] @ w[:-1] / 2

    exact = logistic_regression(solver="newton-cholesky", tol=1e-10)(x, y)
    far, more = near(1e-6, ours, exact), criterion(ours) - criterion(theirs)
    if more < -1e-6:
        raise AssertionError(f"scikit-learn's penalised log-likelihood is larger by {-more:.2g}")
    return f"coefficients within {far:.1e} of the maximum; penalised log-likelihood larger by {max(more, 0):.1e}"


def inertia_agrees(x, y, ours, theirs):
    """Rounding may send late passes another way where the data have no groups, so that the inertia is what is compared."""
    return f"inertia within {near(1e-4, ours[-1:] / theirs[-1], np.ones(1)):.1e} of theirs"


def weights_equal(x, y, ours, theirs):
    near(0, ours, theirs)
    return "weights equal to the last bit"


def curved(seed: int, n: int, d: int) -> tuple[Array, Array]:
    """Normal X, and a function of four columns with noise of about its size."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d))
    return x, np.sin(2 * x[:, 0]) + x[:, 1] * x[:, 2] + x[:, 3] / 2 + rng.normal(size=n) / 2


def signs(data: tuple[Array, Array]) -> tuple[Array, Array]:
    return data[0], np.where(data[1] > 0, 1, -1)


def machine(model):
    """All coefficients, those of rows that are no support vectors too, and the intercept."""
    def fit(x, y):
        m = model(gamma=1 / x.shape[1], tol=1e-3).fit(x, y)
        flat = np.zeros(len(x) + 1)
        flat[m.support_], flat[-1] = m.dual_coef_[0], m.intercept_[0]
        return flat
    return fit


def machines_agree(linear):
    """The dual objective, of which linear gives the part beside -βᵀKβ/2, must not be lower than theirs by more than the tolerance leaves open."""
    def agree(x, y, ours, theirs):
        gram = rbf_kernel(x, gamma=1 / x.shape[1])
        value, reached = (linear(y, v[:-1]) - v[:-1] @ gram @ v[:-1] / 2 for v in (ours, theirs))
        if not abs(value - reached) < 1e-5 * reached:
            raise AssertionError(f"dual objective {value}, scikit-learn's {reached}")
        far = np.max(np.abs(gram @ (ours - theirs)[:-1] + (ours - theirs)[-1]))
        return f"dual objective larger by {(value - reached) / reached:.1e} of it, decision values within {far:.1e}"
    return agree


def plane(model):
    def fit(x, y):
        m = model().fit(x, y)
        return np.append(np.ravel(m.coef_), m.intercept_)
    return fit


def planes_agree(loss):
    """Of mllib the offset is free, of scikit-learn's linear machines it is penalised: the objective without that, with loss(y, f), must not be larger than theirs."""
    def agree(x, y, ours, theirs):
        value, reached = (v[:-1] @ v[:-1] / 2 + np.sum(loss(y, x @ v[:-1] + v[-1])) for v in (ours, theirs))
        less = (reached - value) / value
        if less < -1e-9:
            raise AssertionError(f"objective larger by {-less:.1e} of it")
        return f"objective smaller by {less:.1e} of it"
    return agree


def hinge(y, f):
    return np.maximum(0, 1 - y * f)


def labelled(seed: int, n: int, d: int) -> tuple[Array, Array]:
    x, y = logistic(seed, n, d)
    return x, 2 * y - 1


ASKED = 2_000  # rows that a tree or a forest has not learned from


def products(seed: int, n: int, d: int) -> tuple[Array, Array]:
    """Labels of x₁ + x₂x₃ with noise. Values are multiples of 1/4096, which single precision holds, as scikit-learn's trees take it."""
    rng = np.random.default_rng(seed)
    x = np.round(4096 * rng.normal(size=(n, d))) / 4096
    return x, np.where(x[:, 0] + x[:, 1] * x[:, 2] + rng.normal(size=n) > 0, 1, -1)


def threads() -> int:
    return max((p["num_threads"] for p in threadpool_info()), default=1)


def one_tree(x, y):
    return DecisionTreeClassifier(random_state=1).fit(x[ASKED:], y[ASKED:]).predict_proba(x)[:, 1]


def trees_agree(x, y, ours, theirs):
    """Both know all that they have learned; of cuts that are equally good each takes another, so that on new rows only the errors must be near."""
    right, unequal = y[:ASKED] > 0, np.abs(ours - theirs)[ASKED:].max()
    wrong = [np.mean((p > 0.5) != right) for p in (ours[:ASKED], theirs[:ASKED])]
    if unequal > 1e-12 or abs(wrong[0] - wrong[1]) > 0.02:
        raise AssertionError(f"posteriors of what was learned apart by {unequal:g}, errors {wrong[0]:.3f} and {wrong[1]:.3f}")
    return f"errors on new rows {wrong[0]:.3f}, theirs {wrong[1]:.3f}"


def random_forest(x, y):
    return RandomForestClassifier(n_jobs=threads(), random_state=1).fit(x[ASKED:], y[ASKED:]).predict_proba(x[:ASKED])[:, 1]


def forests_agree(x, y, ours, theirs):
    """Both draw, each from its own source: errors on rows they have not seen must be near, and so must the shares of votes."""
    wrong = [np.mean((p > 0.5) != (y[:ASKED] > 0)) for p in (ours, theirs)]
    apart = np.sqrt(np.mean((ours - theirs) ** 2))
    if abs(wrong[0] - wrong[1]) > 0.02 or apart > 0.07:
        raise AssertionError(f"errors {wrong[0]:.3f} and {wrong[1]:.3f}, shares of votes apart by {apart:.3f}")
    return f"errors on new rows {wrong[0]:.3f}, theirs {wrong[1]:.3f}"


ROUNDS = 200


def numpy_stumps(x, y):
    """AdaBoost with stumps of least weighted error: all cuts of a sorted column by one cumulated sum."""
    order = np.ascontiguousarray(np.argsort(x, axis=0, kind="stable").T)
    values = np.take_along_axis(x.T, order, axis=1)
    ends = values[:, 1:] > values[:, :-1]
    rows, w, alphas = np.arange(len(y)), np.full(len(y), 1 / len(y)), []
    for _ in range(ROUNDS):
        signed = w * y
        total = signed.sum()
        score = 2 * np.cumsum(signed[order], axis=1)[:, :-1] - total
        j, k = np.unravel_index(np.argmax(np.where(ends, np.abs(score), -1)), score.shape)
        wrong = (np.where(x[rows, j] <= (values[j, k] + values[j, k + 1]) / 2, 1, -1) * np.sign(score[j, k])) != y
        error = w[wrong].sum() / w.sum()
        alphas.append(np.log((1 - error) / error))
        w[wrong] *= np.exp(alphas[-1])
        w /= w.sum()
    return np.array(alphas)


def gini_stumps(x, y):
    return AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=ROUNDS, random_state=1).fit(x, y).estimator_weights_


def alphas_agree(x, y, ours, theirs):
    apart = np.max(np.abs(ours - theirs))
    if not apart < 1e-9:
        raise AssertionError(f"α differ by {apart:.2g}")
    return f"α within {apart:.1e}"


def gradient_boosting(x, y):
    return GradientBoostingClassifier(random_state=1).fit(x, y).predict_proba(x)[:, 1]


def boosters_agree(x, y, ours, theirs):
    """Of few rows several cuts gain the same, and the choice decides over a tree: the losses must be as large, to a hundredth."""
    loss, other = (-np.mean(np.log(np.where(y > 0, p, 1 - p))) for p in (ours.reshape(len(y), -1)[:, -1], theirs))
    if not abs(loss - other) < 0.01 * other:
        raise AssertionError(f"mean cross-entropy {loss:.4g}, scikit-learn's {other:.4g}")
    return f"mean cross-entropy {loss:.4g}, scikit-learn's {other:.4g}, posteriors within {np.max(np.abs(ours.reshape(len(y), -1)[:, -1] - theirs)):.1e}"


def k_means_workload(name, what, spread):
    return Workload(f"K-means, {name}", f"n = 100,000, d = 16, K = 10, {what}, to convergence or 300 passes, from equal centres",
                    lambda scale: blobs(3, int(100_000 * scale), 16, 10, spread), ["kmeans"],
                    {"lloyd": k_means("lloyd"), "elkan": k_means("elkan")}, inertia_agrees)


def digits(scale: float) -> tuple[Array, Array]:
    x, y = load_digits(return_X_y=True)
    n = int(len(x) * scale)
    return x[:n].copy(), y[:n]


def network(x, y):
    return MLPClassifier(max_iter=20, n_iter_no_change=20, random_state=1).fit(x, y).predict_proba(x).ravel()


def networks_agree(x, y, ours, theirs):
    """Other starts and orders of the rows: both must have learned as much."""
    ours, theirs = (-np.mean(np.log(v.reshape(len(y), -1)[np.arange(len(y)), y])) for v in (ours, theirs))
    if not ours < 1.5 * theirs:
        raise AssertionError(f"mean cross-entropy {ours:.3g}, scikit-learn's {theirs:.3g}")
    return f"mean cross-entropy {ours:.3g}, scikit-learn's {theirs:.3g}"


def questions(x: Array) -> tuple[Array, Array]:
    """The first sixth of the rows are asked about, the others are searched."""
    m = len(x) // 6
    return x[m:], x[:m]


def tree_of_scipy(x, y):
    known, asked = questions(x)
    return cKDTree(known).query(asked, k=5)[0].ravel()


def tree_of_scikit_learn(x, y):
    known, asked = questions(x)
    return NearestNeighbors(n_neighbors=5, algorithm="kd_tree").fit(known).kneighbors(asked)[0].ravel()


def distances_agree(x, y, ours, theirs):
    worst = np.max(np.abs(ours - theirs) / theirs)
    if worst > 1e-12:
        raise AssertionError(f"distances differ by {worst:.2g} of themselves")
    return f"distances differ by {worst:.0e} of themselves"


def mixture(form):
    """Ten steps of EM from the given means and unit covariances; its numbers are the log likelihood for each row and the steps."""
    def fit(x, start):
        k, d = start.shape
        precisions = np.array([np.eye(d)] * k) if form == "full" else np.ones((k, d))
        m = GaussianMixture(k, covariance_type=form, means_init=start, weights_init=np.ones(k) / k, precisions_init=precisions, tol=1e-300, max_iter=10).fit(x)
        return np.array([m.score(x), m.n_iter_])
    return fit


def mixtures_agree(x, y, ours, theirs):
    """Of equal steps, the log likelihood is not lower than theirs but for what they add to covariances."""
    if ours[1] != theirs[1] or ours[0] < theirs[0] - 1e-5:
        raise AssertionError(f"log likelihood {ours[0]} after {ours[1]} steps, scikit-learn's {theirs[0]} after {theirs[1]}")
    return f"log likelihood for each row larger by {ours[0] - theirs[0]:.1e} after {ours[1]:.0f} steps"


def lifetimes(seed: int, n: int) -> tuple[Array, Array]:
    """Positive numbers of a Weibull law, and as many labels, which nobody asks for."""
    rng = np.random.default_rng(seed)
    return 3 * rng.weibull(1.7, size=(n, 1)), np.zeros(n)


def law(of):
    def fit(x, _):
        shape, _, scale = of.fit(x[:, 0], floc=0)
        return np.array([shape, scale])
    return fit


def laws_agree(of):
    def agree(x, y, ours, theirs):
        more = np.sum(of.logpdf(x[:, 0], ours[0], 0, ours[1])) - np.sum(of.logpdf(x[:, 0], theirs[0], 0, theirs[1]))
        if more < -1e-7:
            raise AssertionError(f"log likelihood smaller by {-more:.1e}")
        return f"log likelihood larger by {max(more, 0):.1e}, parameters within {near(1e-3, ours, theirs):.1e}"
    return agree


BUMP = 0.25  # width of the bumps of a density


def spread(seed: int, n: int, d: int) -> tuple[Array, Array]:
    """Normal observations; of a density there are no labels."""
    return np.random.default_rng(seed).normal(size=(n, d)), np.zeros(n, dtype=int)


def bumps_numpy(x, y):
    """Log densities at all observations by products of matrices, a thousand points at a time."""
    n, d = x.shape
    z, out = x / BUMP, np.empty(n)
    squares = np.sum(z * z, axis=1)
    for i in range(0, n, 1000):
        part = z[i:i + 1000] @ z.T
        part -= squares / 2
        part -= squares[i:i + 1000, None] / 2
        np.exp(part, out=part)
        out[i:i + 1000] = np.log(np.sum(part, axis=1))
    return out - np.log(n) - d * np.log(BUMP * np.sqrt(2 * np.pi))


def bumps_tree(x, y):
    return KernelDensity(bandwidth=BUMP).fit(x).score_samples(x)


def densities_agree(x, y, ours, theirs):
    far = np.max(np.abs(ours - theirs))
    if far > 1e-10:
        raise AssertionError(f"log densities differ by {far:.1e}")
    return f"log densities within {far:.1e}"


def naive_bayes(x, y):
    return GaussianNB().fit(x, y).predict_proba(x).ravel()


WORKLOADS = [
    Workload("LDA", "n = 50,000, d = 30, three classes: fit and posteriors of all rows",
             lambda scale: groups(1, int(50_000 * scale), 30, 3), ["lda"], {"svd": lda, "lsqr": lda_lsqr}, posteriors_agree),
    Workload("QDA", "the same data", lambda scale: groups(1, int(50_000 * scale), 30, 3), ["qda"], {"svd": qda}, posteriors_agree),
    Workload("logistic regression", "n = 50,000, d = 50, two classes, C = 1", lambda scale: logistic(2, int(50_000 * scale), 50),
             ["logistic newton", "logistic lbfgs"],
             {"lbfgs": logistic_regression(), "newton-cholesky": logistic_regression(solver="newton-cholesky")}, coefficients_agree),
    k_means_workload("apart", "groups apart", 2.0),
    k_means_workload("overlapping", "groups that overlap", 0.7),
    k_means_workload("no groups", "no groups", 0.0),
    Workload("GP regression", "n = 2,000, d = 5, given parameters", lambda scale: curve(6, int(2_000 * scale), False), ["gp"], {"default": process}, evidence_agrees),
    Workload("GP search", "n = 500, d = 5, scale, width and noise searched", lambda scale: curve(7, int(500 * scale), False), ["gp search"],
             {"default": process_searched}, evidence_agrees),
    Workload("GP classifier", "n = 500, d = 5, given parameters", lambda scale: curve(8, int(500 * scale), True), ["gp classifier"],
             {"default": process_classifier}, modes_agree),
    Workload("network", "8×8 digits, n = 1,797, 100 hidden units, 20 epochs of Adam in batches of 200: fit and posteriors", lambda scale: digits(1), ["network"],  # fewer rows would be fewer steps
            
             {"MLPClassifier": network}, networks_agree),
    Workload("perceptron", "n = 50,000, d = 50, 10 passes in the order of the data", lambda scale: eighths(4, int(50_000 * scale), 50),
             ["perceptron"], {"perceptron": perceptron}, weights_equal),
    Workload("neighbours", "the five nearest of 50,000 to 10,000 points, d = 8, tree and questions; scipy's", lambda scale: blobs(9, int(60_000 * scale), 8, 10, 0.7),
             ["neighbours index"], {"cKDTree": tree_of_scipy, "scikit-learn's tree": tree_of_scikit_learn}, distances_agree),
    Workload("kernel ridge", "n = 3,000, d = 20, Gaussian kernel", lambda scale: waves(5, int(3_000 * scale), 20), ["kernel ridge"], {"kernel ridge": kernel_ridge}, values_agree),
    Workload("lasso long", "n = 10,000, d = 100, α = 0.1, to equal duality gaps", lambda scale: sparse(8, int(10_000 * scale), 100), ["lasso"], {"default": lasso},
             lasso_agrees),
    Workload("lasso wide", "n = 200, d = 2,000, the same", lambda scale: sparse(8, int(200 * scale), 2_000), ["lasso"], {"default": lasso}, lasso_agrees),
    Workload("smoothing spline", "n = 100,000, λ given: fit and values at all points; scipy's", lambda scale: along_line(6, int(100_000 * scale)), ["smoothing spline"],
             {"make_smoothing_spline": smoothing_spline}, values_agree),
    Workload("Isomap", "n = 2,000 points of a rolled strip, 10 neighbours, 2 coordinates", lambda scale: roll(11, int(2_000 * scale)), ["isomap"],
             {"auto": isomap("auto"), "dense": isomap("dense")}, embeddings_agree),
    Workload("classical scaling", "n = 2,000, from distances, 2 coordinates; scipy's eigsh and numpy's eigh", lambda scale: distances(11, int(2_000 * scale)), ["mds"],
             {"eigsh": scaling(False), "eigh": scaling(True)}, embeddings_agree),
    Workload("diffusion map", "n = 2,000, the whole kernel, α = 1, 2 coordinates; scipy and numpy", lambda scale: roll(11, int(2_000 * scale)), ["diffusion map"],
             {"eigsh": diffusion(False), "eigh": diffusion(True)}, embeddings_agree),
    Workload("SVC", "n = 4,000, d = 20, Gaussian kernel, C = 1, tolerance 1e-3", lambda scale: signs(curved(6, int(4_000 * scale), 20)),
             ["svc"], {"libsvm": machine(lambda **o: SVC(C=1, **o))}, machines_agree(lambda y, b: np.sum(np.abs(b)))),
    Workload("SVC, linear, squares", "n = 20,000, d = 50, C = 1, squared slacks", lambda scale: labelled(2, int(20_000 * scale), 50),
             ["svc squares"], {"liblinear": plane(lambda: LinearSVC(C=1))}, planes_agree(lambda y, f: hinge(y, f) ** 2)),
    Workload("SVC, linear, hinge", "the same data with slacks; liblinear does not come to its tolerance in its 1,000 passes", lambda scale: labelled(2, int(20_000 * scale), 50),
             ["svc linear"], {"liblinear": plane(lambda: LinearSVC(C=1, loss="hinge"))}, planes_agree(hinge)),
    Workload("SVR, linear", "n = 20,000, d = 50, C = 1, tube ±0.1; liblinear stops at 1,000 passes, too", lambda scale: waves(8, int(20_000 * scale), 50),
             ["svr linear"], {"liblinear": plane(lambda: LinearSVR(C=1, epsilon=.1))}, planes_agree(lambda y, f: np.maximum(0, np.abs(y - f) - .1))),
    Workload("tree", "n = 50,000, d = 20, to the end, and the posteriors of all rows and 2,000 more", lambda scale: products(9, ASKED + int(50_000 * scale), 20), ["tree"],
             {"default": one_tree}, trees_agree),
    Workload("forest", "100 trees, n = 50,000, d = 20, and the posteriors of 2,000 rows", lambda scale: products(9, ASKED + int(50_000 * scale), 20), ["forest"],
             {"default": random_forest}, forests_agree),
    Workload("AdaBoost", "200 stumps of least error, n = 20,000, d = 10, beside numpy", lambda scale: products(10, int(20_000 * scale), 10), ["adaboost"],
             {"numpy": numpy_stumps}, alphas_agree),
    Workload("AdaBoost, Gini", "the same data, stumps by Gini's impurity", lambda scale: products(10, int(20_000 * scale), 10), ["adaboost gini"],
             {"SAMME": gini_stumps}, alphas_agree),
    Workload("gradient boosting", "100 trees of depth 3, n = 20,000, d = 10, logistic loss, and all posteriors", lambda scale: products(11, int(20_000 * max(scale, 1)), 10),
             ["gradient boosting"], {"default": gradient_boosting}, boosters_agree),
    Workload("GMM", "n = 50,000, d = 8, K = 5, full covariances, ten steps from equal means", lambda scale: blobs(14, int(50_000 * scale), 8, 5, 1.5),
             ["mixture"], {"full": mixture("full")}, mixtures_agree),
    Workload("GMM, diagonal", "the same data and start", lambda scale: blobs(14, int(50_000 * scale), 8, 5, 1.5), ["mixture diagonal"], {"diag": mixture("diag")}, mixtures_agree),
    Workload("gamma law", "n = 100,000, shape and scale by maximum likelihood, beside scipy", lambda scale: lifetimes(15, int(100_000 * scale)), ["gamma"],
             {"scipy": law(stats.gamma)}, laws_agree(stats.gamma)),
    Workload("Weibull law", "the same data", lambda scale: lifetimes(15, int(100_000 * scale)), ["weibull"], {"scipy": law(stats.weibull_min)}, laws_agree(stats.weibull_min)),
    Workload("SVR", "n = 3,000, d = 5, Gaussian kernel, C = 10, tube ±0.1, tolerance 1e-3", lambda scale: curved(7, int(3_000 * scale), 5),
             ["svr"], {"libsvm": machine(lambda **o: SVR(C=10, epsilon=.1, **o))}, machines_agree(lambda y, b: y @ b - .1 * np.sum(np.abs(b)))),
    Workload("densities on the line", "n = 10,000 at 10,000 points, normal bumps of width 1/4: log densities at all observations", lambda scale: spread(14, int(10_000 * scale), 1), ["bumps"],
             {"numpy": bumps_numpy, "KernelDensity": bumps_tree}, densities_agree),
    Workload("densities, d = 2", "the same in two columns", lambda scale: spread(15, int(10_000 * scale), 2), ["bumps"], {"numpy": bumps_numpy, "KernelDensity": bumps_tree}, densities_agree),
    Workload("densities, d = 5", "the same in five columns", lambda scale: spread(16, int(10_000 * scale), 5), ["bumps"], {"numpy": bumps_numpy, "KernelDensity": bumps_tree}, densities_agree),
    Workload("naive Bayes", "n = 100,000, d = 50, two classes: fit and posteriors of all rows", lambda scale: groups(17, int(100_000 * scale), 50, 2), ["naive bayes"],
             {"GaussianNB": naive_bayes}, posteriors_agree),
]
