from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.http import UnreadablePostError
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.base import output, validated
from core.api.fields import PictureUrlField
from core.errors import DomainError
from core.pictures.encoding import PictureTooLarge
from core.pictures.storage import MAX_FORM_BYTES


class PictureInput(serializers.Serializer):
    """A picture file."""

    image = serializers.FileField(
        help_text="JPEG, PNG, WebP, HEIC or AVIF; at most 10 MB, and 25 megapixels (JPEG: 210, HEIC: 50)."
    )


class PictureUrlOutput(serializers.Serializer):
    """The URL of an uploaded picture."""

    display_url = PictureUrlField(help_text="The URL of the stored picture.")


class PictureOutput(serializers.Serializer):
    """An uploaded picture, in the response format of the image hosting service."""

    success = serializers.BooleanField()
    data = PictureUrlOutput()  # type: ignore[assignment]  # DRF takes declared fields off the class


PICTURE_SCHEMA: dict[str, Any] = {
    "request": {"multipart/form-data": PictureInput},
    "responses": {200: PictureOutput},
}


class FileFormParser(MultiPartParser):
    """A form that is cut off or has too many parts is invalid input (400), not a bug."""

    too_many_parts = "One file at a time, please."

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except UnreadablePostError as error:
            raise ParseError("The upload was interrupted. Please try again.") from error
        except SuspiciousOperation as error:
            raise ParseError(self.too_many_parts) from error


class PictureFormParser(FileFormParser):
    too_many_parts = "One picture at a time, please."


class PictureView(APIView):
    throttle_scopes = {"POST": "picture"}
    parser_classes = [PictureFormParser]


def refuse_long_body(request: Request, max_bytes: int, too_large: type[DomainError]) -> None:
    """Decides by the Content-Length, before the body is parsed and written to disk."""
    length = request.META.get("CONTENT_LENGTH") or ""
    if length.isdecimal() and int(length) > max_bytes:
        raise too_large


def picture_of(request: Request) -> Any:
    """The uploaded file. Raises PictureTooLarge."""
    refuse_long_body(request, MAX_FORM_BYTES, PictureTooLarge)
    return validated(PictureInput, request.data)["image"]


def picture_response(url: str) -> Response:
    return Response(output(PictureOutput, {"success": True, "data": {"display_url": url}}))
