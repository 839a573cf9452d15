"""The Django admin of classes, seasons, selections, enrollments and waitlists."""

from classes.admin import catalog, participants, seasons

__all__ = ["catalog", "participants", "seasons"]
