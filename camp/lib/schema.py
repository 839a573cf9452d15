"""What the calls have in common in their published description: refusals, lists, changes."""

from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from camp.lib.paging import LONGEST_PAGE


class Description(AutoSchema):
    """The description of one call. Ours may take a body with DELETE, which the generator leaves out.

    (RFC 9110, 9.3.5: allowed where both ends are the same party's.)
    """

    def _get_request_body(self, direction: Literal["request", "response"] = "request") -> Any:
        if self.method != "DELETE":
            return super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        serializer = self.get_request_serializer()
        if serializer is None:
            return None
        body = self.resolve_serializer(serializer, direction)
        return {"content": {"application/json": {"schema": body.ref}}, "required": True}


class Refusal(serializers.Serializer):
    """The one shape of every refusal."""

    code = serializers.CharField(help_text="For programs: `class_full`, `last_admin`, ...")
    message = serializers.CharField(help_text="For people.")
    fields = serializers.DictField(  # type: ignore[assignment]  # DRF takes declared fields off the class
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="The inputs to blame, where inputs are to blame.",
    )


class Inserted(serializers.Serializer):
    """What was made."""

    insertedId = serializers.CharField()


class Modified(serializers.Serializer):
    """How many rows a change has changed: 0 where everything was so already."""

    modifiedCount = serializers.IntegerField(min_value=0, max_value=1)


class Deleted(serializers.Serializer):
    """How many rows were deleted."""

    deletedCount = serializers.IntegerField(min_value=0, max_value=1)


MEANINGS = {
    400: "Bad input.",
    401: "No token, or a bad one.",
    402: "Not paid.",
    403: "This person may not.",
    404: "No such thing, or not yours to know of.",
    409: "A rule stands against it.",
    413: "Too large.",
    415: "Not a kind of content that is accepted here.",
    429: "Too many requests; see Retry-After.",
    503: "A provider or the database does not answer; see Retry-After.",
}


def refusals(*statuses: int) -> dict[int, OpenApiResponse]:
    """The refusals that a call may answer with, for ``extend_schema(responses={200: ..., **refusals(401, 404)})``."""
    return {status: OpenApiResponse(Refusal, description=MEANINGS[status]) for status in statuses}


LIST_PARAMETERS = [
    OpenApiParameter("limit", OpenApiTypes.INT, description=f"At most so many rows, 1 to {LONGEST_PAGE}."),
    OpenApiParameter("after", OpenApiTypes.STR, description="The id of the last row seen; the list goes on behind it."),
    OpenApiParameter(
        "X-Total-Count",
        OpenApiTypes.INT,
        OpenApiParameter.HEADER,
        response=[200],
        description="How many rows there are in all.",
    ),
]
"""What every list takes and answers beside its rows."""
