"""All URLs: the API, the Django admin, health, the OpenAPI schema, the client's routes. Everything else is a 404."""

from django.conf import settings
from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path, re_path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularSwaggerSplitView

from accounts import admin_login
from camp.operations import browser_errors, health, setup_page, staff_pages
from camp.operations.api_description import DescriptionView
from camp.pages import search_engines, shell, today_worker
from camp.pages.client_pages import MOVED, ROUTES
from camp.server import metrics
from core.http import read_only

admin.site.site_header = admin.site.site_title = f"{settings.SITE_NAME} admin"

urlpatterns = [
    path("", include("accounts.api.urls")),
    path("", include("mail.api.urls")),
    path("", include("classes.api.urls")),
    path("", include("payments.api.urls")),
    path("", include("care.api.urls")),
    path("", include("office.api.urls")),
    path("", include("privacy.api.urls")),
    path("setup", setup_page.SetupView.as_view()),
    path("browserErrors", browser_errors.BrowserErrorsView.as_view()),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("metrics", metrics.metrics),
    path("schema", read_only(DescriptionView.as_view()), name="schema"),
    path("docs", read_only(SpectacularSwaggerSplitView.as_view(url_name="schema"))),
    path("robots.txt", search_engines.robots),
    path("sitemap.xml", read_only(sitemap), {"sitemaps": {"pages": search_engines.PageSitemap}}),
    path("admin", read_only(RedirectView.as_view(pattern_name="admin:index"))),
    path("admin/", admin.site.admin_view(staff_pages.index)),
    path("admin/login/", admin_login.login),
    path("admin/", admin.site.urls),
    re_path(r"^media/(?P<path>.+)$", shell.media),
    path(today_worker.ROUTE, today_worker.today_worker),
    *(path(route, shell.page) for route in ROUTES),
    *(
        path(route, read_only(RedirectView.as_view(url=url, query_string="?" not in url)))
        for route, url in MOVED.items()
    ),
    re_path(r"^[\s\S]*$", shell.not_found),
]
