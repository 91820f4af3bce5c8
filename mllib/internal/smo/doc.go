// Package smo solves the quadratic programs of support vector machines,
//
//	minimise ½βᵀKβ + pᵀβ + ε Σ|β_i|  subject to  Lower_i ≤ β_i ≤ Upper_i  and  Σ β_i over each group as at the start,
//
// by sequential minimal optimisation: a step changes two coefficients of a group, or one where no sum is kept, by the exact minimum along that line.
//
// The coefficients are signed: of a classifier β_i = α_i y_i, whose bounds are [0, C_i] or [−C_i, 0], p = −y, ε = 0; of a regression β_i = α_i − α_i*,
// with bounds ±C_i, p = −z for the targets z, and the half width ε of the tube. So both have one variable and one number F_i = (Kβ)_i for each observation, and
// a step adds a multiple of the difference of two rows of K to F.
//
// # Optimality
//
// u_i = F_i + p_i ± ε is the slope of the objective as β_i grows (+∞ at the upper bound), l_i the slope on its other side (−∞ at the lower bound). β is optimal
// exactly if in each group the largest l is at most the least u; that difference is the gap which a Tolerance bounds. −b lies between them.
//
// # Choice of the pair
//
// i has the least u; j, of those with l_j > u_i, the largest decrease (l_j − u_i)²/(2a) of the objective, a = K_ii + K_jj − 2K_ij, without regard to bounds. Where a
// kernel that is not positive definite has a ≤ 0, a is taken for 1e-12 of the largest |K_ii|: the step goes to a bound.
//
// # Shrinking and memory
//
// From time to time coefficients at a bound that nobody would choose are set aside, and all arrays are packed, so that loops run over the others only. When these are optimal,
// F of the rest is computed anew from the coefficients that are not 0, and the work goes on if a slope is wrong. Rows of K are kept in a cache of bounded
// size; the row that was not used for longest makes room.
//
// # Faces
//
// Where prices are high and the classes overlap, steps of two go zigzag on the face of the solution. After twenty steps for each coefficient, those between their bounds, if they are few, go together
// towards the minimum on their face, from time to time.
//
// All loops go in the order of the variables, and what is computed on several goroutines is computed entry by entry: the bits of the result do not depend on
// their number.
//
// Files: problem.go what is solved; solve.go the iteration; pair.go the loops over the variables; face.go; shrink.go; cache.go.
//
// Reference: R.-E. Fan, P.-H. Chen and C.-J. Lin, Working set selection using second order information for training support vector machines, Journal of Machine
// Learning Research 6 (2005); C.-C. Chang and C.-J. Lin, LIBSVM: a library for support vector machines (2011).
package smo
