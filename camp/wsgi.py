"""The entry for the web server: the door, and Django behind it."""

import os
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from camp import metrics

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "camp.settings")


def _application() -> Any:
    metrics.share_between_processes()
    django = get_wsgi_application()
    if settings.DEBUG:  # whoever develops wants to see each change
        return django
    from camp import shell
    from camp.door import PUBLIC_LISTS, Door

    pages = [f"/{route}" for route in shell.ROUTES if "<" not in route]
    door = Door(django, pages)
    return metrics.Counted(door, [*PUBLIC_LISTS, *pages]) if settings.METRICS_TOKEN else door


application = _application()
