from django.apps import AppConfig


class CampConfig(AppConfig):
    name = "camp"

    def ready(self) -> None:
        from django.conf import settings

        from camp.operations.error_reporting import start_reporting
        from camp.settings import checks  # noqa: F401  (registers the checks)

        start_reporting(settings.SENTRY_DSN)
