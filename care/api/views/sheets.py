from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsLoggedIn, current_user
from accounts.locking import FamilyDisabled
from accounts.models import Child
from care.api.family import USER_ID, account_of, account_to_change
from care.api.permissions import CareIsOn
from care.api.serializers import ChildMissingOutput, ParticipantCareOutput, SheetInput, SheetOutput
from care.models import HEALTH_FIELDS, CareSheet
from care.paperwork.missing import missing_for
from care.paperwork.reading import ParticipantCare, read_class_care, read_sheet
from care.paperwork.sheets import save_sheet, sheets_by_child
from core.api.base import output, validated
from core.api.openapi import ModifiedOutput
from core.api.refusals import refuses
from core.errors import NotFound


class OwnCareView(APIView):
    permission_classes = [CareIsOn, IsLoggedIn]

    @refuses(NotFound)
    @extend_schema(operation_id="listCare", parameters=[USER_ID], responses={200: ChildMissingOutput(many=True)})
    def get(self, request: Request) -> Response:
        """List the children of the user's own account, with the paperwork that they lack; an admin: of any family."""
        now = timezone.now()
        children = list(Child.objects.not_deleted().filter(guardian=account_of(request)).order_by("pk"))
        ids = [child.pk for child in children]
        missing, sheets = missing_for(ids, now), sheets_by_child(ids)
        return Response([output(ChildMissingOutput, _own_child(each, missing, sheets)) for each in children])


class CareView(APIView):
    throttle_scopes = {"GET": "care", "PUT": "care"}
    permission_classes = [CareIsOn, IsLoggedIn]

    @extend_schema(operation_id="getCare", parameters=[USER_ID], responses={200: SheetOutput})
    def get(self, request: Request, id: int) -> Response:
        """Get the care sheet of a child of the user's own account; an admin: of any family, which is recorded."""
        now = timezone.now()
        sheet = read_sheet(reader=current_user(request), guardian=account_of(request), child_id=id, now=now)
        missing = missing_for([id], now)[id]
        return Response(output(SheetOutput, _sheet(sheet) | {"keep": bool(sheet and sheet.keep), "missing": missing}))

    @refuses(FamilyDisabled)
    @extend_schema(operation_id="saveCare", parameters=[USER_ID], request=SheetInput, responses={200: ModifiedOutput})
    def put(self, request: Request, id: int) -> Response:
        """Save the care sheet of a child of the user's own account, and confirm it for the child's coming season.

        An admin: of any family, which is recorded.
        """
        body = validated(SheetInput, request.data)
        save_sheet(
            guardian=account_to_change(request),
            child_id=id,
            texts={name: body[name] for name in HEALTH_FIELDS},
            keep=body["keep"],
            by=current_user(request),
            now=timezone.now(),
        )
        return Response(output(ModifiedOutput, {"modified_count": 1}))


class ClassCareView(APIView):
    throttle_scopes = {"GET": "care"}
    permission_classes = [CareIsOn, IsLoggedIn]

    @extend_schema(operation_id="listClassCare", responses={200: ParticipantCareOutput(many=True)})
    def get(self, request: Request, id: int) -> Response:
        """List the participants of a class by name, with care sheet, contacts and missing paperwork.

        For its instructor, from 14 days before the first lesson to one day after the last one; for the substitute of a
        lesson, on its day; for admins at any time.
        Who has read what is recorded.
        """
        rows = read_class_care(reader=current_user(request), class_id=id, now=timezone.now())
        return Response([output(ParticipantCareOutput, _participant(each)) for each in rows])


def _sheet(sheet: CareSheet | None) -> dict[str, Any]:
    texts = sheet.readable_texts if sheet else None
    return (texts or dict.fromkeys(HEALTH_FIELDS, "")) | {
        "readable": sheet is None or texts is not None,
        "nothing_to_tell": bool(sheet and sheet.nothing_to_tell),
        "confirmed_at": sheet and sheet.confirmed_at,
    }


def _own_child(child: Child, missing: dict[int, list[str]], sheets: dict[int, CareSheet]) -> dict[str, Any]:
    sheet = sheets.get(child.pk)
    confirmed_at = sheet and sheet.confirmed_at
    return {"child_id": child.pk, "name": child.name, "confirmed_at": confirmed_at, "missing": missing[child.pk]}


def _participant(row: ParticipantCare) -> dict[str, Any]:
    seat = row.seat
    return _sheet(row.sheet) | {
        "enrollment_id": seat.pk,
        "child_id": seat.child_id,
        "name": seat.participant_name,
        "age": seat.age,
        "guardian_name": seat.guardian_name,
        "guardian_phone": seat.student.phone,
        "second_guardians": row.second_guardians,
        "contacts": row.contacts,
        "missing": row.missing,
    }
