"""The entry point of the web server (granian)."""

from camp import wsgi  # sets Django up, which the next import requires
from camp.threaded_site import ThreadedSite

application = ThreadedSite(wsgi.application, wsgi.page_cache)
