from typing import Any

from rest_framework import serializers

from accounts.api.serializers import AccountEmailField
from accounts.models import Child, User
from care.api.agreement_serializers import AgreementOutput
from care.api.serializers import ContactOutput
from classes.api.serializers import LessonOutput
from classes.models import CampClass, Message, Status
from core.api.fields import IdField, PictureUrlField, PriceField
from core.api.serializers import CampModelSerializer, CampSerializer
from mail.models import OutboxEmail
from privacy.api.booking_serializers import (
    SeatDataOutput,
    SelectionDataOutput,
    VoucherDataOutput,
    WaitlistDataOutput,
)
from privacy.api.care_serializers import (
    CareReadDataOutput,
    CareSheetDataOutput,
    PaperSeenDataOutput,
    PresenceDataOutput,
)
from privacy.api.payment_serializers import PaymentDataOutput


class AccountDataOutput(CampModelSerializer):
    """The account itself."""

    pk = IdField()
    email = AccountEmailField(help_text="Empty if the account has none.")
    photo = PictureUrlField(help_text="An absolute URL, or empty.")
    email_verified = serializers.BooleanField()
    email_first_verified_at = serializers.DateTimeField(allow_null=True)
    joined_at = serializers.DateTimeField()
    profile_completed_at = serializers.DateTimeField(allow_null=True)
    last_log_in_at = serializers.DateTimeField(source="last_login", allow_null=True)
    identity = serializers.CharField(
        source="firebase_uid", allow_null=True, help_text="The user's id at the identity provider."
    )
    wants_reminders = serializers.BooleanField()
    calendar_token = serializers.CharField(
        allow_null=True, help_text="The secret in the address of the user's calendar."
    )

    class Meta:
        model = User
        fields = (
            *("pk", "name", "email", "photo", "bio", "phone", "address", "role", "email_verified"),
            *("email_first_verified_at", "joined_at", "profile_completed_at", "last_log_in_at", "identity"),
            *("calendar_token", "wants_reminders", "alerts"),
        )
        read_only_fields = fields


class AccountVersionOutput(CampModelSerializer):
    """The account after one change."""

    changed_at = serializers.DateTimeField(source="history_date")
    by_yourself = serializers.SerializerMethodField(help_text="False if staff or the site changed it.")
    email = AccountEmailField(help_text="Empty if the account has none.")
    photo = PictureUrlField(help_text="An absolute URL, or empty.")
    email_verified = serializers.BooleanField()
    active = serializers.BooleanField(source="is_active", help_text="False while staff had disabled the account.")

    class Meta:
        model = User.history.model
        fields = ("changed_at", "by_yourself", "name", "email", "photo", "bio", "role", "email_verified", "active")
        read_only_fields = fields

    def get_by_yourself(self, version: Any) -> bool:
        return bool(version.history_user_id == version.id)


class ChildDataOutput(CampModelSerializer):
    """A child of the account. A deleted child has no name."""

    pk = IdField()
    born_on = serializers.DateField(allow_null=True)
    deleted_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        model = Child
        fields = ("pk", "name", "born_on", "deleted_at")
        read_only_fields = fields


class ChildVersionOutput(CampModelSerializer):
    """A child after one change."""

    child_id = IdField(source="id")
    changed_at = serializers.DateTimeField(source="history_date")
    by_yourself = serializers.SerializerMethodField(help_text="False if staff or the site changed it.")
    born_on = serializers.DateField(allow_null=True)

    class Meta:
        model = Child.history.model
        fields = ("child_id", "changed_at", "by_yourself", "name", "born_on")
        read_only_fields = fields

    def get_by_yourself(self, version: Any) -> bool:
        return bool(version.history_user_id == version.guardian_id)


class OfferedClassDataOutput(CampModelSerializer):
    """A class that the user offers."""

    pk = IdField()
    name_class = serializers.CharField(source="name")
    image = PictureUrlField()
    price = PriceField(help_text="US dollars; 0 is free.")
    status = serializers.ChoiceField(choices=Status.choices)
    offered_at = serializers.DateTimeField(source="created_at")
    craft = serializers.CharField(source="craft.slug", allow_null=True, default=None)
    age_from = serializers.IntegerField(allow_null=True)
    age_to = serializers.IntegerField(allow_null=True)
    lessons = LessonOutput(source="shown_lessons", many=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        model = CampClass
        fields = (
            *("pk", "name_class", "description", "image", "price", "capacity"),
            *("status", "feedback", "offered_at", "withdrawn_at"),
            *("craft", "place", "bring", "age_from", "age_to", "lessons"),
        )
        read_only_fields = fields


class MessageDataOutput(CampModelSerializer):
    """A message that the user wrote to families."""

    pk = IdField()
    class_id = IdField(source="camp_class_id", allow_null=True)
    sent_at = serializers.DateTimeField()

    class Meta:
        model = Message
        fields = ("pk", "class_id", "day", "subject", "text", "to", "recipients", "sent_at")
        read_only_fields = fields


class EmailDataOutput(CampModelSerializer):
    """An e-mail that the site wrote to the user."""

    written_at = serializers.DateTimeField(source="created_at")
    sent_at = serializers.DateTimeField(allow_null=True)
    facts = serializers.JSONField(help_text="The content of the e-mail; deleted after 90 days.")

    class Meta:
        model = OutboxEmail
        fields = ("kind", "state", "written_at", "sent_at", "facts")
        read_only_fields = fields


class PersonalDataOutput(CampSerializer):
    """All stored data about one user; each list is newest first."""

    account = AccountDataOutput()
    changes = AccountVersionOutput(many=True, help_text="The account after each change.")
    children = ChildDataOutput(many=True)
    child_changes = ChildVersionOutput(many=True, help_text="The children after each change.")
    selections = SelectionDataOutput(many=True)
    waitlist = WaitlistDataOutput(many=True)
    seats = SeatDataOutput(many=True)
    payments = PaymentDataOutput(many=True)
    vouchers = VoucherDataOutput(many=True)
    classes_offered = OfferedClassDataOutput(many=True)
    messages = MessageDataOutput(many=True, help_text="What the user wrote to families.")
    emails = EmailDataOutput(many=True)
    contacts = ContactOutput(many=True)
    care_sheets = CareSheetDataOutput(many=True)
    agreements = AgreementOutput(many=True)
    papers_seen = PaperSeenDataOutput(many=True)
    care_reads = CareReadDataOutput(many=True, help_text="Who has read about the children.")
    presence = PresenceDataOutput(many=True, help_text="When the participants came and left.")
