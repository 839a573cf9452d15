"""The entry point of the web server (granian)."""

from camp.server import wsgi  # sets Django up, which the next import requires
from camp.server.threaded_site import ThreadedSite

application = ThreadedSite(wsgi.application, wsgi.page_cache)
