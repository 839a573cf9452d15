"""Django with the site's middleware and without the page cache: a trivial view, and the class list by plain DRF."""

import os
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

from bench.constant_app import constant_body

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "camp.settings")
settings.ROOT_URLCONF = "bench.baseline"
django = get_wsgi_application()

from rest_framework.generics import ListAPIView  # noqa: E402  (models can be imported only after Django is set up)
from rest_framework.permissions import AllowAny  # noqa: E402

from accounts.api.authentication import OptionalSiteTokenAuthentication  # noqa: E402
from camp.server.page_cache import PageCache  # noqa: E402
from camp.server.threaded_site import ThreadedSite  # noqa: E402
from classes.api.serializers import ListedClassOutput  # noqa: E402
from classes.models import shown_classes  # noqa: E402

application = ThreadedSite(django, PageCache(django, [], []))


def trivial(request: HttpRequest, size: int) -> HttpResponse:
    """Returns a constant body."""
    return HttpResponse(constant_body(size), content_type="application/json")


class ClassList(ListAPIView):
    """The class list by Django REST framework's generic view, built for each request."""

    authentication_classes = (OptionalSiteTokenAuthentication,)
    permission_classes = (AllowAny,)
    serializer_class = ListedClassOutput

    def get_queryset(self) -> Any:
        return shown_classes().listed().order_by("-id")

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "for_the_public": True}


urlpatterns = [path("trivial/<int:size>", trivial), path("classes", ClassList.as_view())]
