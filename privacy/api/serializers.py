"""Serializers of the data export."""

from typing import Any

from rest_framework import serializers

from accounts.api.serializers import AccountEmailField
from accounts.models import Child, User
from care.api.agreement_serializers import AgreementOutput
from care.api.serializers import ContactOutput
from classes.api.serializers import LessonOutput
from classes.models import CampClass, Message, Status
from core.api.fields import PictureUrlField, PriceField
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


class AccountDataOutput(serializers.ModelSerializer):
    """The account itself."""

    _id = serializers.CharField(source="pk")
    email = AccountEmailField(help_text="Empty if the account has none.")
    photo = PictureUrlField(help_text="An absolute URL, or empty.")
    emailVerified = serializers.BooleanField(source="email_verified")
    emailFirstVerifiedAt = serializers.DateTimeField(source="email_first_verified_at", allow_null=True)
    joinedAt = serializers.DateTimeField(source="joined_at")
    profileCompletedAt = serializers.DateTimeField(source="profile_completed_at", allow_null=True)
    lastLogInAt = serializers.DateTimeField(source="last_login", allow_null=True)
    identity = serializers.CharField(
        source="firebase_uid", allow_null=True, help_text="The user's id at the identity provider."
    )
    wantsReminders = serializers.BooleanField(source="wants_reminders")
    calendarToken = serializers.CharField(
        source="calendar_token", allow_null=True, help_text="The secret in the address of the user's calendar."
    )

    class Meta:
        model = User
        fields = (
            *("_id", "name", "email", "photo", "bio", "phone", "address", "role", "emailVerified"),
            *("emailFirstVerifiedAt", "joinedAt", "profileCompletedAt", "lastLogInAt", "identity"),
            *("calendarToken", "wantsReminders", "alerts"),
        )
        read_only_fields = fields


class AccountVersionOutput(serializers.ModelSerializer):
    """The account after one change."""

    changedAt = serializers.DateTimeField(source="history_date")
    byYourself = serializers.SerializerMethodField(help_text="False if staff or the site changed it.")
    email = AccountEmailField(help_text="Empty if the account has none.")
    photo = PictureUrlField(help_text="An absolute URL, or empty.")
    emailVerified = serializers.BooleanField(source="email_verified")
    active = serializers.BooleanField(source="is_active", help_text="False while staff had disabled the account.")

    class Meta:
        model = User.history.model
        fields = ("changedAt", "byYourself", "name", "email", "photo", "bio", "role", "emailVerified", "active")
        read_only_fields = fields

    def get_byYourself(self, version: Any) -> bool:
        return bool(version.history_user_id == version.id)


class ChildDataOutput(serializers.ModelSerializer):
    """A child of the account. A deleted child has no name."""

    _id = serializers.CharField(source="pk")
    bornOn = serializers.DateField(source="born_on", allow_null=True)
    deletedAt = serializers.DateTimeField(source="deleted_at", allow_null=True)

    class Meta:
        model = Child
        fields = ("_id", "name", "bornOn", "deletedAt")
        read_only_fields = fields


class ChildVersionOutput(serializers.ModelSerializer):
    """A child after one change."""

    childId = serializers.CharField(source="id")
    changedAt = serializers.DateTimeField(source="history_date")
    byYourself = serializers.SerializerMethodField(help_text="False if staff or the site changed it.")
    bornOn = serializers.DateField(source="born_on", allow_null=True)

    class Meta:
        model = Child.history.model
        fields = ("childId", "changedAt", "byYourself", "name", "bornOn")
        read_only_fields = fields

    def get_byYourself(self, version: Any) -> bool:
        return bool(version.history_user_id == version.guardian_id)


class OfferedClassDataOutput(serializers.ModelSerializer):
    """A class that the user offers."""

    _id = serializers.CharField(source="pk")
    nameClass = serializers.CharField(source="name")
    image = PictureUrlField()
    price = PriceField(help_text="US dollars; 0 is free.")
    status = serializers.ChoiceField(choices=Status.choices)
    offeredAt = serializers.DateTimeField(source="created_at")
    craft = serializers.CharField(source="craft.slug", allow_null=True, default=None)
    ageFrom = serializers.IntegerField(source="age_from", allow_null=True)
    ageTo = serializers.IntegerField(source="age_to", allow_null=True)
    lessons = LessonOutput(source="shown_lessons", many=True)
    withdrawnAt = serializers.DateTimeField(source="withdrawn_at", allow_null=True)

    class Meta:
        model = CampClass
        fields = (
            *("_id", "nameClass", "description", "image", "price", "capacity"),
            *("status", "feedback", "offeredAt", "withdrawnAt"),
            *("craft", "place", "bring", "ageFrom", "ageTo", "lessons"),
        )
        read_only_fields = fields


class MessageDataOutput(serializers.ModelSerializer):
    """A message that the user wrote to families."""

    _id = serializers.CharField(source="pk")
    classId = serializers.CharField(source="camp_class_id", allow_null=True)
    sentAt = serializers.DateTimeField(source="sent_at")

    class Meta:
        model = Message
        fields = ("_id", "classId", "day", "subject", "text", "to", "recipients", "sentAt")
        read_only_fields = fields


class EmailDataOutput(serializers.ModelSerializer):
    """An e-mail that the site wrote to the user."""

    writtenAt = serializers.DateTimeField(source="created_at")
    sentAt = serializers.DateTimeField(source="sent_at", allow_null=True)
    facts = serializers.JSONField(help_text="The content of the e-mail; deleted after 90 days.")

    class Meta:
        model = OutboxEmail
        fields = ("kind", "state", "writtenAt", "sentAt", "facts")
        read_only_fields = fields


class PersonalDataOutput(serializers.Serializer):
    """All stored data about one user; each list is newest first."""

    account = AccountDataOutput()
    changes = AccountVersionOutput(many=True, help_text="The account after each change.")
    children = ChildDataOutput(many=True)
    childChanges = ChildVersionOutput(many=True, source="child_changes", help_text="The children after each change.")
    selections = SelectionDataOutput(many=True)
    waitlist = WaitlistDataOutput(many=True)
    seats = SeatDataOutput(many=True)
    payments = PaymentDataOutput(many=True)
    vouchers = VoucherDataOutput(many=True)
    classesOffered = OfferedClassDataOutput(many=True, source="classes_offered")
    messages = MessageDataOutput(many=True, help_text="What the user wrote to families.")
    emails = EmailDataOutput(many=True)
    contacts = ContactOutput(many=True)
    careSheets = CareSheetDataOutput(many=True, source="care_sheets")
    agreements = AgreementOutput(many=True)
    papersSeen = PaperSeenDataOutput(many=True, source="papers_seen")
    careReads = CareReadDataOutput(many=True, source="care_reads", help_text="Who has read about the children.")
    presence = PresenceDataOutput(many=True, help_text="When the participants came and left.")
