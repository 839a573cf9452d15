from rest_framework import serializers

from accounts.api.serializers import MAX_SEARCH_LENGTH, AccountEmailField
from care.api.serializers import MISSING, refuse_future
from core.api.fields import IdField, IdInputField
from core.api.serializers import CampSerializer
from mail.api.serializers import UnreachedOutput


class PaperworkQueryInput(CampSerializer):
    """The search for children who lack paperwork."""

    q = serializers.CharField(
        max_length=MAX_SEARCH_LENGTH,
        allow_blank=True,
        default="",
        help_text="Prefixes of words in the name of the child or its guardian, or in the e-mail address.",
    )
    missing = serializers.CharField(
        max_length=50,
        allow_blank=True,
        default="",
        help_text="Only the children who lack this, as in `missing` of a row.",
    )
    sort = serializers.ChoiceField(
        choices=["missing"], allow_blank=True, default="", help_text="Those who lack most come first."
    )


class SeatOutput(CampSerializer):
    """A class in which a child has a seat."""

    class_id = IdField()
    name_class = serializers.CharField(source="class_name")


class PaperworkOutput(CampSerializer):
    """A child that lacks paperwork, and its guardian."""

    child_id = IdField()
    name = serializers.CharField()
    guardian_id = IdField()
    guardian_name = serializers.CharField()
    email = AccountEmailField(help_text="Empty if the account has none.")
    phone = serializers.CharField(help_text="Empty if it is missing.")
    classes = SeatOutput(many=True)
    missing = serializers.ListField(child=serializers.CharField(), help_text=MISSING)


class AskInput(CampSerializer):
    """A request to remind families of missing paperwork."""

    dry_run = serializers.BooleanField(default=False, help_text="Write to nobody.")


class AskedOutput(CampSerializer):
    """How many guardians get an e-mail, or would get one."""

    sent = serializers.IntegerField(help_text="0 in a dry run.")
    recipients = serializers.IntegerField(required=False, help_text="Only in a dry run.")
    unreached = UnreachedOutput(
        many=True,
        required=False,
        help_text="Only in a dry run: the accounts that get no e-mail or want no reminders, by name.",
    )


class PaperInput(CampSerializer):
    """A paper that staff have seen."""

    child_id = IdInputField()
    kind = serializers.RegexField(
        r"\A[a-z0-9_-]+\Z", max_length=40, help_text="As in `requires` of `/school`, without `paper:`."
    )
    seen_on = serializers.DateField(validators=[refuse_future], help_text="In the camp's time zone; not in the future.")
