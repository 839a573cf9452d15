#!/usr/bin/env python
"""Django's command line for Craft Camp."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "camp.settings")
    if os.environ.get("CAMP_DEMO") == "1":
        from demo.servers.environment import apply_defaults

        apply_defaults(os.environ)
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
