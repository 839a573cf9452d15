#!/usr/bin/env python
"""Django's command line for Craft Camp."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "camp.settings")
    if os.environ.get("CAMP_DEMO") == "1":
        from demo.servers.environment import apply_defaults

        apply_defaults(os.environ)
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from core.database.failures import NotConnected

    try:
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, NotConnected) as refusal:
        sys.exit(str(refusal))  # an operator needs the setting, not the calls that led there


if __name__ == "__main__":
    main()
