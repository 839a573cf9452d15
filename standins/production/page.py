"""Types the commands of the documents for operators, in their order, on a server."""

import re
from collections.abc import Mapping

from demo.servers.environment import BASE_DIR
from standins.production.installation import Installation
from standins.production.mail import NEW_USER
from standins.production.server import Server

PAGES = tuple(
    BASE_DIR / "docs" / f"{name}.md"
    for name in ("deploy", "staff", "deploy-containers", "deploy-backup", "several-machines")
)
NOT_TYPED = {
    r"apt-get |.*deploy/install ": "changes the machine: packages, users, systemd, Caddy",
    r"tar |craft-camp/deploy/update |.*deploy/recover ": "needs a server without a site",
    r"docker |git fetch |\$EDITOR \.env$": "needs Docker",
    r"install -o postgres |systemctl restart pgbouncer$": "changes the PgBouncer of the machine",
}
"""The commands that this machine cannot run, with the reason."""
VERSIONS: Mapping[str, Mapping[str, str]] = {"v1.0.0": {}, "v1.1.0": {}}
ANSWERS = {"delete_person": f"{NEW_USER['email']}\n"}


def documented_commands(page: str) -> list[str]:
    """Returns each command in the page's blocks of shell commands, without comment, but with its here-document."""
    found: list[str] = []
    for block in re.findall(r"^```sh\n(.*?)^```", page, re.DOTALL | re.MULTILINE):
        lines = re.sub(r"  +#.*$", "", block, flags=re.MULTILINE)
        found += [each[0] for each in re.finditer(r"^.*<<(\w+)\n(?:.*\n)*?\1$|^.+$", lines, re.MULTILINE)]
    return found


def is_typed(command: str) -> bool:
    return not any(re.match(pattern, command) for pattern in NOT_TYPED)


def page_problems(installation: Installation, database: str) -> list[str]:
    """Returns a message for each documented command that fails.

    Call it while the proxy runs, and the site does not. ``database``: the name of the site's database.
    """
    restored = f"{database}_by_page"
    ports = (installation.web_port, installation.update_ports[0])
    server = Server(installation, "page", ports, VERSIONS)
    commands = [each for page in PAGES for each in documented_commands(page.read_text()) if is_typed(each)]
    settings, problems = installation.settings(), []
    try:
        for command in commands:
            if command.startswith("$EDITOR "):
                server.write_settings(settings)
            else:
                problems += _type(server, command, restored)
            if command.startswith("camp restore "):
                settings = {name: value.replace(f"/{database}", f"/{restored}") for name, value in settings.items()}
    finally:
        server.stop()
    print(f"Typed {len(commands)} documented commands. Problems: {len(problems)}.")
    return problems


def _type(server: Server, command: str, restored: str) -> list[str]:
    typed = "".join(answer for name, answer in ANSWERS.items() if name in command)
    status = server.run(["sh", "-c", _on_this_server(server, command, restored)], typed)
    return [f"{command!r}: exit status {status}; see {server.log}"] if status else []


def _on_this_server(server: Server, command: str, restored: str) -> str:
    """Replaces the folders, names and addresses of the page by those of the server."""
    backup = max((path.stem for path in server.backups.glob("camp-*.dump")), default="")
    replacements = {
        "/srv/camp": server.home,
        "/etc/camp/env": server.settings,
        "/var/backups/camp": server.backups,
        "/var/lib/camp/media": server.installation.restored_pictures,
        "/tmp/season.xlsx": server.installation.season,
        "camp-WHEN": backup,
        "camp_restored": restored,
        "camp_live": f"{restored}_live",
        "sam@school.example": NEW_USER["email"],
        "chown -R camp:": "chown -R root:",
        "camp createsuperuser": "DJANGO_SUPERUSER_EMAIL=head@school.example camp createsuperuser --no-input",
    }
    for example, value in replacements.items():
        command = command.replace(example, str(value))
    return command
