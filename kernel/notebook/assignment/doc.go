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
// [Release] makes the notebook of students. [Prepare] makes of a student's notebook the one to run, and [Grade] reads points from it once it has run.
//
// Reference: https://nbgrader.readthedocs.io/en/stable/user_guide/creating_and_grading_assignments.html.
package assignment
