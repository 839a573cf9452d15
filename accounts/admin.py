from typing import Any

import django.contrib.auth.admin  # noqa: F401 (it registers Group)
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from simple_history.admin import SimpleHistoryAdmin

from accounts import login, roles
from accounts.models import Child, Role, User
from core.admin import BaseAdmin, ReadOnlyAdmin
from core.errors import DomainError
from core.forms import EmailFormField, NameFormField
from core.names import shown_email
from core.pasted import fold_phone
from core.pictures.urls import validate_picture_url, without_host

admin.site.unregister(Group)  # permissions depend on the role only


class UserForm(forms.ModelForm):
    """The role rules, checked in the transaction that saves the account."""

    keep_classes = forms.BooleanField(
        required=False, help_text="Leave the coming classes with an instructor who loses the role or is locked out."
    )
    before: User
    """The account before the change, with its row locked."""

    class Meta:
        model = User
        fields = ("email", "name", "phone", "address", "photo", "bio", "returning_until", "role", "is_active")
        field_classes = {"name": NameFormField, "email": EmailFormField}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk and "email" in self.fields:
            self.initial["email"] = shown_email(self.instance.email)
            self.fields["email"].required = False

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"] or self.instance.email
        return email

    def clean_phone(self) -> str:
        return fold_phone(self.cleaned_data["phone"])

    def clean_photo(self) -> str:
        photo: str = self.cleaned_data["photo"]
        if photo:
            validate_picture_url(photo)
        return without_host(photo)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "role" in cleaned:
            self._check_role(cleaned["role"], cleaned.get("is_active", True))
        return cleaned

    def _check_role(self, role: str, is_active: bool) -> None:
        try:
            if self.instance.pk:
                self.before = roles.lock_for_change(
                    user_id=self.instance.pk,
                    role=role,
                    is_active=is_active,
                    keep_classes=self.cleaned_data.get("keep_classes", False),
                    now=timezone.now(),
                )
            elif role == Role.ADMIN:
                raise roles.AdminNeedsVerifiedEmail
        except DomainError as refusal:
            self.add_error("role" if "role" in self.changed_data else None, ValidationError(refusal.message))


class UserAdmin(SimpleHistoryAdmin, BaseAdmin):
    """Not registered here: the app that deletes accounts registers it with its own action."""

    form = UserForm
    list_display = ("address_or_name", "name", "role", "email_verified", "is_active", "joined_at", "last_login")
    list_filter = ("role", "email_verified", "is_active", "joined_at")
    search_help_text = "Search by name or email. The beginning of each word is enough."
    sortable_by = ("address_or_name", "joined_at")
    readonly_fields = (
        *("email_verified", "firebase_uid", "token_version"),
        *("joined_at", "profile_completed_at", "last_login", "deleted_at"),
    )
    fields = (*UserForm.Meta.fields, "keep_classes", *readonly_fields)
    actions: tuple[str, ...] = ("export_csv", "log_out_everywhere", "unbind")
    csv_columns = ("email", "name", "role", "email_verified", "is_active", "joined_at")

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """The e-mail address is set once; later changes come from the identity provider."""
        has_email = obj is not None and shown_email(obj.email) != ""
        return ("email", *self.readonly_fields) if has_email else self.readonly_fields

    @admin.display(description="email", ordering="email")
    def address_or_name(self, user: User) -> str:
        return str(user)

    def get_fields(self, request: HttpRequest, obj: User | None = None) -> list[Any]:
        fields = list(self.fields)
        if obj is None:
            fields.remove("keep_classes")
        return fields

    def save_model(self, request: HttpRequest, obj: User, form: UserForm, change: bool) -> None:
        if change:
            # Only the changed fields, so that a concurrent login is not overwritten.
            fields = set(form.changed_data) - {"keep_classes"}
            roles.save_change(user=obj, before=form.before, fields=fields, now=timezone.now())
        else:
            obj.set_unusable_password()
            obj.save()

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_change_permission(request, obj) and (obj is None or obj.deleted_at is None)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        # Rows of other apps refer to it.
        return False

    def confirmation(
        self, request: HttpRequest, accounts: list[User], *, action: str, template: str
    ) -> TemplateResponse:
        """``template`` extends admin/accounts/confirm.html."""
        context = self.admin_site.each_context(request) | {
            "title": dict(self.get_action_choices(request))[action],
            "opts": self.opts,
            "accounts": accounts,
            "action": action,
        }
        return TemplateResponse(request, template, context)

    @admin.action(description="Log out everywhere", permissions=["change"])
    def log_out_everywhere(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        count = roles.log_out_everywhere(user_ids=list(queryset.values_list("pk", flat=True)))
        self.message_user(request, f"{count} logged out everywhere.", messages.SUCCESS)

    @admin.action(description="Separate from the login", permissions=["change"])
    def unbind(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        users = list(queryset.bound())  # type: ignore[attr-defined]
        if request.POST.get("confirmed") != "yes":
            return self.confirmation(request, users, action="unbind", template="admin/accounts/unbind.html")
        for user in users:
            login.unbind(user_id=user.pk)
            self.log_change(request, user, "Separated the account from its login.")
        self.message_user(request, f"{len(users)} separated from the login.", messages.SUCCESS)
        return None


@admin.register(Child)
class ChildAdmin(SimpleHistoryAdmin, ReadOnlyAdmin):
    """Read-only, with who changed what: guardians change and delete their children."""

    list_display = ("name", "guardian", "born_on", "deleted_at")
    list_display_links = ("name",)
    list_select_related = ("guardian",)
    search_help_text = "Search by child or guardian. The beginning of each word is enough."
    sortable_by = ()
    csv_columns = ("name", "born_on", "guardian__email", "guardian__name")
