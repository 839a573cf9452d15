import time
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.guardians import end_old_invitations
from care.paperwork.sheets import delete_old_sheets
from care.presence.events import empty_old_names
from classes.catalog.lessons import end_classes
from core.api.throttling import delete_old_counts
from mail.alerts import delete_old_alerts
from mail.outbox import empty_old_facts
from privacy.anonymization import delete_remaining_identities
from privacy.photos import delete_remaining_photos

IDENTITIES_REMAIN = (
    "Identities of deleted accounts that could not be deleted at the identity provider: {number}. "
    "Deleting them requires a service account: see FIREBASE_CREDENTIALS."
)
PHOTOS_REMAIN = "Photos of deleted accounts could not be deleted from the storage. The log says why."


class Command(BaseCommand):
    help = (
        "Delete expired sessions, request counts older than a day, old alerts, the content of old e-mails, and care "
        "sheets and names of who collected children that nobody needs; end the classes whose last lesson is over, and "
        "invitations of second guardians that expired long ago; "
        "retry failed deletions of identities at the identity provider and of photos. Exit code 1 if a deletion fails "
        "again; the next run retries it."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("clearsessions")
        self.stdout.write(f"Request counts deleted: {delete_old_counts(now=time.time())}.")
        self.stdout.write(f"Classes ended: {end_classes(now=timezone.now())}.")
        self.stdout.write(f"Alerts deleted: {delete_old_alerts(now=timezone.now())}.")
        self.stdout.write(f"E-mails emptied: {empty_old_facts(now=timezone.now())}.")
        self.stdout.write(f"Care sheets deleted: {delete_old_sheets(now=timezone.now())}.")
        self.stdout.write(f"Names of who collected children deleted: {empty_old_names(now=timezone.now())}.")
        self.stdout.write(f"Expired invitations ended: {end_old_invitations(now=timezone.now())}.")
        done = delete_remaining_identities(now=timezone.now())
        self.stdout.write(f"Identities deleted: {done.deleted}. Former ids removed: {done.uids_removed}.")
        photos = delete_remaining_photos()
        self.stdout.write(f"Accounts whose photos were deleted: {photos.deleted}.")
        errors = [
            *([IDENTITIES_REMAIN.format(number=done.failed)] if done.failed else []),
            *([PHOTOS_REMAIN] if photos.failed else []),
        ]
        if errors:
            raise CommandError("\n".join(errors))
