from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.decisions import AdminDecisionView
from classes.api.approval_serializers import FeedbackInput, HandoverInput, OptionalFeedbackInput, SubstituteInput
from classes.catalog import approval
from classes.catalog.approval import AlreadyDecided, InstructorGone, LessonsOver, NotDenied
from classes.catalog.handover import NotAnInstructor, hand_over, set_substitute
from classes.seats.locks import ClassWithdrawn
from core.api.base import output, validated
from core.api.openapi import ModifiedOutput
from core.api.refusals import refuses


class ApproveClassView(AdminDecisionView):
    @refuses(AlreadyDecided, ClassWithdrawn, LessonsOver, InstructorGone)
    @extend_schema(operation_id="approveClass", request=None, responses={200: ModifiedOutput})
    def patch(self, request: Request, id: int) -> Response:
        """Approve a pending class."""
        approval.approve_class(camp_class_id=id, now=timezone.now())
        return Response(output(ModifiedOutput, {"modified_count": 1}))


class DenyClassView(AdminDecisionView):
    @refuses(AlreadyDecided, ClassWithdrawn)
    @extend_schema(operation_id="denyClass", request=OptionalFeedbackInput, responses={200: ModifiedOutput})
    def patch(self, request: Request, id: int) -> Response:
        """Deny a pending class, optionally with feedback."""
        body = validated(OptionalFeedbackInput, request.data)
        approval.deny_class(camp_class_id=id, feedback=body["feedback"], now=timezone.now())
        return Response(output(ModifiedOutput, {"modified_count": 1}))


class FeedbackView(AdminDecisionView):
    @refuses(NotDenied, ClassWithdrawn)
    @extend_schema(operation_id="giveFeedback", request=FeedbackInput, responses={200: ModifiedOutput})
    def patch(self, request: Request, id: int) -> Response:
        """Set the feedback of a denied class."""
        body = validated(FeedbackInput, request.data)
        modified = approval.give_feedback(camp_class_id=id, feedback=body["feedback"], now=timezone.now())
        return Response(output(ModifiedOutput, {"modified_count": int(modified)}))


class InstructorView(AdminDecisionView):
    @refuses(NotAnInstructor, ClassWithdrawn)
    @extend_schema(operation_id="handOverClass", request=HandoverInput, responses={200: ModifiedOutput})
    def patch(self, request: Request, id: int) -> Response:
        """Give the class to another instructor."""
        body = validated(HandoverInput, request.data)
        modified = hand_over(camp_class_id=id, instructor_id=body["instructor_id"], now=timezone.now())
        return Response(output(ModifiedOutput, {"modified_count": int(modified)}))


class LessonView(AdminDecisionView):
    @refuses(NotAnInstructor)
    @extend_schema(operation_id="setSubstitute", request=SubstituteInput, responses={200: ModifiedOutput})
    def patch(self, request: Request, id: int) -> Response:
        """Let another instructor teach one lesson, and see its students on that day."""
        substitute_id = validated(SubstituteInput, request.data)["substitute_id"]
        modified = set_substitute(lesson_id=id, instructor_id=substitute_id)
        return Response(output(ModifiedOutput, {"modified_count": int(modified)}))
