"""nbgrader's configuration for assignments in Go. Copy it into the directory of your course, beside source/."""

c = get_config()

c.CourseDirectory.course_id = "statistical-learning"

# What students find in place of a solution. Above it stands `var answer = check.Unanswered`, below it, in a function,
# `panic(check.Unanswered)`: what is not answered gets no points and says so.
c.ClearSolutions.code_stub = {"go": "// your answer here"}
c.ClearSolutions.text_stub = "*Your answer here.*"

# A cell without end costs its own points: it is interrupted, and the next one runs.
c.ExecutePreprocessor.timeout = 60
c.ExecutePreprocessor.interrupt_on_timeout = True

# What others have written runs in a kernel that sees neither your files nor the network: mercer install --confined --sys-prefix.
c.ExecutePreprocessor.kernel_name = "mercer-confined"
