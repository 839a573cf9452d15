from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.decisions import AdminDecisionView
from accounts.api.permissions import IsAdmin, IsInstructor, IsLoggedIn, current_user
from accounts.models import User
from classes.api.message_serializers import (
    AudienceInput,
    DryRunInput,
    MessageInput,
    MessageOutput,
    SentMessageOutput,
)
from classes.messages.audience import Audience
from classes.messages.sending import KeyUsed, NoRecipients, TooManyMessages, send_message, visible_messages
from classes.models import CampClass, Message, Season
from classes.models.season import validate_year
from core.api.base import output, validated
from core.api.lists import ListView
from core.api.refusals import refuses
from core.errors import NotFound
from mail import outbox

SENT: dict[str, Any] = {
    "tags": ["classes"],
    "parameters": [DryRunInput],
    "request": MessageInput,
    "responses": {200: SentMessageOutput, 201: SentMessageOutput},
}


def _send(request: Request, audience: Audience) -> Response:
    if validated(DryRunInput, request.query_params)["dry_run"]:
        to = validated(AudienceInput, request.data)["to"]
        preview = {"recipients": audience.recipients(to), "unreached": _unreached(request, audience, to)}
        return Response(output(SentMessageOutput, preview))
    draft = validated(MessageInput, request.data)
    message, is_new = send_message(author=current_user(request), audience=audience, draft=draft, now=timezone.now())
    return Response(output(SentMessageOutput, message), 201 if is_new else 200)


def _unreached(request: Request, audience: Audience, to: str) -> list[User]:
    unreached = list(outbox.unreached(audience.accounts(to)))
    if not current_user(request).is_admin:
        for account in unreached:
            account.phone = ""
    return unreached


@extend_schema_view(get=extend_schema(operation_id="listMessages"))
class ClassMessagesView(ListView):
    """List what was written to the families of a class: also to its whole season, or to a day of its lessons.

    An account with a seat gets no messages that were only for the waitlist. An account without one gets none, unless it
    may write to the class.
    """

    throttle_scopes = {"POST": "decision"}
    serializer_class = MessageOutput

    def get_permissions(self) -> list[Any]:
        return [(IsInstructor | IsAdmin)()] if self.request.method == "POST" else [IsLoggedIn()]

    def get_queryset(self) -> QuerySet[Message]:
        return visible_messages(user=current_user(self.request), camp_class_id=self.kwargs["id"], now=timezone.now())

    @refuses(KeyUsed, TooManyMessages, NoRecipients)
    @extend_schema(operation_id="writeToClass", **SENT)
    def post(self, request: Request, id: int) -> Response:
        """Mail the families of one's own class (an admin: of any class), each account once.

        An instructor who substitutes a lesson of the class may do so until the lesson is over.
        200 instead of 201 if the same message was sent with this `key` before; `key_used` if another one
        was. `too_many_messages`: an instructor has sent five within 24 hours.
        """
        own = CampClass.objects.written_to_by(current_user(request), timezone.now())
        return _send(request, Audience(camp_class=get_object_or_404(own, pk=id)))


class SeasonMessagesView(AdminDecisionView):
    @refuses(KeyUsed, NoRecipients)
    @extend_schema(operation_id="writeToSeason", **SENT)
    def post(self, request: Request, id: int) -> Response:
        """Mail the families of all classes of a season, as `POST /classes/{id}/messages` does for one class."""
        return _send(request, Audience(season=get_object_or_404(Season, pk=id)))


class DayMessagesView(AdminDecisionView):
    @refuses(KeyUsed, NoRecipients)
    @extend_schema(operation_id="writeToDay", **SENT)
    def post(self, request: Request, date: str) -> Response:
        """Mail the families of the classes with a lesson on this day (YYYY-MM-DD, in the camp's time zone)."""
        return _send(request, Audience(day=_parse_day(date)))


def _parse_day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
        validate_year(day)
    except (ValueError, ValidationError) as error:
        raise NotFound from error
    return day
