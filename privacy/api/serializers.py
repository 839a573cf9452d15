"""Serializers of the data export and the account deletion."""

from typing import Any

from rest_framework import serializers

from accounts.firebase import MAX_TOKEN_LENGTH
from accounts.models import Child, User
from care.api.agreement_serializers import AgreementOutput
from care.api.serializers import ContactOutput
from care.models import CareRead, CareSheet, PaperSeen, PresenceEvent
from classes.api.serializers import LessonOutput
from classes.models import CampClass, Enrollment, Selection, Status, WaitlistEntry
from core.api.fields import PictureUrlField, PriceField
from mail.models import OutboxEmail
from payments.models import Payment


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
            *("calendarToken", "wantsReminders"),
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
            *("heldAt", "heldUntil", "offeredUntil", "confirmedAt", "releasedAt", "bookedStart", "fullRefundUntil"),
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


class PaymentDataOutput(serializers.ModelSerializer):
    """A payment in any state."""

    _id = serializers.CharField(source="pk")
    classId = serializers.CharField(source="camp_class_id")
    nameClass = serializers.CharField(source="class_name")
    studentName = serializers.CharField(source="student_name", help_text="At the time of payment.")
    childId = serializers.CharField(source="enrollment.child_id", allow_null=True)
    childName = serializers.CharField(source="child_name", help_text="At the time of payment; empty without a child.")
    price = PriceField()
    state = serializers.ChoiceField(choices=Payment.State.choices)
    startedAt = serializers.DateTimeField(source="created_at")
    paidAt = serializers.DateTimeField(source="paid_at", allow_null=True)
    transactionId = serializers.CharField(source="intent_id", allow_null=True, help_text="Stripe's id.")
    refundId = serializers.CharField(source="refund_id", help_text="Stripe's id; empty without a refund.")
    refundReason = serializers.CharField(source="get_refund_reason_display", help_text="Empty unless refunded.")
    refundDue = PriceField(
        source="refund_due", allow_null=True, help_text="The total of the refund; null if it is the price."
    )
    refundedAmount = PriceField(source="refunded_amount")
    refundedByHand = serializers.CharField(
        source="refunded_by_hand", help_text="How the school paid it back, if Stripe could not."
    )
    refundedAt = serializers.DateTimeField(source="refunded_at", allow_null=True)
    disputedAt = serializers.DateTimeField(source="disputed_at", allow_null=True)
    disputeLostAt = serializers.DateTimeField(source="dispute_lost_at", allow_null=True)

    class Meta:
        model = Payment
        fields = (
            *("_id", "classId", "nameClass", "studentName", "childId", "childName"),
            *("price", "state", "startedAt", "paidAt", "transactionId"),
            *("refundId", "refundReason", "refundDue", "refundedAmount", "refundedByHand"),
            *("refundedAt", "disputedAt", "disputeLostAt"),
        )


class EmailDataOutput(serializers.ModelSerializer):
    """An e-mail that the site wrote to the user."""

    writtenAt = serializers.DateTimeField(source="created_at")
    sentAt = serializers.DateTimeField(source="sent_at", allow_null=True)
    facts = serializers.JSONField(help_text="The content of the e-mail; deleted after 90 days.")

    class Meta:
        model = OutboxEmail
        fields = ("kind", "state", "writtenAt", "sentAt", "facts")
        read_only_fields = fields


class CareSheetDataOutput(serializers.ModelSerializer):
    """What the user has told about a child's health, decrypted."""

    childId = serializers.CharField(source="child_id")
    texts = serializers.DictField(child=serializers.CharField(), read_only=True)
    confirmedAt = serializers.DateTimeField(source="confirmed_at")

    class Meta:
        model = CareSheet
        fields = ("childId", "texts", "keep", "confirmedAt")
        read_only_fields = fields


class PaperSeenDataOutput(serializers.ModelSerializer):
    """A paper of a child that staff have seen."""

    childId = serializers.CharField(source="child_id")
    seenOn = serializers.DateField(source="seen_on")

    class Meta:
        model = PaperSeen
        fields = ("childId", "kind", "seenOn")
        read_only_fields = fields


class CareReadDataOutput(serializers.ModelSerializer):
    """Somebody has read a child's care sheet and contacts."""

    childId = serializers.CharField(source="child_id")
    readBy = serializers.CharField(source="reader.name")
    nameClass = serializers.CharField(source="camp_class.name")
    readAt = serializers.DateTimeField(source="read_at")

    class Meta:
        model = CareRead
        fields = ("childId", "readBy", "nameClass", "readAt")


class PresenceDataOutput(serializers.ModelSerializer):
    """What was recorded about a participant of the account in a lesson."""

    _id = serializers.CharField(source="pk")
    seatId = serializers.CharField(source="enrollment_id")
    nameClass = serializers.CharField(source="lesson.camp_class.name")
    receivedAt = serializers.DateTimeField(source="received_at")
    withName = serializers.CharField(source="with_name")

    class Meta:
        model = PresenceEvent
        fields = ("_id", "seatId", "nameClass", "kind", "at", "receivedAt", "withName", "reason", "undoes")
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
    emails = EmailDataOutput(many=True)
    contacts = ContactOutput(many=True)
    careSheets = CareSheetDataOutput(many=True, source="care_sheets")
    agreements = AgreementOutput(many=True)
    papersSeen = PaperSeenDataOutput(many=True, source="papers_seen")
    careReads = CareReadDataOutput(many=True, source="care_reads", help_text="Who has read about the children.")
    presence = PresenceDataOutput(many=True, help_text="When the participants came and left.")


class AccountDeletionInput(serializers.Serializer):
    """Proof of a recent login, so that an open browser session alone cannot delete the account."""

    idToken = serializers.CharField(
        max_length=MAX_TOKEN_LENGTH,
        help_text="An ID token of the same user, from a login at most five minutes ago.",
    )
