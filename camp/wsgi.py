"""The entry for the web server: the door, and Django behind it."""

import os
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "camp.settings")


def _application() -> Any:
    django = get_wsgi_application()
    if settings.DEBUG:  # whoever develops wants to see each change
        return django
    from camp import shell
    from camp.door import Door

    return Door(django, [f"/{route}" for route in shell.ROUTES if "<" not in route])


application = _application()
