"""The call that takes a picture for a class."""

from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.http import UnreadablePostError
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ParseError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import IsInstructor
from camp.lib.limits import Limited
from camp.lib.schema import refusals
from classes.image_host import MOST_BYTES, PictureTooLarge, keep_picture
from classes.serializers import PictureInput, PictureOutput
from classes.views.wire import checked

ENVELOPE = 16 * 1024
"""Bytes of a form around its file."""


class FormParser(MultiPartParser):
    """A form with a file: one that arrives in pieces, or with a thousand parts, is bad input and no fault of ours."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except UnreadablePostError as error:
            raise ParseError("The upload was cut off. Please try again.") from error
        except SuspiciousOperation as error:
            raise ParseError("One picture at a time, please.") from error


class PicturesView(Limited):
    """Pictures for classes."""

    limited = {"POST": "picture"}
    permission_classes = [IsInstructor]
    parser_classes = [FormParser]

    @extend_schema(
        operation_id="uploadPicture",
        tags=["classes"],
        request={"multipart/form-data": PictureInput},
        responses={200: PictureOutput, **refusals(400, 401, 403, 413, 415, 429, 503)},
    )
    def post(self, request: Request) -> Response:
        """Keep a picture. 413 `picture_too_large`; 415 `not_a_picture`, `picture_broken`."""
        _refuse_unread(request)
        body = checked(PictureInput(data=request.data))
        address = keep_picture(body["image"])
        return Response(PictureOutput({"success": True, "data": {"display_url": address}}).data)


def _refuse_unread(request: Request) -> None:
    """Refuse what announces itself as too large before it fills the disk. Raises PictureTooLarge."""
    length = request.META.get("CONTENT_LENGTH") or ""
    if length.isdecimal() and int(length) > MOST_BYTES + ENVELOPE:
        raise PictureTooLarge
