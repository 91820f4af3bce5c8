"""Reference numbers of scikit-learn, numpy and scipy, written as reference.json beside this script.

    pip install -r mllib/bench/requirements.txt && python3 reference.py

The data are rounded to six digits, so that both programs have the same.
"""
import json
import pathlib
import warnings

import numpy as np
import sklearn
from scipy.spatial import procrustes
from scipy.spatial.distance import cdist
from sklearn.cluster import SpectralClustering
from sklearn.datasets import make_moons, make_swiss_roll
from sklearn.manifold import MDS, Isomap, SpectralEmbedding, smacof

warnings.filterwarnings("ignore")
x = np.round(make_swiss_roll(150, random_state=3)[0], 6)
new = np.round(make_swiss_roll(10, random_state=4)[0], 6)
small = np.round(np.random.default_rng(1).normal(size=(25, 3)), 6)

# classical scaling of city-block distances, which are not Euclidean
d = cdist(small, small, "cityblock")
n = len(d)
h = np.eye(n) - 1 / n
values, u = np.linalg.eigh(-h @ d**2 @ h / 2)
classical = u[:, ::-1][:, :3] * np.sqrt(values[::-1][:3])

k = Isomap(n_neighbors=8, n_components=2, eigen_solver="dense").fit(x)
radius = Isomap(n_neighbors=None, radius=9, n_components=3, eigen_solver="dense").fit(x)

start = small[:, :2]
z, stress, steps = smacof(d, init=start, n_init=1, n_components=2, max_iter=5000, eps=1e-15, return_n_iter=True, normalized_stress=False)

gamma = 0.02
rbf = SpectralEmbedding(3, affinity="rbf", gamma=gamma, eigen_solver="lobpcg", random_state=0, eigen_tol=1e-14)
w = np.exp(-gamma * cdist(x, x, "sqeuclidean"))
deg = w.sum(1) - 1
lap = np.eye(150) - (w - np.eye(150)) / np.sqrt(np.outer(deg, deg))
mu, v = np.linalg.eigh(lap)
maps = v[:, 1:4] / np.sqrt(deg)[:, None]
theirs = rbf.fit_transform(x)
for a in range(3):  # scikit-learn's solver and numpy's agree
    s = np.sign(theirs[:, a] @ maps[:, a])
    assert np.abs(s * theirs[:, a] - maps[:, a]).max() < 1e-6, np.abs(s * theirs[:, a] - maps[:, a]).max()

# a diffusion map with numpy, alpha = 1
sigma, alpha, t = 30.0, 1.0, 3
kern = np.exp(-cdist(x, x, "sqeuclidean") / sigma)
q = kern.sum(1) ** -alpha
kern = kern * np.outer(q, q)
p = kern / kern.sum(1)[:, None]
pi = kern.sum(1) / kern.sum()
lam, right = np.linalg.eigh(np.sqrt(pi)[:, None] * p / np.sqrt(pi))
lam, right = lam[::-1], right[:, ::-1] / np.sqrt(pi)[:, None]
dm = right[:, 1:4] * lam[1:4] ** t

moons, classes = make_moons(120, noise=0.06, random_state=5)
moons = np.round(moons, 6)
spectral = SpectralClustering(2, affinity="rbf", gamma=40, assign_labels="kmeans", random_state=0).fit(moons).labels_

a, b = small[:, :2], np.round(small[:, :2] @ np.array([[0.6, -0.8], [0.8, 0.6]]) * 3 + 1 + 0.1 * small[:, 1:], 6)
_, _, disparity = procrustes(a, b)

out = pathlib.Path(__file__).with_name("reference.json")
out.write_text(json.dumps(dict(
    Version=sklearn.__version__, X=x.tolist(), New=new.tolist(), Small=small.tolist(), D=d.tolist(), Spectrum=values[::-1].tolist(), Classical=classical.tolist(),
    Isomap=k.embedding_.tolist(), IsomapNew=k.transform(new).tolist(), IsomapValues=k.kernel_pca_.eigenvalues_.tolist(), Radius=radius.embedding_.tolist(),
    Start=start.tolist(), Smacof=z.tolist(), SmacofStress=float(stress), Mu=mu[1:4].tolist(), Maps=maps.tolist(), Lambda=lam[:4].tolist(), Diffusion=dm.tolist(),
    Moons=moons.tolist(), Labels=spectral.tolist(), A=a.tolist(), B=b.tolist(), Disparity=float(disparity))) + "\n")
print(stress, steps, disparity, values[:3], (spectral == classes).mean())
