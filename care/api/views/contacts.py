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
from care.api.serializers import ChildQueryInput, ContactInput, ContactOutput
from care.models import Contact
from care.paperwork import contacts
from care.paperwork.contacts import LastContact, TooManyContacts
from care.paperwork.reading import record_reads_of_contacts
from core.api.base import output, validated
from core.api.lists import ListView
from core.api.openapi import DeletedOutput, InsertedOutput, ModifiedOutput
from core.api.refusals import refuses
from core.errors import NotFound


@extend_schema_view(get=extend_schema(operation_id="listContacts", parameters=[USER_ID, ChildQueryInput]))
class ContactsView(ListView):
    """List the contacts of the user's own account, newest first; an admin: of any family, which is recorded.

    With `childId`: of a child, which can be another account's whose paperwork the user sees. Who must not collect a
    child is listed for who wrote it, and for staff.
    """

    throttle_scopes = {"GET": "care", "POST": "care"}
    permission_classes = [CareIsOn, IsLoggedIn]
    serializer_class = ContactOutput

    @refuses(NotFound)
    def get_queryset(self) -> QuerySet[Contact]:
        account, reader = account_of(self.request), current_user(self.request)
        child_id = validated(ChildQueryInput, self.request.query_params).get("child_id")
        found = contacts.contacts_of(account=account, child_id=child_id, reader=reader)
        record_reads_of_contacts(reader=reader, guardian=account, child_id=child_id, now=timezone.now())
        return found

    @refuses(NotFound, TooManyContacts, FamilyDisabled)
    @extend_schema(
        operation_id="addContact", parameters=[USER_ID], request=ContactInput, responses={201: InsertedOutput}
    )
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Add a contact to children of the user's own account, or of another one whose paperwork the user sees."""
        values = validated(ContactInput, request.data)
        child_ids = values.pop("child_ids")
        contact = contacts.add_contact(account=account_to_change(request), child_ids=child_ids, values=values)
        return Response(output(InsertedOutput, {"inserted_id": contact.pk}), 201)


class ContactView(APIView):
    throttle_scopes = {"PUT": "care", "DELETE": "care"}
    permission_classes = [CareIsOn, IsLoggedIn]

    @refuses(LastContact, FamilyDisabled)
    @extend_schema(
        operation_id="changeContact", parameters=[USER_ID], request=ContactInput, responses={200: ModifiedOutput}
    )
    def put(self, request: Request, id: int) -> Response:
        """Replace a contact of the user's own account, or one that the user wrote for another account's child."""
        values = validated(ContactInput, request.data)
        child_ids = values.pop("child_ids")
        changed = contacts.change_contact(
            account=account_to_change(request),
            contact_id=id,
            child_ids=child_ids,
            values=values,
            by=current_user(request),
        )
        return Response(output(ModifiedOutput, {"modified_count": int(changed)}))

    @refuses(LastContact, FamilyDisabled)
    @extend_schema(operation_id="deleteContact", parameters=[USER_ID], request=None, responses={200: DeletedOutput})
    def delete(self, request: Request, id: int) -> Response:
        """Delete a contact of the user's own account, or one that the user wrote for another account's child."""
        contacts.delete_contact(account=account_to_change(request), contact_id=id, by=current_user(request))
        return Response(output(DeletedOutput, {"deleted_count": 1}))
