from django.db import models


class FormerSchedule(models.Model):
    """``lessons``: start and end (UTC, ISO 8601) and place of each before a change, the earliest first.

    Some students have booked or accepted them. Never changed.
    """

    camp_class = models.ForeignKey("classes.CampClass", on_delete=models.CASCADE, related_name="former_schedules")
    lessons = models.JSONField()

    def __str__(self) -> str:
        return f"{self.camp_class}: {len(self.lessons)} lessons"
