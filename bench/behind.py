"""Django with the site's middleware and no door: its floor (a trivial view), and the class list from DRF alone."""

import os
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

from bench.bare import ready_bytes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "camp.settings")
settings.ROOT_URLCONF = "bench.behind"
application = get_wsgi_application()

from rest_framework.generics import ListAPIView  # noqa: E402  (models load once Django is set up)
from rest_framework.permissions import AllowAny  # noqa: E402

from accounts.authentication import OptionalSiteTokenAuthentication  # noqa: E402
from classes.models import CampClass  # noqa: E402
from classes.serializers import ListedClassOutput  # noqa: E402


def floor(request: HttpRequest, size: int) -> HttpResponse:
    """A view that does nothing."""
    return HttpResponse(ready_bytes(size), content_type="application/json")


class PlainClasses(ListAPIView):
    """The class list as Django REST framework's own generic view makes it, each time anew."""

    authentication_classes = (OptionalSiteTokenAuthentication,)
    permission_classes = (AllowAny,)
    serializer_class = ListedClassOutput

    def get_queryset(self) -> Any:
        return CampClass.objects.approved().counted().order_by("-id")

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "for_the_public": True}


urlpatterns = [path("floor/<int:size>", floor), path("classes", PlainClasses.as_view())]
