from django.apps import AppConfig


class CampConfig(AppConfig):
    name = "camp"

    def ready(self) -> None:
        from camp import checks  # noqa: F401  (registers the checks)
