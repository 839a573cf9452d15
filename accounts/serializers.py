"""Serializers of users. Field names are those of the documented API."""

from rest_framework import serializers

from accounts.models import Role, User
from core.api import NameField, PictureUrlField
from core.picture_urls import MAX_URL_LENGTH

MAX_SEARCH_LENGTH = 200


class ExchangeInput(serializers.Serializer):
    """The e-mail address of the ID token."""

    email = serializers.EmailField(max_length=254)


class ExchangeOutput(serializers.Serializer):
    """The site's own token."""

    token = serializers.CharField(help_text="Send it as `Authorization: Bearer`; valid for one hour.")


class ProfileInput(serializers.Serializer):
    """The profile after a registration. A ``role`` in the body is ignored."""

    name = NameField(max_length=100, allow_blank=True, allow_null=True, default="")
    photo = PictureUrlField(max_length=MAX_URL_LENGTH, allow_blank=True, allow_null=True, default="")
    email = serializers.EmailField(max_length=254)


class ProfileOutput(serializers.Serializer):
    """The id of the account the first time, null later."""

    insertedId = serializers.CharField(allow_null=True)
    message = serializers.CharField(required=False)


class ProfileChangeInput(serializers.Serializer):
    """Changes of the user's own profile. A missing field stays as it is."""

    name = NameField(max_length=100, allow_blank=True, required=False)
    photo = PictureUrlField(max_length=MAX_URL_LENGTH, allow_blank=True, required=False)
    bio = serializers.CharField(
        max_length=2000, allow_blank=True, required=False, help_text="Shown to everyone if the user is an instructor."
    )


class UserQueryInput(serializers.Serializer):
    """Search parameters of the list of users."""

    q = serializers.CharField(
        max_length=MAX_SEARCH_LENGTH,
        allow_blank=True,
        default="",
        help_text="Prefixes of words in the name or the e-mail address.",
    )
    role = serializers.ChoiceField(choices=Role.values, allow_blank=True, default="", help_text="Only this role.")


class InstructorOutput(serializers.ModelSerializer):
    """An instructor, as everyone may see them."""

    _id = serializers.CharField(source="pk", read_only=True)
    photo = PictureUrlField(read_only=True, help_text="An absolute URL, or empty.")

    class Meta:
        model = User
        fields = ("_id", "name", "photo", "email", "role", "bio")
        read_only_fields = fields


class UserOutput(serializers.ModelSerializer):
    """A user, as an admin may see them."""

    _id = serializers.CharField(source="pk", read_only=True)
    photo = PictureUrlField(read_only=True, help_text="An absolute URL, or empty.")
    emailVerified = serializers.BooleanField(source="email_verified", read_only=True)

    class Meta:
        model = User
        fields = ("_id", "name", "photo", "email", "role", "emailVerified")
        read_only_fields = fields


class IsAdminOutput(serializers.Serializer):
    """Whether the user is an admin."""

    admin = serializers.BooleanField(source="is_admin")


class IsInstructorOutput(serializers.Serializer):
    """Whether the user is an instructor."""

    instructor = serializers.BooleanField(source="is_instructor")
