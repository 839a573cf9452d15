"""The WSGI application: the page cache in front of Django."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from camp.pages.client_pages import ROUTES
from camp.server import metrics
from camp.server.wsgi_call import Application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "camp.settings")


metrics.share_between_processes()
django = get_wsgi_application()

from camp.server.page_cache import PUBLIC_LISTS, PageCache  # noqa: E402  (models can be imported only after Django is set up)

pages = [f"/{route}" for route in ROUTES if "<" not in route]
# A developer wants to see each change immediately.
page_cache = PageCache(django, [], []) if settings.DEBUG else PageCache(django, PUBLIC_LISTS, pages)
application: Application = (
    metrics.RequestMetrics(page_cache, page_cache.paths) if settings.METRICS_TOKEN else page_cache
)
