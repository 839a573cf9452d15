"""The OpenAPI description: error responses and list parameters derived from the views, and common serializers."""

from collections.abc import Sequence
from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers
from rest_framework.permissions import AllowAny

from core.api.fields import IdField
from core.api.pagination import KeysetPagination
from core.api.refusals import codes_by_status
from core.api.serializers import CampSerializer


class ErrorOutput(CampSerializer):
    """The body of every error response."""

    code = serializers.CharField(help_text="For programs: `class_full`, `last_admin`, ...")
    message = serializers.CharField(help_text="For people.")
    fields = serializers.DictField(  # type: ignore[assignment]  # DRF takes declared fields off the class
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="The invalid inputs with their messages.",
    )
    retry_at = serializers.DateTimeField(
        required=False, help_text="When the rule may allow the request; the code and the message say why."
    )
    opens_at = serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text="Of `not_open_yet`: when registration opens for the user; null if that isn't known yet.",
    )
    lines = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        help_text="If some of several requested rows are refused: the reason of each.",
    )
    errors = serializers.ListField(  # type: ignore[assignment]  # as for ``fields``
        child=serializers.DictField(),
        required=False,
        help_text="Of an uploaded file: `row` (from 1; null: the whole file), `column` and `message` of each error.",
    )


class InsertedOutput(CampSerializer):
    """The id of a new row."""

    inserted_id = IdField()


class ModifiedOutput(CampSerializer):
    """Number of rows that changed: 0 if the values were the same before."""

    modified_count = serializers.IntegerField(min_value=0, max_value=1)


class DeletedOutput(CampSerializer):
    """Number of rows that were deleted."""

    deleted_count = serializers.IntegerField(min_value=0, max_value=1)


EMAIL_SCHEMA = {"type": "string", "format": "email", "maxLength": 254}
EMAIL_IN_PATH = OpenApiParameter("email", EMAIL_SCHEMA, OpenApiParameter.PATH)

ERROR_DESCRIPTIONS = {
    400: "Invalid input.",
    401: "The token is missing or invalid.",
    402: "The payment has not succeeded.",
    403: "The user is not allowed to do this.",
    404: "It does not exist, or the user is not allowed to see it.",
    409: "A rule does not allow this.",
    413: "The request body is too large.",
    415: "The content type is not supported.",
    429: "Too many requests; see Retry-After.",
    503: "A provider or the database is unavailable; see Retry-After.",
}


GENERIC = {"invalid", "not_found", "too_large"}
ONLY_REFUSALS = (402, 409)
"""The statuses that nothing but the refusals of an operation has, so that its codes are all there are."""


class CampAutoSchema(AutoSchema):
    """Describes one operation.

    Error responses follow from permissions, parsers, throttles and parameters, and from ``@refuses`` at the method.
    """

    def get_tags(self) -> list[str]:
        """The view's app, unless ``extend_schema`` says otherwise: a view of another app may inherit the method."""
        return [type(self.view).__module__.partition(".")[0]]

    def get_override_parameters(self) -> list[Any]:
        parameters: list[Any] = list(super().get_override_parameters())
        return parameters + (KeysetPagination.openapi_parameters if self._is_paginated() else [])

    def _get_paginator(self) -> None:
        """Returns None: a page is a plain array, and its parameters are described above."""

    def _is_paginated(self) -> bool:
        pagination_class = getattr(self.view, "pagination_class", None)
        return self.method == "GET" and pagination_class is not None and issubclass(pagination_class, KeysetPagination)

    def _get_request_body(self, direction: Literal["request", "response"] = "request") -> Any:
        # drf-spectacular leaves out the body of a DELETE (RFC 9110, 9.3.5 allows it).
        if self.method != "DELETE":
            return super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        serializer = self.get_request_serializer()
        if serializer is None:
            return None
        body = self.resolve_serializer(serializer, direction)
        return {"content": {"application/json": {"schema": body.ref}}, "required": True}

    def _insert_field_validators(self, field: Any, schema: dict[str, Any]) -> None:
        super()._insert_field_validators(field, schema)  # type: ignore[no-untyped-call]
        forms = schema.get("oneOf", [{}])
        # A field that may be blank has two forms; its default, "", is none of its other values.
        if "default" in forms[0]:
            schema["default"] = forms[0].pop("default")

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> Any:
        responses = super()._get_response_bodies(direction)
        refusals = codes_by_status(self.view, self.method)
        for status in sorted(self._error_statuses() | refusals.keys()):
            codes = refusals.get(status, [])
            error = OpenApiResponse(ErrorOutput, description=_description(status, codes))
            response = self._get_response_for_code(error, str(status), direction=direction)  # type: ignore[no-untyped-call]
            if status in ONLY_REFUSALS:
                content = response["content"]["application/json"]
                only = {"type": "object", "properties": {"code": {"enum": sorted(codes)}}}
                content["schema"] = {"allOf": [content["schema"], only]}
            responses[str(status)] = response
        return responses

    def _error_statuses(self) -> set[int]:
        statuses = {503}
        permissions = _flattened(self.view.get_permissions())
        if not any(isinstance(permission, AllowAny) for permission in permissions):
            statuses.add(401)
        if any(getattr(permission, "message", None) for permission in permissions):
            statuses.add(403)
        if "{" in self.path:
            statuses.add(404)
        if self._has_query_parameters():
            statuses.add(400)
        if self.view.parser_classes and self._get_request_body():
            statuses |= {400, 413, 415}
        if self.method in getattr(self.view, "throttle_scopes", {}):
            statuses.add(429)
        return statuses

    def _has_query_parameters(self) -> bool:
        # With several renderers the client chooses one by `?format=`.
        return len(self.view.renderer_classes) > 1 or any(
            not isinstance(parameter, OpenApiParameter) or parameter.location == OpenApiParameter.QUERY
            for parameter in self.get_override_parameters()
        )


def _description(status: int, codes: Sequence[str]) -> str:
    named = [f"`{code}`" for code in codes if code not in GENERIC]
    return f"{ERROR_DESCRIPTIONS[status]} {', '.join(named)}." if named else ERROR_DESCRIPTIONS[status]


def _flattened(permissions: Sequence[Any]) -> list[Any]:
    flat = []
    for permission in permissions:
        # ``A | B`` has the operands ``op1`` and ``op2``.
        operands = [getattr(permission, name) for name in ("op1", "op2") if hasattr(permission, name)]
        flat += _flattened(operands) if operands else [permission]
    return flat
