from django.apps import AppConfig


class CampConfig(AppConfig):
    name = "camp"

    def ready(self) -> None:
        from django.conf import settings
        from django.db.backends.signals import connection_created

        from camp import checks  # noqa: F401  (registers the checks)
        from camp.faults import start_reporting
        from camp.lib.freshness import notice_writes

        start_reporting(settings.SENTRY_DSN)
        connection_created.connect(notice_writes, dispatch_uid="notice_writes")
