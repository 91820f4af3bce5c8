package syntax

const bayes = `
    \given  x, m_0, m_1 \in \mathbb{R}^3, \quad \Sigma \succ 0
    \let    r_i^2 = (x-m_i)^\top \Sigma^{-1} (x-m_i)
    \let    f_i(x) = (2\pi)^{-3/2} |\Sigma|^{-1/2} \exp(-\tfrac12 r_i^2)
    \log\frac{f_1(x)}{f_0(x)} = \tfrac12 (r_0^2 - r_1^2)                 \because{equal determinants}
        = x^\top \Sigma^{-1}(m_1-m_0) - \tfrac12 (m_1^\top\Sigma^{-1}m_1 - m_0^\top\Sigma^{-1}m_0)   \because{$x^\top\Sigma^{-1}x$ cancels}
    f_1(x) > f_0(x) \iff r_1^2 < r_0^2   \because{the logarithm is increasing}  \refute{r_1^2 > r_0^2}
    \therefore f_1(x) > f_0(x) \iff x^\top \Sigma^{-1}(m_1-m_0) > \tfrac12 (m_1^\top\Sigma^{-1}m_1 - m_0^\top\Sigma^{-1}m_0)
`
