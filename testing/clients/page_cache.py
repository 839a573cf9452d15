"""A client that sends requests through the page cache, and counts those that reach Django."""

from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import RequestFactory

from camp.server.page_cache import PUBLIC_LISTS, PageCache


class CountedDjango:
    """Django behind the page cache. Counts its requests."""

    def __init__(self):
        self.requests = 0
        self.django = get_wsgi_application()

    def __call__(self, environ, start_response):
        self.requests += 1
        # Like Django's test client: the connection of the test's transaction must stay open.
        for signal in (request_started, request_finished):
            signal.disconnect(close_old_connections)
        response = self.django(environ, start_response)
        body = b"".join(response)
        response.close()
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)
        return [body]


class PageCacheClient:
    def __init__(self, pages=("/", "/all-classes")):
        self.django = CountedDjango()
        self.page_cache = PageCache(self.django, PUBLIC_LISTS, pages)

    @staticmethod
    def environ(path, method="GET", **headers):
        query = path.partition("?")[2]
        headers = {"HTTP_HOST": "testserver"} | headers
        environ = RequestFactory().generic(method, path, QUERY_STRING=query, **headers).environ
        if "HTTP_COOKIE" not in headers:
            environ.pop("HTTP_COOKIE", None)  # the factory sends an empty one
        return environ

    def finds(self, path, **headers):
        return self.page_cache.find(self.environ(path, **headers))

    def get(self, path, method="GET", **headers):
        environ = self.environ(path, method, **headers)
        received = {}

        def start_response(status, headers, *_):
            received.update(status=int(status[:3]), headers={name.lower(): value for name, value in headers})

        body = b"".join(self.page_cache(environ, start_response))
        return received["status"], received["headers"], body
