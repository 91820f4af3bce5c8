"""nbgrader for the users of jupyterhub_config.py: /opt/hub/etc/jupyter/nbgrader_config.py, for all of them. What a course needs besides is in its teacher's directory,
as notebooks/assignments/nbgrader_config.py.

    install -d -m 1777 /srv/nbgrader/exchange      # each may add to it, and nobody can rename or remove what is another's
    nbgrader release_assignment … as the teacher, before the first student signs in: the course's directory in it is the teacher's from then on
"""
c = get_config()  # noqa: F821
c.CourseDirectory.course_id = "statistical-learning"
c.Exchange.root = "/srv/nbgrader/exchange"
c.Exchange.timezone = "UTC"
