from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.decisions import AdminDecisionView
from core.api.base import output, validated
from core.api.openapi import ModifiedOutput
from core.models import School
from office.api.school_serializers import SchoolFacts


class SchoolView(AdminDecisionView):
    @extend_schema(operation_id="getSchool", responses=SchoolFacts)
    def get(self, request: Request) -> Response:
        """Get the facts of the school."""
        return Response(output(SchoolFacts, School.current()))

    @extend_schema(operation_id="replaceSchool", request=SchoolFacts, responses=ModifiedOutput)
    def put(self, request: Request) -> Response:
        """Replace the facts of the school."""
        values: dict[str, Any] = validated(SchoolFacts, request.data)
        school = School.current()
        has_changed = any(getattr(school, name) != value for name, value in values.items())
        if has_changed:
            School.objects.update_or_create(defaults=values)
        return Response(ModifiedOutput({"modified_count": int(has_changed)}).data)
