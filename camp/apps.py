from django.apps import AppConfig


class CampConfig(AppConfig):
    name = "camp"

    def ready(self) -> None:
        from django.conf import settings

        from camp import checks  # noqa: F401  (registers the checks)
        from camp.error_reporting import start_reporting

        start_reporting(settings.SENTRY_DSN)
