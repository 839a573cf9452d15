from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from core.cache.invalidation import invalidate_on_write

        invalidate_on_write(self.get_model("User"))
