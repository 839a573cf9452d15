"""Lists that almost everybody gets alike leave as ready bytes for those too who are logged in.

The door in front of Django answers who sends no ``Authorization``; whoever sends one comes here.
"""

from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.response import Response
from rest_framework.views import APIView

from camp.lib import freshness
from camp.lib.freshness import ready
from camp.lib.prepared import Prepared, prepare


class PublicList(APIView):
    """A list of which all who bear a token get the same, but those whom ``may_get_more`` names."""

    def may_get_more(self, request: HttpRequest) -> bool:
        """Whether this request might have to be answered with more than the public gets; then it is, each time anew."""
        return False

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not _asks_for_all(request) or self.may_get_more(request):
            return super().dispatch(request, *args, **kwargs)
        freshness.listen()
        key = (PublicList, request.path_info)
        kept = ready.get(key)
        if kept is None:
            with ready.one_at_a_time():
                kept = ready.get(key) or self._made(key, request, *args, **kwargs)
        return _response(kept, request) if isinstance(kept, Prepared) else kept

    def _made(self, key: Any, request: HttpRequest, *args: Any, **kwargs: Any) -> Prepared | HttpResponseBase:
        """The list made anew, and kept; what is no plain 200 is handed on as it is."""
        generation = ready.generation
        response = super().dispatch(request, *args, **kwargs)
        if response.status_code != 200 or not isinstance(response, Response):
            return response
        made = prepare(response.items(), response.render().content)
        ready.keep(key, made, generation=generation)
        return made


def _asks_for_all(request: HttpRequest) -> bool:
    """Whether somebody with a token reads the whole list.

    Inside a transaction, which can see what others cannot yet, nothing is taken that is held ready or held from there.
    """
    meta = request.META
    return (
        "HTTP_AUTHORIZATION" in meta
        and request.method in ("GET", "HEAD")
        and not meta.get("QUERY_STRING")
        and not connection.in_atomic_block
    )


def _response(prepared: Prepared, request: HttpRequest) -> HttpResponse:
    meta = request.META
    status, headers, body = prepared.answer(meta.get("HTTP_ACCEPT_ENCODING", ""), meta.get("HTTP_IF_NONE_MATCH", ""))
    response = HttpResponse(body, status=status)
    if status == 304:
        del response["Content-Type"]
    for name, value in headers:
        response[name] = value
    return response
