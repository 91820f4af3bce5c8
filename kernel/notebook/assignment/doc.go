// Package assignment releases assignments to students and grades what they hand in, without nbgrader but as it does: an assignment is one
// notebook, its source, whose cells say in nbgrader's metadata (schema 3) what they are for.
//
//   - A cell to be answered ("solution") holds the teacher's answer. What is between lines with BEGIN SOLUTION and END SOLUTION, or all of it without such lines,
//     is not released.
//   - A test ("grade") gives its points: none if it fails, those that it puts out as its result if that is a number, else all of them. What is between BEGIN HIDDEN
//     TESTS and END HIDDEN TESTS is not released.
//   - A cell that is both is graded by hand.
//   - Tests and "locked" cells of what is handed in are replaced by those of the source before it runs.
//
// [Release] makes the notebook of students, and [Data] finds what goes with it. [Find] finds what
// is handed in. [Prepare] makes of a student's notebook the one to run, and [Grade] reads points from
// it once it has run. [Batch] does that for a class and keeps the grades in a directory (store.go),
// with the points that a person gives (byhand.go); [Merge] joins such directories, and [Feedback]
// writes the pages that students may have.
//
// [Check] tries whether an assignment's tests tell right answers from wrong ones: check.go runs it, variants.go reads the
// author's answers, leaks.go looks for what the notebook of students gives away; package slips makes slips of the answers.
//
// Reference: https://nbgrader.readthedocs.io/en/stable/user_guide/creating_and_grading_assignments.html.
package assignment
