"""Public lists from the response cache for authenticated requests.

The page cache in front of Django serves requests without ``Authorization``; those with one come here.
"""

from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.generics import ListAPIView
from rest_framework.response import Response

from core import cache_invalidation
from core.cached_response import EncodedResponse, encode_response
from core.response_cache import response_cache


class CachedListView(ListAPIView):
    """A list that is the same for every authenticated request, except those that ``bypasses_cache`` names."""

    def bypasses_cache(self, request: HttpRequest) -> bool:
        """Whether the response may differ from the public one; then it is built for this request alone."""
        return False

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not _is_cacheable(request) or self.bypasses_cache(request):
            return super().dispatch(request, *args, **kwargs)
        cache_invalidation.listen()
        response = response_cache.get_or_build(
            (CachedListView, request.path_info),
            lambda: self._build(request, *args, **kwargs),
            cacheable=lambda built: isinstance(built, EncodedResponse),
        )
        return _select(response, request) if isinstance(response, EncodedResponse) else response

    def _build(self, request: HttpRequest, *args: Any, **kwargs: Any) -> EncodedResponse | HttpResponseBase:
        """Returns the list as an encoded response, or the response itself if it is an error."""
        response = super().dispatch(request, *args, **kwargs)
        if response.status_code != 200 or not isinstance(response, Response):
            return response
        return encode_response(response.items(), response.render().content)


def _is_cacheable(request: HttpRequest) -> bool:
    """Whether this is an authenticated request for a whole list.

    Not inside a transaction: it sees changes that others must not see yet.
    """
    meta = request.META
    return (
        "HTTP_AUTHORIZATION" in meta
        and request.method in ("GET", "HEAD")
        and not meta.get("QUERY_STRING")
        and not connection.in_atomic_block
    )


def _select(encoded: EncodedResponse, request: HttpRequest) -> HttpResponse:
    meta = request.META
    status, headers, body = encoded.select(meta.get("HTTP_ACCEPT_ENCODING", ""), meta.get("HTTP_IF_NONE_MATCH", ""))
    response = HttpResponse(body, status=status)
    if status == 304:
        del response["Content-Type"]
    for name, value in headers:
        response[name] = value
    return response
