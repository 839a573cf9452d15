"""A minimal Express server that queries the database for each request, as the original does; its three lists."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import psycopg

from bench.servers import Server, wait_for
from demo.servers.postgres import DATABASE, EmbeddedPostgres
from testing.servers.free_ports import free_port

# The fields of the original product's classes and users.
TABLES = """
DROP TABLE IF EXISTS classes, users;
CREATE TABLE classes (_id serial PRIMARY KEY, "nameClass" text, image text, price float, seats int,
                      "instructorName" text, "instructorEmail" text, status text, enroll int);
CREATE TABLE users (_id serial PRIMARY KEY, name text, photo text, email text, role text);
"""
CLASSES = """
INSERT INTO classes ("nameClass", image, price, seats, "instructorName", "instructorEmail", status, enroll)
SELECT 'Class ' || n, '/static/pictures/demo/class-' || n || '.jpg', 45.5, 20, 'Instructor ' || n,
       'instructor-' || n || '@camp.example', 'Approved', n FROM generate_series(1, %s) AS n
"""
USERS = """
INSERT INTO users (name, photo, email, role)
SELECT 'Instructor ' || n, '', 'instructor-' || n || '@camp.example', 'instructor' FROM generate_series(1, %s) AS n
"""


@contextmanager
def running_express(folder: Path, postgres: EmbeddedPostgres, rows: int) -> Iterator[Server]:
    """Runs the server on new tables with this many classes and instructors. Raises TimeoutError."""
    with psycopg.connect(postgres.url, autocommit=True) as database:
        database.execute(TABLES)
        database.execute(CLASSES, [rows])
        database.execute(USERS, [rows])
        host = database.info.host
    port = free_port()
    environment = {**os.environ, "PORT": str(port), "NODE_ENV": "production"}
    environment |= {"PGHOST": host, "PGUSER": "postgres", "PGDATABASE": DATABASE}
    process = subprocess.Popen(["node", "server.js"], cwd=folder, env=environment)
    try:
        wait_for(port)
        yield Server(port, psutil.Process(process.pid))
    finally:
        process.terminate()
        process.wait(20)
