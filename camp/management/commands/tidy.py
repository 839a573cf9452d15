"""Throw away what has served its time: once a day is enough."""

import time
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from camp.lib.limits import forget_counts


class Command(BaseCommand):
    help = "Delete log-in sessions that have ended and counts of requests that are older than a day."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("clearsessions")
        self.stdout.write(f"{forget_counts(now=time.time())} counts of requests forgotten.")
