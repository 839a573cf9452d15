"""The entry for the web server: the door, and Django behind it."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "camp.settings")

application = get_wsgi_application()
if not settings.DEBUG:  # whoever develops wants to see each change
    from camp import shell
    from camp.door import Door

    application = Door(application, [f"/{route}" for route in shell.ROUTES if "<" not in route])
