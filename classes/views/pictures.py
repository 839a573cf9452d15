"""Views that upload a picture for a class, and a photo for a profile."""

from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.http import UnreadablePostError
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ParseError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.permissions import IsInstructor, IsLoggedIn, current_user
from classes.pictures import MAX_BYTES, PictureTooLarge, store_photo, store_upload
from classes.serializers import PictureInput, PictureOutput
from core.api import validated

MAX_FORM_OVERHEAD_BYTES = 16 * 1024


class PictureFormParser(MultiPartParser):
    """Parses a form with a file. A form that is cut off or has too many parts is invalid input (400), not a bug."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except UnreadablePostError as error:
            raise ParseError("The upload was interrupted. Please try again.") from error
        except SuspiciousOperation as error:
            raise ParseError("One picture at a time, please.") from error


class PicturesView(APIView):
    throttle_scopes = {"POST": "picture"}
    permission_classes = [IsInstructor]
    parser_classes = [PictureFormParser]

    @extend_schema(
        operation_id="uploadPicture",
        tags=["classes"],
        request={"multipart/form-data": PictureInput},
        responses={200: PictureOutput},
    )
    def post(self, request: Request) -> Response:
        """Upload a picture. 413 `picture_too_large`; 415 `not_a_picture`, `picture_broken`."""
        return _stored(store_upload(file=_picture_of(request)))


class MyPhotoView(APIView):
    """Belongs to classes, because the pictures do."""

    throttle_scopes = {"POST": "picture"}
    permission_classes = [IsLoggedIn]
    parser_classes = [PictureFormParser]

    @extend_schema(
        operation_id="uploadMyPhoto",
        tags=["accounts"],
        request={"multipart/form-data": PictureInput},
        responses={200: PictureOutput},
    )
    def post(self, request: Request) -> Response:
        """Upload a photo for the user's own profile; `PATCH /users/me` then sets it. 413 and 415 as for `/images`."""
        return _stored(store_photo(file=_picture_of(request), user_id=current_user(request).pk))


def _picture_of(request: Request) -> Any:
    _refuse_large_body(request)
    return validated(PictureInput, request.data)["image"]


def _stored(url: str) -> Response:
    return Response(PictureOutput({"success": True, "data": {"display_url": url}}).data)


def _refuse_large_body(request: Request) -> None:
    """Raises PictureTooLarge by the Content-Length, before the body is read and written to disk."""
    length = request.META.get("CONTENT_LENGTH") or ""
    if length.isdecimal() and int(length) > MAX_BYTES + MAX_FORM_OVERHEAD_BYTES:
        raise PictureTooLarge
