"""The map: the documented calls, the Django admin, health, the contract, the client's routes; all else is 404."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from camp import health, metrics, search_engines, shell

admin.site.site_header = admin.site.site_title = f"{settings.SITE_NAME}: the office"

urlpatterns = [
    path("", include("accounts.urls")),
    path("", include("classes.urls")),
    path("", include("payments.urls")),
    path("healthz", health.healthz),
    path("metrics", metrics.metrics),
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    path("docs", SpectacularSwaggerSplitView.as_view(url_name="schema")),
    path("robots.txt", search_engines.robots),
    path("sitemap.xml", search_engines.sitemap),
    path("admin/", admin.site.urls),
    re_path(r"^media/(?P<path>.+)$", shell.media),
    *(path(route, shell.page) for route in shell.ROUTES),
    re_path(r"^.*$", shell.not_found),
]
