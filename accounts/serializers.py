"""What goes over the wire, in the names that are documented."""

from typing import Any

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
        max_length=LONGEST_QUERY,
        allow_blank=True,
        default="",
        help_text="How words of a name or an e-mail address begin.",
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


class AccountData(serializers.ModelSerializer):
    """All that is kept about an account, for whose it is."""

    _id = serializers.CharField(source="pk")
    emailVerified = serializers.BooleanField(source="email_verified")
    emailFirstVerifiedAt = serializers.DateTimeField(source="email_first_verified_at", allow_null=True)
    joinedAt = serializers.DateTimeField(source="joined_at")
    profileCompletedAt = serializers.DateTimeField(source="profile_completed_at", allow_null=True)
    lastLogInAt = serializers.DateTimeField(source="last_login", allow_null=True)
    identity = serializers.CharField(
        source="firebase_uid", allow_null=True, help_text="By which the identity provider knows the person."
    )

    class Meta:
        model = User
        fields = (
            *("_id", "name", "email", "photo", "role", "emailVerified", "emailFirstVerifiedAt"),
            *("joinedAt", "profileCompletedAt", "lastLogInAt", "identity"),
        )
        read_only_fields = fields


class AccountVersion(serializers.ModelSerializer):
    """The account as it became by one change."""

    changedAt = serializers.DateTimeField(source="history_date")
    byYourself = serializers.SerializerMethodField(help_text="False where staff or the site itself changed it.")
    emailVerified = serializers.BooleanField(source="email_verified")
    active = serializers.BooleanField(source="is_active", help_text="False where staff had shut the account.")

    class Meta:
        model = User.history.model
        fields = ("changedAt", "byYourself", "name", "email", "photo", "role", "emailVerified", "active")
        read_only_fields = fields

    def get_byYourself(self, version: Any) -> bool:
        return bool(version.history_user_id == version.id)
