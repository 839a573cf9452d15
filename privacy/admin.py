from django.contrib import admin, messages
from django.db import OperationalError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.admin import UserAdmin
from accounts.models import User
from core.errors import DomainError
from privacy.deletion import delete_account


@admin.register(User)
class UserAdminWithDeletion(UserAdmin):
    actions = (*UserAdmin.actions, "delete_accounts")

    @admin.action(description="Delete the account", permissions=["change"])
    def delete_accounts(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        users = list(queryset.filter(deleted_at=None))
        if request.POST.get("confirmed") != "yes":
            template = "admin/privacy/delete_accounts.html"
            return self.confirmation(request, users, action="delete_accounts", template=template)
        for user in users:
            self._delete_account(request, user)
        return None

    def _delete_account(self, request: HttpRequest, user: User) -> None:
        try:
            delete_account(user_id=user.pk, now=timezone.now())
        except DomainError as refusal:
            self.message_user(request, f"{user}: {refusal.message}", messages.WARNING)
            return
        except OperationalError:  # a lock timeout; the next accounts may be free
            self.message_user(request, f"{user}: The site is very busy right now. Please try again.", messages.WARNING)
            return
        self.message_user(request, f"Deleted: {user}.", messages.SUCCESS)
        user.refresh_from_db()
        self.log_change(request, user, "Deleted the account and its personal data.")
