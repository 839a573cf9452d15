from typing import Any

from django.core.management.base import BaseCommand, CommandError

from care.paperwork.sheets import rotate_sheets


class Command(BaseCommand):
    help = (
        "Encrypt all care sheets with the first key of CARE_KEYS, while the site runs. It can be interrupted and "
        "repeated. Exit code 1 if no key decrypts some sheets, which stay as they are."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        changed, unreadable = rotate_sheets()
        self.stdout.write(f"Care sheets encrypted again: {changed}.")
        if unreadable:
            raise CommandError(f"No key of CARE_KEYS decrypts {unreadable} care sheets. Add the key that is missing.")
