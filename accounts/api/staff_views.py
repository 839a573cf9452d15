from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.admin_login import log_in_from_site
from accounts.api.decisions import AdminDecisionView
from accounts.api.permissions import current_user
from accounts.api.serializers import RecentLoginInput, StaffPagesOutput
from accounts.recent_login import RecentLoginRequired
from core.api.base import validated
from core.api.refusals import refuses


class StaffPagesView(AdminDecisionView):
    @refuses(RecentLoginRequired)
    @extend_schema(operation_id="openStaffPages", request=RecentLoginInput, responses={200: StaffPagesOutput})
    def post(self, request: Request) -> Response:
        """Log in to the staff pages with a recent login on the site."""
        body = validated(RecentLoginInput, request.data)
        log_in_from_site(
            request=request._request,  # noqa: SLF001 (Django's, to which the session belongs)
            user=current_user(request),
            id_token=body["id_token"],
            now=timezone.now(),
        )
        return Response(StaffPagesOutput({"url": reverse("admin:index")}).data)
