from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsLoggedIn, current_user
from accounts.locking import FamilyDisabled
from care.api.family import USER_ID, account_of, account_to_change
from care.api.permissions import CareIsOn
from care.api.serializers import ContactInput, ContactOutput
from care.models import Contact
from care.paperwork import contacts
from care.paperwork.contacts import LastContact, TooManyContacts
from care.paperwork.reading import record_reads_of_contacts
from core.api.base import output, validated
from core.api.lists import ListView
from core.api.openapi import DeletedOutput, InsertedOutput, ModifiedOutput
from core.api.refusals import refuses
from core.errors import NotFound


@extend_schema_view(get=extend_schema(operation_id="listContacts", tags=["care"], parameters=[USER_ID]))
class ContactsView(ListView):
    """List the contacts of the user's own account, newest first; an admin: of any family, which is recorded."""

    throttle_scopes = {"GET": "care", "POST": "care"}
    permission_classes = [CareIsOn, IsLoggedIn]
    serializer_class = ContactOutput

    @refuses(NotFound)
    def get_queryset(self) -> QuerySet[Contact]:
        account = account_of(self.request)
        record_reads_of_contacts(reader=current_user(self.request), guardian=account, now=timezone.now())
        return Contact.objects.of(account).with_children()

    @refuses(NotFound, TooManyContacts, FamilyDisabled)
    @extend_schema(
        operation_id="addContact",
        tags=["care"],
        parameters=[USER_ID],
        request=ContactInput,
        responses={201: InsertedOutput},
    )
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Add a contact to children of the user's own account."""
        values = validated(ContactInput, request.data)
        child_ids = values.pop("child_ids")
        contact = contacts.add_contact(account=account_to_change(request), child_ids=child_ids, values=values)
        return Response(output(InsertedOutput, {"inserted_id": contact.pk}), 201)


class ContactView(APIView):
    throttle_scopes = {"PUT": "care", "DELETE": "care"}
    permission_classes = [CareIsOn, IsLoggedIn]

    @refuses(LastContact, FamilyDisabled)
    @extend_schema(
        operation_id="changeContact",
        tags=["care"],
        parameters=[USER_ID],
        request=ContactInput,
        responses={200: ModifiedOutput},
    )
    def put(self, request: Request, id: int) -> Response:
        """Replace a contact of the user's own account."""
        values = validated(ContactInput, request.data)
        child_ids = values.pop("child_ids")
        changed = contacts.change_contact(
            account=account_to_change(request), contact_id=id, child_ids=child_ids, values=values
        )
        return Response(output(ModifiedOutput, {"modified_count": int(changed)}))

    @refuses(LastContact, FamilyDisabled)
    @extend_schema(
        operation_id="deleteContact",
        tags=["care"],
        parameters=[USER_ID],
        request=None,
        responses={200: DeletedOutput},
    )
    def delete(self, request: Request, id: int) -> Response:
        """Delete a contact of the user's own account."""
        contacts.delete_contact(account=account_to_change(request), contact_id=id)
        return Response(output(DeletedOutput, {"deleted_count": 1}))
