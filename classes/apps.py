from django.apps import AppConfig


class ClassesConfig(AppConfig):
    name = "classes"

    def ready(self) -> None:
        from accounts.roles import access_changed, role_ending
        from classes.handover import refuse_while_teaching
        from classes.waitlist import close_entries_of
        from core.cache_invalidation import invalidate_on_write

        role_ending.connect(refuse_while_teaching, dispatch_uid="coming classes")
        access_changed.connect(close_entries_of, dispatch_uid="waitlist entries")
        invalidate_on_write(*map(self.get_model, ("CampClass", "Enrollment", "Craft", "Lesson", "WaitlistEntry")))
