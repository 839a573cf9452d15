from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "core"

    def ready(self) -> None:
        from django.db.backends.signals import connection_created
        from django.urls import register_converter

        from core.api.path_converters import IdConverter, UUIDConverter
        from core.cache.invalidation import invalidate_on_write, watch_connection
        from core.database.sessions import require_session_settings

        register_converter(IdConverter, "id")
        register_converter(UUIDConverter, "uuid_id")
        connection_created.connect(require_session_settings, dispatch_uid="require_session_settings")
        connection_created.connect(watch_connection, dispatch_uid="watch_connection")
        invalidate_on_write(self.get_model("School"))
