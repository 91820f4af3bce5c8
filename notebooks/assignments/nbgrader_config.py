"""nbgrader's configuration for assignments in Go. Copy it into the directory of your course, beside source/."""

import os

c = get_config()

c.CourseDirectory.course_id = "statistical-learning"

# The author's answers by hand, right and wrong, try the tests (mercer assignment check). They are not released.
c.CourseDirectory.ignore = [".ipynb_checkpoints", "*.pyc", "__pycache__", "feedback", "answers.txt"]

# What students find in place of a solution. Above it stands `var answer = check.Unanswered`, below it, in a function,
# `panic(check.Unanswered)`: what is not answered gets no points and says so.
c.ClearSolutions.code_stub = {"go": "// your answer here"}
c.ClearSolutions.text_stub = "*Your answer here.*"

# A cell without end costs its own points: it is interrupted, and the next one runs.
c.ExecutePreprocessor.timeout = 60
c.ExecutePreprocessor.interrupt_on_timeout = True

# What others have written runs in a kernel that sees neither your files nor the network: mercer install --confined --sys-prefix.
c.ExecutePreprocessor.kernel_name = "mercer-confined"


# A cell that a student has copied, or made up with metadata of nbgrader's, is the student's own; one that was removed is there again. nbgrader 0.9.6 by itself grades
# nobody any more once it meets a copy, leaves out the student with a made-up cell, and puts a line into Go cells that are added again which is not Go.
from nbgrader.preprocessors import CheckCellMetadata, ClearOutput, DeduplicateIds, OverwriteCells, OverwriteKernelspec  # noqa: E402


class CopiesAreOwn(DeduplicateIds):
    """Of several cells of one name the last counts; the others lose the name."""

    def preprocess(self, nb, resources):
        nb, resources = super().preprocess(nb, resources)
        for cell in nb.cells:
            if cell.metadata.get("nbgrader") == {}:
                del cell.metadata["nbgrader"]
        return nb, resources


class CellsOfTheAssignment(OverwriteCells):
    """Cells are as in the assignment: unknown ones are the student's own, and those that are gone are added."""

    def preprocess(self, nb, resources):
        os.environ["MERCER_STUDENT"] = resources["nbgrader"]["student"]  # whose data the tests take
        return super().preprocess(nb, resources)

    def preprocess_cell(self, cell, resources, cell_index):
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if "nbgrader" in cell.metadata and "grade_id" not in cell.metadata.nbgrader:
            del cell.metadata["nbgrader"]
        return cell, resources

    def add_missing_grade_cells(self, nb, resources):
        """Each goes behind the one before it."""
        source = self.gradebook.find_notebook(self.notebook_id, self.assignment_id)
        points = {cell.name: cell.max_score for cell in source.grade_cells}
        answers = {cell.name for cell in source.solution_cells}
        behind = 0
        for cell in source.source_cells:
            names = [c.metadata.get("nbgrader", {}).get("grade_id") for c in nb.cells]
            if cell.name in names:
                behind = names.index(cell.name) + 1
            elif cell.name in points:
                nb.cells.insert(behind, self.missing_cell_transform(cell, points[cell.name], cell.name in answers))
                behind += 1
        return nb, resources

    def missing_cell_transform(self, source_cell, max_score, is_solution=False, is_task=False):
        cell = super().missing_cell_transform(source_cell, max_score, is_solution, is_task)
        cell.source = source_cell.source
        return cell


c.OverwriteCells.add_missing_cells = True
c.Autograde.sanitize_preprocessors = [ClearOutput, CopiesAreOwn, OverwriteKernelspec, CellsOfTheAssignment, CheckCellMetadata]
