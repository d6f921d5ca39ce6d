"""The course: its notebooks on disk, and what checks the student's work."""
