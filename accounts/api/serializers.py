from datetime import date
from typing import Any

from django.utils import timezone
from rest_framework import serializers

from accounts.firebase import MAX_TOKEN_LENGTH
from accounts.models import EARLIEST_BIRTH, Child, Guardianship, Role, User
from core.api.fields import IdField, IdInputField, NameField, PhoneField, PictureUrlField
from core.api.serializers import CampModelSerializer, CampSerializer
from core.names import shown_email
from core.pictures.urls import MAX_URL_LENGTH
from core.site_time import site_day

MAX_SEARCH_LENGTH = 200


class AccountEmailField(serializers.EmailField):
    """The e-mail address of an account in an output; "" if the account has none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, allow_blank=True, **kwargs)

    def to_representation(self, value: str) -> str:
        return shown_email(value)


class ExchangeInput(CampSerializer):
    """The e-mail address of the ID token."""

    email = serializers.EmailField(max_length=254)


class ExchangeOutput(CampSerializer):
    """A site token."""

    token = serializers.CharField(help_text="Send it as `Authorization: Bearer`; valid for one hour.")


class ProfileInput(CampSerializer):
    """The profile after a registration. A ``role`` in the body is ignored."""

    name = NameField(max_length=100, allow_blank=True, allow_null=True, default="")
    photo = PictureUrlField(max_length=MAX_URL_LENGTH, allow_blank=True, allow_null=True, default="")
    email = serializers.EmailField(max_length=254)


class ProfileOutput(CampSerializer):
    """The id of the account the first time, null later."""

    inserted_id = IdField(allow_null=True)
    message = serializers.CharField(required=False)


class ProfileChangeInput(CampSerializer):
    """Changes of the user's own profile. A missing field stays as it is."""

    name = NameField(max_length=100, allow_blank=True, required=False)
    photo = PictureUrlField(max_length=MAX_URL_LENGTH, allow_blank=True, required=False)
    bio = serializers.CharField(
        max_length=2000, allow_blank=True, required=False, help_text="Shown to everyone if the user is an instructor."
    )
    phone = PhoneField(allow_blank=True, required=False, help_text="For the school only.")
    address = NameField(max_length=300, allow_blank=True, required=False, help_text="For the school only.")
    alerts = serializers.ChoiceField(
        choices=User.Alerts.choices, required=False, help_text="Admins only: when to mail what needs a decision."
    )


class MyProfileOutput(CampModelSerializer):
    """The user's own profile."""

    pk = IdField(read_only=True)
    photo = PictureUrlField(read_only=True, help_text="An absolute URL, or empty.")
    email = AccountEmailField()

    class Meta:
        model = User
        fields = ("pk", "name", "email", "photo", "bio", "role", "phone", "address")
        read_only_fields = fields


class UserQueryInput(CampSerializer):
    """Search parameters of the list of users."""

    q = serializers.CharField(
        max_length=MAX_SEARCH_LENGTH,
        allow_blank=True,
        default="",
        help_text="Prefixes of words in names (also of children), e-mail addresses and phone numbers.",
    )
    role = serializers.ChoiceField(choices=Role.values, allow_blank=True, default="", help_text="Only this role.")


class InstructorOutput(CampModelSerializer):
    """An instructor, as everyone may see them."""

    pk = IdField(read_only=True)
    photo = PictureUrlField(read_only=True, help_text="An absolute URL, or empty.")
    email = AccountEmailField()

    class Meta:
        model = User
        fields = ("pk", "name", "photo", "email", "role", "bio")
        read_only_fields = fields


class UserOutput(CampModelSerializer):
    """A user, as an admin may see them."""

    pk = IdField(read_only=True)
    photo = PictureUrlField(read_only=True, help_text="An absolute URL, or empty.")
    email = AccountEmailField()
    email_verified = serializers.BooleanField(read_only=True)
    children = serializers.ListField(
        child=serializers.CharField(), source="child_names", read_only=True, help_text="Their names."
    )

    class Meta:
        model = User
        fields = ("pk", "name", "photo", "email", "role", "email_verified", "phone", "children")
        read_only_fields = fields


class IsAdminOutput(CampSerializer):
    """Whether the user is an admin."""

    admin = serializers.BooleanField(source="is_admin")


class IsInstructorOutput(CampSerializer):
    """Whether the user is an instructor."""

    instructor = serializers.BooleanField(source="is_instructor")


class FormerInstructorInput(CampSerializer):
    """What happens to the coming classes of an instructor who becomes a student."""

    keep_classes = serializers.BooleanField(default=False, help_text="Leave them with the former instructor.")


class RecentLoginInput(CampSerializer):
    """Proof of a recent login, because an open browser session alone is none."""

    id_token = serializers.CharField(
        max_length=MAX_TOKEN_LENGTH,
        help_text="An ID token of the same user, from a login at most five minutes ago.",
    )


class StaffPagesOutput(CampSerializer):
    """Where the staff pages are. The response sets the cookie of their session."""

    url = serializers.CharField()


class ChildInput(CampSerializer):
    """A child of the user's own account."""

    name = NameField(max_length=100)
    born_on = serializers.DateField(required=False, allow_null=True, help_text="Classes with age limits require it.")

    def validate_born_on(self, value: date | None) -> date | None:
        if value is not None and not EARLIEST_BIRTH <= value <= site_day(timezone.now()):
            raise serializers.ValidationError(f"A day from {EARLIEST_BIRTH.year} to today is required.")
        return value


class FamilyGuardianOutput(CampModelSerializer):
    """Somebody who sees the child's lessons, or is invited to, as the owner of the child may know."""

    pk = IdField(read_only=True)
    name = serializers.CharField(
        source="user.name", read_only=True, default="", help_text="Empty until they have accepted."
    )
    accepted_at = serializers.DateTimeField(read_only=True, allow_null=True)
    expires_at = serializers.DateTimeField(
        read_only=True, allow_null=True, help_text="Of an open invitation; null if it was not mailed yet."
    )
    frozen = serializers.BooleanField(source="is_frozen", read_only=True, help_text="The school has stopped it.")

    class Meta:
        model = Guardianship
        fields: tuple[str, ...] = ("pk", "email", "name", "care", "accepted_at", "expires_at", "frozen")
        read_only_fields: tuple[str, ...] = ("email", "care")


class ChildOutput(CampModelSerializer):
    """A child of the user's own account."""

    pk = IdField(read_only=True)
    born_on = serializers.DateField(read_only=True, allow_null=True)
    guardians = FamilyGuardianOutput(many=True, read_only=True, help_text="Who else sees the child, or is invited to.")

    class Meta:
        model = Child
        fields = ("pk", "name", "born_on", "guardians")
        read_only_fields = fields


class ChildIdField(IdInputField):
    """The id of a child of the user's own account; null for the user."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, allow_null=True, **kwargs)
