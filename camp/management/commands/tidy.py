"""Deletes expired data and ends the classes that are over. Run it once a day."""

import time
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from classes.lessons import end_classes
from core.throttling import delete_old_counts
from privacy.anonymization import delete_remaining_identities


class Command(BaseCommand):
    help = (
        "Delete expired sessions and request counts that are older than a day, end the classes whose last lesson is "
        "over, and retry failed deletions of identities at the identity provider. Exit code 1 if a deletion fails "
        "again; the next run retries it."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("clearsessions")
        self.stdout.write(f"{delete_old_counts(now=time.time())} request counts deleted.")
        self.stdout.write(f"{end_classes(now=timezone.now())} classes ended.")
        done = delete_remaining_identities(now=timezone.now())
        self.stdout.write(f"{done.deleted} identities deleted, {done.uids_removed} forgotten.")
        if done.failed:
            raise CommandError(
                f"{done.failed} identities of deleted accounts could not be deleted at the identity provider. "
                "Deleting them requires a service account: see FIREBASE_CREDENTIALS."
            )
