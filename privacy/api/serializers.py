"""Serializers of the data export."""

from typing import Any

from rest_framework import serializers

from accounts.models import Child, User
from care.api.agreement_serializers import AgreementOutput
from care.api.serializers import ContactOutput
from classes.api.serializers import LessonOutput
from classes.models import CampClass, Enrollment, Message, Selection, Status, WaitlistEntry
from core.api.fields import PictureUrlField, PriceField
from mail.models import OutboxEmail
from privacy.api.care_serializers import CareReadDataOutput, CareSheetDataOutput, PaperSeenDataOutput
from privacy.api.payment_serializers import PaymentDataOutput


class AccountDataOutput(serializers.ModelSerializer):
    """The account itself."""

    _id = serializers.CharField(source="pk")
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


class ClassRowOutput(serializers.ModelSerializer):
    """Base of the rows that refer to a class and a participant."""

    _id = serializers.CharField(source="pk")
    classId = serializers.CharField(source="camp_class_id")
    nameClass = serializers.CharField(source="camp_class.name")
    childId = serializers.CharField(source="child_id", allow_null=True)
    childName = serializers.CharField(source="child.name", allow_null=True, default=None)


class SelectionDataOutput(ClassRowOutput):
    """A selected class."""

    selectedAt = serializers.DateTimeField(source="created_at")

    class Meta:
        model = Selection
        fields = ("_id", "classId", "nameClass", "childId", "childName", "selectedAt")


class WaitlistDataOutput(ClassRowOutput):
    """An entry on a waitlist in any state."""

    state = serializers.ChoiceField(choices=WaitlistEntry.State.choices)
    joinedAt = serializers.DateTimeField(source="joined_at")
    endedAt = serializers.DateTimeField(source="ended_at", allow_null=True)
    seatId = serializers.CharField(source="offer_id", allow_null=True, help_text="The seat that was offered.")
    putNextAt = serializers.DateTimeField(
        source="next_at", allow_null=True, help_text="When staff put the entry before the others."
    )
    putNextReason = serializers.CharField(source="next_reason", help_text="Why they did; else empty.")

    class Meta:
        model = WaitlistEntry
        fields = (
            *("_id", "classId", "nameClass", "childId", "childName", "state"),
            *("joinedAt", "endedAt", "seatId", "putNextAt", "putNextReason"),
        )


class SeatDataOutput(ClassRowOutput):
    """An enrollment in any state."""

    state = serializers.ChoiceField(choices=Enrollment.State.choices)
    price = PriceField(help_text="US dollars, fixed when the seat was held.")
    heldAt = serializers.DateTimeField(source="held_at", allow_null=True)
    heldUntil = serializers.DateTimeField(source="held_until", allow_null=True)
    offeredUntil = serializers.DateTimeField(
        source="offered_until", allow_null=True, help_text="Of an offer to the waitlist."
    )
    reservedUntil = serializers.DateTimeField(
        source="reserved_until", allow_null=True, help_text="Of a reservation by the office."
    )
    priceReason = serializers.CharField(
        source="price_reason", help_text="Why staff asked for another price than the class's; else empty."
    )
    confirmedAt = serializers.DateTimeField(source="confirmed_at", allow_null=True)
    releasedAt = serializers.DateTimeField(source="released_at", allow_null=True)
    bookedStart = serializers.DateTimeField(
        source="booked_start", allow_null=True, help_text="The first lesson when it was booked, if it has changed."
    )
    fullRefundUntil = serializers.DateTimeField(source="full_refund_until", allow_null=True)

    class Meta:
        model = Enrollment
        fields = (
            *("_id", "classId", "nameClass", "childId", "childName", "state", "price"),
            *("priceReason", "heldAt", "heldUntil", "offeredUntil", "reservedUntil"),
            *("confirmedAt", "releasedAt", "bookedStart", "fullRefundUntil"),
        )


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
    classesOffered = OfferedClassDataOutput(many=True, source="classes_offered")
    messages = MessageDataOutput(many=True, help_text="What the user wrote to families.")
    emails = EmailDataOutput(many=True)
    contacts = ContactOutput(many=True)
    careSheets = CareSheetDataOutput(many=True, source="care_sheets")
    agreements = AgreementOutput(many=True)
    papersSeen = PaperSeenDataOutput(many=True, source="papers_seen")
    careReads = CareReadDataOutput(many=True, source="care_reads", help_text="Who has read about the children.")
