"""What goes over the wire, in the names that are documented."""

from rest_framework import serializers

from accounts.models import User
from camp.lib.pictures import LONGEST_ADDRESS, picture_address

LONGEST_QUERY = 200


class PhotoField(serializers.CharField):
    """The address of a photo; empty for none."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(max_length=LONGEST_ADDRESS, allow_blank=True, validators=[picture_address], **kwargs)  # type: ignore[arg-type]


class ExchangeInput(serializers.Serializer):
    """Whom the token is for: the e-mail of the ID token."""

    email = serializers.EmailField(max_length=254)


class ExchangeOutput(serializers.Serializer):
    """The site's own token."""

    token = serializers.CharField(help_text="Send it as `Authorization: Bearer`; good for one hour.")


class ProfileInput(serializers.Serializer):
    """Who has registered. The role is the server's to set and is ignored."""

    name = serializers.CharField(max_length=100, allow_blank=True, allow_null=True, default="")
    photo = PhotoField(allow_null=True, default="")
    email = serializers.EmailField(max_length=254)


class ProfileOutput(serializers.Serializer):
    """The account's id the first time, null later."""

    insertedId = serializers.CharField(allow_null=True)
    message = serializers.CharField(required=False)


class ProfileChange(serializers.Serializer):
    """What to change of one's own profile."""

    name = serializers.CharField(max_length=100, allow_blank=True, required=False)
    photo = PhotoField(required=False)


class PeopleQuery(serializers.Serializer):
    """Whom to list."""

    q = serializers.CharField(
        max_length=LONGEST_QUERY, allow_blank=True, default="", help_text="Part of a name or an e-mail address."
    )


class InstructorOutput(serializers.ModelSerializer):
    """Somebody who teaches, as everybody may see them."""

    _id = serializers.CharField(source="pk", read_only=True)

    class Meta:
        model = User
        fields = ("_id", "name", "photo", "email", "role")
        read_only_fields = fields


class PersonOutput(serializers.ModelSerializer):
    """Somebody with an account, as an admin may see them."""

    _id = serializers.CharField(source="pk", read_only=True)
    emailVerified = serializers.BooleanField(source="email_verified", read_only=True)

    class Meta:
        model = User
        fields = ("_id", "name", "photo", "email", "role", "emailVerified")
        read_only_fields = fields


class IsAdminOutput(serializers.Serializer):
    """Whether somebody is an admin."""

    admin = serializers.BooleanField(source="is_admin")


class IsInstructorOutput(serializers.Serializer):
    """Whether somebody is an instructor."""

    instructor = serializers.BooleanField(source="is_instructor")
