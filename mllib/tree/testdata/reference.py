"""Writes reference.json: trees of scikit-learn 1.9. Values are multiples of 1/4096, which single precision holds."""
import json, os
import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

rng = np.random.default_rng(16)
n, d = 300, 4
X = np.round(rng.normal(size=(n, d)) * 4096) / 4096
score = X[:, 0] + X[:, 1] * X[:, 2]
y = np.digitize(score + .5 * rng.normal(size=n), [-.4, .6]) + 1
z = np.round((score + .5 * rng.normal(size=n)) * 4096) / 4096
w = rng.integers(1, 4, size=n)

def nodes(m):
    t = m.tree_
    return dict(column=[int(f) if f >= 0 else -1 for f in t.feature], threshold=t.threshold.tolist(), impurity=t.impurity.tolist(), rows=t.n_node_samples.tolist(),
                left=[max(int(k), 0) for k in t.children_left], right=[max(int(k), 0) for k in t.children_right], value=t.value[:, 0, :].tolist(), importance=m.feature_importances_.tolist())

def path(m, *data):
    p = m.cost_complexity_pruning_path(*data)
    return dict(alpha=p.ccp_alphas.tolist(), risk=p.impurities.tolist())

leaf = dict(min_samples_leaf=10, random_state=0)
large = dict(min_samples_leaf=20, random_state=0) # without equal cuts, among which scikit-learn draws
out = dict(x=X.tolist(), y=y.tolist(), z=z.tolist(), w=w.tolist())
out['gini'] = nodes(DecisionTreeClassifier(**leaf).fit(X, y))
out['entropy'] = nodes(DecisionTreeClassifier(criterion='entropy', **large).fit(X, y))
out['depth'] = nodes(DecisionTreeClassifier(max_depth=3, min_impurity_decrease=.01, random_state=0).fit(X, y))
out['weighted'] = nodes(DecisionTreeClassifier(**leaf).fit(X, y, sample_weight=w))
out['regression'] = nodes(DecisionTreeRegressor(**leaf).fit(X, z))
out['path'] = path(DecisionTreeRegressor(**leaf), X, z)
for alpha in ['0.02', '0.1']:
    out['pruned ' + alpha] = nodes(DecisionTreeRegressor(ccp_alpha=float(alpha), **leaf).fit(X, z))
gaps = X.copy()
gaps[rng.random((n, d)) < .15] = np.nan
out['gaps'] = [[None if np.isnan(v) else v for v in row] for row in gaps.tolist()]
out['missing'] = nodes(DecisionTreeClassifier(**large).fit(gaps, y))
json.dump(out, open(os.path.join(os.path.dirname(__file__), 'reference.json'), 'w'))
