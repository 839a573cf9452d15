from django.apps import AppConfig


class ClassesConfig(AppConfig):
    name = "classes"

    def ready(self) -> None:
        from core.cache_invalidation import invalidate_on_write

        invalidate_on_write(*map(self.get_model, ("CampClass", "Enrollment", "Craft", "Lesson", "WaitlistEntry")))
