from django.apps import AppConfig


class CampConfig(AppConfig):
    name = "camp"

    def ready(self) -> None:
        from django.apps import apps
        from django.conf import settings
        from django.db.models.signals import post_migrate

        from camp.operations.error_reporting import start_reporting
        from camp.operations.former_settings import take_over
        from camp.settings import checks  # noqa: F401  (registers the checks)

        post_migrate.connect(take_over, sender=apps.get_app_config("core"), dispatch_uid="former settings")
        start_reporting(settings.SENTRY_DSN)
