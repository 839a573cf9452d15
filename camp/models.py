"""What belongs to no room of the house: how often somebody has asked."""

from django.db import models


class RequestCount(models.Model):
    """How many requests somebody made in the present window; written by ``camp.lib.limits`` alone.

    The table is not written ahead: counting must be cheap, and a count that is lost in a crash is no loss.
    """

    key = models.CharField(max_length=300, primary_key=True)
    window_begin = models.BigIntegerField(help_text="Seconds since 1970.")
    count = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"
