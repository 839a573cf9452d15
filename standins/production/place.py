"""Where the production site lives on this machine, and its settings, written down as docs/deploy.md says."""

import os
import secrets
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from camp.demo.environment import BASE_DIR, stand_ins
from camp.demo.postgres import tools

FROM_STAND_INS = ("FIREBASE_PROJECT_ID", "FIREBASE_API_KEY", "FIREBASE_AUTH_DOMAIN", "STRIPE_SECRET_KEY",
                  "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET")  # fmt: skip
FIGURES_TOKEN = "figures-of-this-machine"
WITH_SETTINGS = 'set -a; . "$0"; exec "$@"'
"""How docs/deploy.md gives a command the settings of the file."""


@dataclass(frozen=True)
class Place:
    """A folder and five ports in a row: the site behind TLS, the site itself, and the stand-ins."""

    folder: Path
    port: int
    secrets: dict[str, str] = field(
        default_factory=lambda: {name: secrets.token_urlsafe(64) for name in ("SECRET_KEY", "JWT_SIGNING_KEY")}
    )

    @property
    def site(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    @property
    def web_port(self) -> int:
        return self.port + 1

    @property
    def firebase_port(self) -> int:
        return self.port + 2

    @property
    def cards_port(self) -> int:
        return self.port + 3

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
    def pictures(self) -> Path:
        return self.folder / "media"

    def empty(self) -> None:
        """An empty folder for nobody else; the camp's pictures stay, which take long to draw."""
        for entry in self.folder.glob("*"):
            if entry != self.pictures:
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        self.folder.mkdir(parents=True, exist_ok=True)

    def machine(self) -> dict[str, str]:
        """The environment of a server before anybody sets anything, with PostgreSQL's tools."""
        path = f"{tools()}{os.pathsep}{os.environ['PATH']}"
        return {"PATH": path, "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8"}

    def for_stand_ins(self) -> dict[str, str]:
        """The environment of what plays Firebase and Stripe, and of what is charged there for the demo's people."""
        own = {
            "CAMP_DEMO": "1",
            "CAMP_DEMO_DIR": str(self.folder / "standins"),
            "PORT": str(self.port),
            "FIREBASE_AUTH_EMULATOR_PORT": str(self.firebase_port),
            "STRIPE_STANDIN_PORT": str(self.cards_port),
            "SSL_CERT_FILE": str(self.certificate),
        }
        return self.machine() | stand_ins(own) | own | {"SITE_URL": self.site}

    def write_settings(self, database_url: str, pictures: Path) -> None:
        """The file of docs/deploy.md, step 2. Nothing is left out, and nothing is eased but who plays the providers."""
        played = self.for_stand_ins()
        values = {
            **self.secrets,
            **{name: played[name] for name in FROM_STAND_INS},
            "ALLOWED_HOSTS": "127.0.0.1",
            "SITE_URL": self.site,
            "DATABASE_URL": database_url,
            "BEHIND_TLS_PROXY": "true",
            "TRUSTED_PROXY_HOPS": "1",
            "MEDIA_ROOT": str(pictures),
            "BACKUP_DIR": str(self.folder / "backups"),
            "METRICS_TOKEN": FIGURES_TOKEN,
            "SITE_NAME": "Craft Camp",
            "DJANGO_SETTINGS_MODULE": "standins.production.settings",
            "STANDIN_FIREBASE_PORT": str(self.firebase_port),
            "STANDIN_STRIPE_PORT": str(self.cards_port),
        }
        self.env_file.touch(mode=0o600)
        self.env_file.write_text("".join(f"{name}='{value}'\n" for name, value in values.items()))

    def run(self, *command: str, **more: str) -> str:
        """Run a command with the settings of the file, as the guide does; what it said. Raises CalledProcessError."""
        shell, environ = self.with_settings(*command), self.machine() | more
        done = subprocess.run(shell, cwd=BASE_DIR, env=environ, check=True, text=True, stdout=subprocess.PIPE)
        return done.stdout.strip()

    def with_settings(self, *command: str) -> list[str]:
        return ["sh", "-c", WITH_SETTINGS, str(self.env_file), *command]
