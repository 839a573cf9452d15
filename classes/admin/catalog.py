from typing import Any, Protocol

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from simple_history.admin import SimpleHistoryAdmin

from accounts.models import User
from classes.ages import no_longer_fit, unfit_children
from classes.catalog.announcements import announced, tell_changes
from classes.catalog.changes import SeatsHeld, TooManySeats, refuse_capacity_below_taken
from classes.catalog.seasons import AlreadyCopied
from classes.models import MAX_SEATS, CampClass, Craft, Lesson, Season
from classes.seats.enrollment import release_expired_and_offer
from classes.seats.locks import ClassWithdrawn, lock_class
from core.admin import BaseAdmin, DeclaredLookups
from core.database.folding import name_order
from core.forms import NameFormField
from core.money import validate_price
from core.names import joined
from core.pictures.urls import validate_picture_url, without_host


class CampClassForm(forms.ModelForm):
    """The admin view validates and saves in one transaction."""

    class Meta:
        model = CampClass
        fields = (
            *("name", "description", "image", "price", "early_price", "early_until", "capacity", "instructor"),
            *("craft", "place", "bring", "age_from", "age_to", "season", "min_seats"),
        )
        field_classes = {"name": NameFormField, "place": NameFormField}

    def clean_image(self) -> str:
        image: str = self.cleaned_data["image"]
        validate_picture_url(image)
        return without_host(image)

    def clean_price(self) -> Any:
        price = self.cleaned_data["price"]
        validate_price(price)
        return price

    def clean_early_price(self) -> Any:
        price = self.cleaned_data["early_price"]
        if price is not None:
            validate_price(price)
        return price

    def clean_instructor(self) -> User:
        instructor: User = self.cleaned_data["instructor"]
        if "instructor" in self.changed_data:
            # The lock keeps the role until the form is saved.
            teaching = User.objects.instructors().select_for_update(no_key=True)
            if teaching.filter(pk=instructor.pk).first() is None:
                raise ValidationError("This user is not an instructor.")
        return instructor

    def clean_capacity(self) -> int:
        capacity: int = self.cleaned_data["capacity"]
        if "capacity" in self.changed_data and capacity > MAX_SEATS:
            raise ValidationError(TooManySeats.message)
        return capacity

    def clean_season(self) -> Season | None:
        season: Season | None = self.cleaned_data["season"]
        source = self.instance.copied_from_id
        if season and source and "season" in self.changed_data and season.classes.filter(copied_from=source).exists():
            raise ValidationError(AlreadyCopied.message)
        return season

    def clean(self) -> dict[str, Any] | None:
        # After the account. The lock lasts until the form is saved.
        if self.instance.pk is not None and self.has_changed():
            self._refuse_for(lock_class(self.instance.pk))
        return super().clean()

    def _refuse_for(self, camp_class: CampClass) -> None:
        if camp_class.is_withdrawn:
            raise ValidationError(ClassWithdrawn.message)
        if "capacity" in self.changed_data and "capacity" in self.cleaned_data:
            capacity = self.cleaned_data["capacity"]
            try:
                refuse_capacity_below_taken(camp_class=camp_class, capacity=capacity, now=timezone.now())
            except SeatsHeld as refusal:
                self.add_error("capacity", refusal.reason)


class LessonInline(admin.TabularInline):
    """Read-only: instructors change lessons in the class form, which keeps their rules."""

    model = Lesson
    fields = readonly_fields = ("starts_at", "ends_at", "place", "substitute", "revision", "canceled_at")
    ordering = ("starts_at",)
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class CraftForm(forms.ModelForm):
    class Meta:
        model = Craft
        fields = ("name", "slug", "position")
        field_classes = {"name": NameFormField}


@admin.register(Craft)
class CraftAdmin(DeclaredLookups):
    """The slug of a craft that classes use is part of addresses, so it is set once."""

    form = CraftForm
    list_display = ("name", "slug", "position")
    list_editable = ("position",)
    prepopulated_fields = {"slug": ("name",)}

    def get_readonly_fields(self, request: HttpRequest, obj: Craft | None = None) -> tuple[str, ...]:
        return () if obj is None else ("slug",)

    def get_prepopulated_fields(self, request: HttpRequest, obj: Craft | None = None) -> dict[str, Any]:
        return {} if obj else self.prepopulated_fields


class CountedClass(Protocol):
    """A row of the table: see ``with_enrolled_count()``."""

    capacity: int
    enrolled: int


@admin.register(CampClass)
class CampClassAdmin(SimpleHistoryAdmin, BaseAdmin):
    form = CampClassForm
    list_display = ("class_name", "instructor", "status", "price", "capacity", "enrolled", "unsold", "created_at")
    list_select_related = ("instructor",)
    list_filter = ("status", "season", "craft", "created_at")
    search_help_text = "Search by class or instructor. The beginning of each word is enough."
    autocomplete_fields = ("instructor",)
    readonly_fields = (
        *("status", "feedback", "created_at", "ended_at", "lessons_removed_at", "withdrawn_at", "withdrawn_reason"),
    )
    fields = (*CampClassForm.Meta.fields, *readonly_fields)
    inlines = (LessonInline,)
    csv_columns = (
        *("name", "instructor__name", "instructor__email", "status", "price", "capacity", "created_at"),
        "season__name",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[CampClass]:
        return CampClass.objects.with_enrolled_count()

    @admin.display(description="name", ordering=name_order("name"))
    def class_name(self, camp_class: CampClass) -> str:
        return camp_class.name

    @admin.display(description="enrolled", ordering="enrolled")
    def enrolled(self, camp_class: CountedClass) -> int:
        return camp_class.enrolled

    @admin.display(description="unsold seats")
    def unsold(self, camp_class: CountedClass) -> int:
        return max(0, camp_class.capacity - camp_class.enrolled)

    def save_model(self, request: HttpRequest, obj: CampClass, form: forms.ModelForm, change: bool) -> None:
        """Saves only the changed fields, so that a decision made while the form was open is not overwritten."""
        if not change:
            obj.save()
            return
        now, camp_class = timezone.now(), lock_class(obj.pk)
        before, unfit = announced(camp_class), unfit_children(camp_class_id=obj.pk, now=now)
        obj.save(update_fields=form.changed_data)
        camp_class.refresh_from_db()
        tell_changes(camp_class=camp_class, before=before, now=now)
        if "capacity" in form.changed_data:
            release_expired_and_offer(class_ids=[obj.pk], now=now)
        names = [each.name for each in no_longer_fit(camp_class_id=obj.pk, before=unfit, now=now)]
        if names:
            self.message_user(request, f"The new ages no longer fit {joined(names)}.", messages.WARNING)
