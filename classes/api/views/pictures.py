from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import IsAdmin, IsInstructor
from core.api.picture_views import PICTURE_SCHEMA, PictureView, picture_of, picture_response
from core.api.refusals import refuses
from core.pictures.encoding import BrokenPicture, NotAPicture, PictureTooLarge
from core.pictures.storage import TooManyPictures, store_upload


class PicturesView(PictureView):
    permission_classes = [IsInstructor | IsAdmin]

    @refuses(PictureTooLarge, NotAPicture, BrokenPicture, TooManyPictures)
    @extend_schema(operation_id="uploadPicture", **PICTURE_SCHEMA)
    def post(self, request: Request) -> Response:
        """Upload a picture."""
        return picture_response(store_upload(file=picture_of(request), folder="classes"))
