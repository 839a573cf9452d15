"""Classes, selections and seats in the Django admin. Seats are only looked at: deeds change them, under the lock."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from simple_history.admin import SimpleHistoryAdmin

from accounts.models import Role, User
from camp.lib.errors import DomainError
from camp.lib.money import HIGHEST_PRICE, LOWEST_CARD_PRICE, is_a_price
from camp.lib.office import LookedAtOnly, OfficeAdmin
from camp.lib.pictures import picture_address
from classes.approval import approve, deny
from classes.enrollment import count_taken, lock_class, release_overdue
from classes.models import CampClass, Enrollment, Selection


class CampClassForm(forms.ModelForm):
    """A class, mended by staff. Saved in the transaction in which it was checked."""

    class Meta:
        model = CampClass
        fields = ("name", "description", "image", "price", "capacity", "instructor")

    def clean_image(self) -> str:
        image: str = self.cleaned_data["image"]
        picture_address(image)
        return image

    def clean_price(self) -> Any:
        price = self.cleaned_data["price"]
        if not is_a_price(price):
            raise ValidationError(f"0, or from ${LOWEST_CARD_PRICE} to ${HIGHEST_PRICE:,}.")
        return price

    def clean_instructor(self) -> User:
        instructor: User = self.cleaned_data["instructor"]
        if "instructor" in self.changed_data and instructor.role != Role.INSTRUCTOR:
            raise ValidationError("This person is not an instructor.")
        return instructor

    def clean_capacity(self) -> int:
        """Not below what is taken, and the class stays locked until the form is saved."""
        capacity: int = self.cleaned_data["capacity"]
        if self.instance.pk is not None and "capacity" in self.changed_data:
            camp_class, now = lock_class(self.instance.pk), timezone.now()
            release_overdue(camp_class=camp_class, now=now)
            taken = count_taken(camp_class, now)
            if capacity < taken:
                raise ValidationError(f"{taken} places are taken or being paid for just now.")
        return capacity


@admin.register(CampClass)
class CampClassAdmin(SimpleHistoryAdmin, OfficeAdmin):
    """Classes, with who is enrolled counted in the same query."""

    form = CampClassForm
    list_display = ("name", "instructor", "status", "price", "capacity", "enrolled", "free", "created_at")
    list_filter = ("status", "created_at")
    search_help_text = "How words of a class or of its instructor begin."
    autocomplete_fields = ("instructor",)
    fields = ("name", "description", "image", "price", "capacity", "instructor", "status", "feedback", "created_at")
    readonly_fields = ("status", "feedback", "created_at")
    actions = ("export_csv", "approve_classes", "deny_classes")
    csv_columns = ("name", "instructor__name", "instructor__email", "status", "price", "capacity", "created_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[CampClass]:
        return CampClass.objects.counted()

    @admin.display(description="enrolled", ordering="enrolled")
    def enrolled(self, camp_class: CampClass) -> int:
        return camp_class.enrolled

    @admin.display(description="free seats")
    def free(self, camp_class: CampClass) -> int:
        return camp_class.seats_free

    def save_model(self, request: HttpRequest, obj: CampClass, form: forms.ModelForm, change: bool) -> None:
        """Save what was changed here alone: an admin may decide about the class while this form is open."""
        if change:
            obj.save(update_fields=form.changed_data)
        else:
            obj.save()

    @admin.action(description="Approve", permissions=["change"])
    def approve_classes(self, request: HttpRequest, queryset: QuerySet[CampClass]) -> None:
        self._decide(request, queryset, approve, "approved")

    @admin.action(description="Deny", permissions=["change"])
    def deny_classes(self, request: HttpRequest, queryset: QuerySet[CampClass]) -> None:
        self._decide(request, queryset, deny, "denied")

    def _decide(
        self, request: HttpRequest, queryset: QuerySet[CampClass], deed: Callable[..., None], decided: str
    ) -> None:
        done = 0
        for camp_class in queryset:
            try:
                deed(camp_class_id=camp_class.pk)
            except DomainError as refusal:
                self.message_user(request, f"{camp_class.name}: {refusal.message}", messages.WARNING)
            else:
                done += 1
                self.log_change(request, camp_class, f"Class {decided}.")
        if done:
            self.message_user(request, f"{done} {'class' if done == 1 else 'classes'} {decided}.", messages.SUCCESS)


@admin.register(Selection)
class SelectionAdmin(LookedAtOnly):
    """What students have chosen. A selection that is deleted here leaves a hold to run out by itself."""

    csv_columns = ("student__email", "camp_class__name", "created_at")

    list_display = ("student", "camp_class", "created_at")
    list_filter = ("created_at",)
    list_select_related = ("student", "camp_class")
    search_help_text = "How words of a student, of a class or of its instructor begin."
    sortable_by = ()

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return OfficeAdmin.has_delete_permission(self, request, obj)


@admin.register(Enrollment)
class EnrollmentAdmin(LookedAtOnly):
    """Who has, holds or had a seat. Money may hang on it, so a seat is freed by its payment's refund alone."""

    csv_columns = (
        "student__email",
        "student__name",
        "camp_class__name",
        "state",
        "price",
        "confirmed_at",
        "released_at",
    )

    list_display = ("student", "camp_class", "state", "price", "held_until", "confirmed_at", "released_at")
    list_filter = ("state", "confirmed_at")
    list_select_related = ("student", "camp_class")
    search_help_text = "How words of a student, of a class or of its instructor begin."
    sortable_by = ()
