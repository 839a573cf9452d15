from django.db import models


class FormerSchedule(models.Model):
    """The lessons of a class before a change, because some students have booked or accepted them.

    ``lessons``: the start, the end (UTC, ISO 8601) and the place of each, the earliest first. Never changed.
    """

    camp_class = models.ForeignKey("classes.CampClass", on_delete=models.CASCADE, related_name="former_schedules")
    lessons = models.JSONField()

    def __str__(self) -> str:
        return f"{self.camp_class}: {len(self.lessons)} lessons"
