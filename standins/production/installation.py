"""The folder, ports and settings of the installation of the test deployment."""

import os
import secrets
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.fernet import Fernet

from demo.servers.environment import BASE_DIR, stand_in_values
from demo.servers.postgres import tools

STANDIN_SETTINGS = (
    "FIREBASE_PROJECT_ID", "FIREBASE_API_KEY", "FIREBASE_AUTH_DOMAIN",
    "STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET", "EMAIL_URL",
)  # fmt: skip
"""Settings that get the values of the stand-ins."""
METRICS_TOKEN = "metrics-token-of-the-test-deployment"
ADMIN = {"DJANGO_SUPERUSER_EMAIL": "admin@camp.example", "DJANGO_SUPERUSER_PASSWORD": "Camp-2003!"}
RUN_WITH_SETTINGS = 'set -a; . "$0"; exec "$@"'
"""Shell code that runs a command with the settings file as its environment, as deploy/functions does."""
PORTS = 10
"""How many consecutive ports an installation uses."""


def settings_text(settings: Mapping[str, str]) -> str:
    return "".join(f"{name}='{value}'\n" for name, value in settings.items())


@dataclass(frozen=True)
class Installation:
    """A folder and ``PORTS`` consecutive ports.

    Proxy, web, Auth emulator, Stripe stand-in, mailbox (two), pooler, updates (two), Caddy's own.
    """

    folder: Path
    port: int
    secrets: dict[str, str] = field(
        default_factory=lambda: {
            "SECRET_KEY": secrets.token_urlsafe(64),
            "JWT_SIGNING_KEY": secrets.token_urlsafe(64),
            "CARE_KEYS": Fernet.generate_key().decode(),
        }
    )

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    @property
    def web_port(self) -> int:
        return self.port + 1

    @property
    def firebase_port(self) -> int:
        return self.port + 2

    @property
    def stripe_port(self) -> int:
        return self.port + 3

    @property
    def mailbox_smtp_port(self) -> int:
        return self.port + 4

    @property
    def mailbox_port(self) -> int:
        return self.port + 5

    @property
    def pooler_port(self) -> int:
        return self.port + 6

    @property
    def update_ports(self) -> tuple[int, int]:
        return self.port + 7, self.port + 8

    @property
    def caddy_port(self) -> int:
        """The port on which Caddy is told to read its configuration again."""
        return self.port + 9

    @property
    def caddyfile(self) -> Path:
        return self.folder / "Caddyfile"

    @property
    def upstream(self) -> Path:
        """The file with the address to which the proxy leads."""
        return self.folder / "camp-upstream"

    @property
    def certificate(self) -> Path:
        return self.folder / "certificate.pem"

    @property
    def key(self) -> Path:
        return self.folder / "key.pem"

    @property
    def env_file(self) -> Path:
        return self.folder / "env"

    @property
    def season(self) -> Path:
        return self.folder / "season.csv"

    @property
    def pictures(self) -> Path:
        return self.folder / "media"

    @property
    def restored_pictures(self) -> Path:
        return self.folder / "media-restored"

    def clear(self) -> None:
        """Creates or clears the folder."""
        for entry in self.folder.glob("*"):
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        (self.folder / "standins").mkdir(parents=True)

    def server_environ(self) -> dict[str, str]:
        """Returns the environment of a fresh server, with the tools of PostgreSQL in its PATH."""
        path = f"{tools()}{os.pathsep}{os.environ['PATH']}"
        return {"PATH": path, "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8"}

    def proxy_environ(self) -> dict[str, str]:
        """Returns the environment of the scripts that switch the proxy."""
        environ = self.server_environ()
        path = f"{BASE_DIR / 'standins' / 'production' / 'bin'}{os.pathsep}{environ['PATH']}"
        return environ | {"PATH": path, "CADDYFILE": str(self.caddyfile), "CAMP_HOME": str(self.folder)}

    def standin_environ(self) -> dict[str, str]:
        """Returns the environment of the stand-ins."""
        return self.demo_environ() | {"SITE_URL": self.url}

    def demo_environ(self) -> dict[str, str]:
        """Returns the environment of the demo commands, which refuse an https SITE_URL."""
        environ = {
            "CAMP_DEMO": "1",
            "CAMP_DEMO_DIR": str(self.folder / "standins"),
            "PORT": str(self.port),
            "FIREBASE_AUTH_EMULATOR_PORT": str(self.firebase_port),
            "STRIPE_STANDIN_PORT": str(self.stripe_port),
            "MAILBOX_SMTP_PORT": str(self.mailbox_smtp_port),
            "MAILBOX_PORT": str(self.mailbox_port),
            "SSL_CERT_FILE": str(self.certificate),
        }
        return self.server_environ() | stand_in_values(environ) | environ

    def write_settings(self, database_url: str, pictures: Path, *, direct_url: str = "") -> None:
        """Writes the settings file of docs/deploy.md. Only the providers differ from production."""
        standin_environ = self.standin_environ()
        values = {
            **self.secrets,
            **{name: standin_environ[name] for name in STANDIN_SETTINGS},
            "ALLOWED_HOSTS": "127.0.0.1",
            "SITE_URL": self.url,
            "SITE_TIME_ZONE": standin_environ["SITE_TIME_ZONE"],
            "DATABASE_URL": database_url,
            "DATABASE_DIRECT_URL": direct_url,
            "BEHIND_TLS_PROXY": "true",
            "TRUSTED_PROXY_HOPS": "1",
            "MEDIA_ROOT": str(pictures),
            "BACKUP_DIR": str(self.folder / "backups"),
            "METRICS_TOKEN": METRICS_TOKEN,
            "SITE_NAME": "Craft Camp",
            "DJANGO_SETTINGS_MODULE": "standins.production.settings",
            "STANDIN_FIREBASE_PORT": str(self.firebase_port),
            "STANDIN_STRIPE_PORT": str(self.stripe_port),
        }
        self.env_file.touch(mode=0o600)
        self.env_file.write_text(settings_text(values))

    def settings(self) -> dict[str, str]:
        """Returns what is in the settings file."""
        lines = self.env_file.read_text().splitlines()
        return {name: value.strip("'") for name, _, value in (line.partition("=") for line in lines)}

    def run(self, *command: str, **variables: str) -> str:
        """Runs a command with the settings file and returns its output. Raises CalledProcessError if it fails."""
        shell, environ = self.with_settings(*command), self.server_environ() | variables
        result = subprocess.run(shell, cwd=BASE_DIR, env=environ, check=True, text=True, stdout=subprocess.PIPE)
        return result.stdout.strip()

    def with_settings(self, *command: str) -> list[str]:
        """Returns the command line that runs a command with the settings file."""
        return ["sh", "-c", RUN_WITH_SETTINGS, str(self.env_file), *command]
