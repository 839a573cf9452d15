"""Throw away what has served its time: once a day is enough."""

import time
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.erasing import finish_deleting_identities
from camp.lib.limits import forget_counts


class Command(BaseCommand):
    help = (
        "Delete log-in sessions that have ended, counts of requests that are older than a day, and, at the identity "
        "provider, people whose account was deleted while it did not answer. Exit code 1 when it still does not (it "
        "is tried again by the next run)."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("clearsessions")
        self.stdout.write(f"{forget_counts(now=time.time())} counts of requests forgotten.")
        done = finish_deleting_identities(now=timezone.now())
        self.stdout.write(f"{done.deleted} identities deleted, {done.forgotten} forgotten.")
        if done.failed:
            raise CommandError(
                f"{done.failed} identities of deleted accounts could not be deleted at the identity provider. "
                "It obeys whoever has a service account: see FIREBASE_CREDENTIALS."
            )
