"""Runs pgbench on a PostgreSQL, for the rate of plain SQL."""

import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

import psycopg


def pgbench_rate(
    address: str, script: str, *, clients: int, seconds: int, jobs: int = 1, variables: Mapping[str, int] | None = None
) -> float:
    """Returns how often per second the script was executed, by all clients together."""
    with psycopg.connect(address) as database:
        row = database.execute("SELECT setting FROM pg_config WHERE name = 'BINDIR'").fetchone()
    assert row is not None
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(script)
        file.flush()
        command = [
            *(str(Path(row[0]) / "pgbench"), "--no-vacuum", "--file", file.name, "--dbname", address),
            *("--client", str(clients), "--jobs", str(jobs), "--time", str(seconds)),
            *(f"--define={name}={value}" for name, value in (variables or {}).items()),
        ]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    (line,) = [each for each in done.stdout.splitlines() if each.startswith("tps = ")]
    return float(line.split()[2])
