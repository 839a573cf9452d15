"""The catalog of classes, selections, enrollments and rosters."""
