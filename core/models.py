from django.db import models


class RequestCount(models.Model):
    """Of one user or address in the current window. Unlogged: losing a count in a crash does no harm."""

    key = models.CharField(max_length=300, primary_key=True)
    window_begin = models.BigIntegerField(help_text="Seconds since 1970.")
    count = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"


class WorkerTask(models.Model):
    """The worker's tasks on any machine, and ``backup``, which ``deploy/backup`` writes."""

    name = models.CharField(max_length=40, primary_key=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name}: {self.started_at}"


class SiteProblem(models.Model):
    """A part of the set-up that the worker has found broken, until it finds it well again."""

    what = models.CharField(max_length=60, primary_key=True)
    todo = models.TextField()
    since = models.DateTimeField()
    told_at = models.DateTimeField(null=True, blank=True, help_text="When the admins were told.")

    def __str__(self) -> str:
        return f"{self.what}: {self.todo}"
