"""`manage.py seed_classes FILE`: a whole season or nothing, every mistake named."""

import csv
import io
import json
import threading
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Role, User
from camp.testing import make_class, make_user
from classes import season_file, seeding
from classes.models import CampClass, Status

COLUMNS = ["nameClass", "instructorEmail", "instructorName", "price", "seats", "image", "status"]
CLAY = {
    "nameClass": "Clay",
    "instructorEmail": "ines@school.example",
    "instructorName": "Ines",
    "price": "45.50",
    "seats": "12",
    "image": "https://pictures.example/clay.jpg",
    "status": "Approved",
}


def csv_of(rows: list[dict[str, Any]], delimiter: str = ",") -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, delimiter=delimiter, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


@pytest.fixture
def write(tmp_path: Path):
    def write(content: str | bytes | list[dict[str, Any]], name: str = "season.csv") -> Path:
        path = tmp_path / name
        if isinstance(content, list):
            content = json.dumps(content) if name.endswith(".json") else csv_of(content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def seed(path: Path, *options: str) -> str:
    out = io.StringIO()
    call_command("seed_classes", str(path), *options, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def refused(path: Path, *options: str) -> CommandError:
    """The refusal; nothing may have changed."""
    before = list(User.objects.values_list()), list(CampClass.objects.values_list())
    with pytest.raises(CommandError) as error:
        seed(path, *options)
    assert (list(User.objects.values_list()), list(CampClass.objects.values_list())) == before
    return error.value


def many(count: int) -> list[dict[str, Any]]:
    return [CLAY | {"nameClass": f"Clay {number}"} for number in range(1, count + 1)]


@pytest.mark.django_db
class TestItWorks:
    def test_it_makes_the_classes_and_their_instructors(self, write):
        said = seed(write([CLAY, CLAY | {"nameClass": "Glass", "price": "0", "status": ""}]))
        ines = User.objects.get(email="ines@school.example")
        assert (ines.name, ines.role, ines.email_verified, ines.has_usable_password()) == (
            "Ines",
            "instructor",
            False,
            False,
        )
        clay = CampClass.objects.get(name="Clay")
        assert (clay.instructor, clay.price, clay.capacity, clay.status) == (
            ines,
            Decimal("45.50"),
            12,
            Status.APPROVED,
        )
        assert clay.image == "https://pictures.example/clay.jpg"
        assert CampClass.objects.get(name="Glass").status == Status.PENDING
        assert "2 classes made, 0 were there already; 1 instructors made." in said

    def test_a_second_run_changes_nothing(self, write):
        path = write(many(3))
        seed(path)
        before = list(User.objects.values_list()), list(CampClass.objects.values_list())
        assert "0 classes made, 3 were there already; 0 instructors made." in seed(path)
        assert (list(User.objects.values_list()), list(CampClass.objects.values_list())) == before

    def test_a_class_that_is_there_stays_as_it_is(self, write):
        clay = make_class(make_user("ines", Role.INSTRUCTOR), "Clay", price=Decimal(20))
        seed(write([CLAY | {"instructorEmail": "INES@camp.example"}]))
        clay.refresh_from_db()
        assert (CampClass.objects.count(), clay.price) == (1, Decimal(20))

    def test_another_instructor_may_offer_the_same_name(self, write):
        make_class(make_user("oskar", Role.INSTRUCTOR), "Clay")
        seed(write([CLAY]))
        assert CampClass.objects.filter(name="Clay").count() == 2

    def test_a_known_instructor_keeps_their_name_and_needs_none(self, write):
        make_user("ines", Role.INSTRUCTOR)
        seed(write([CLAY | {"instructorEmail": "ines@camp.example", "instructorName": ""}]))
        assert User.objects.get().name == "Ines"

    def test_json_too(self, write):
        seed(write([CLAY | {"price": 45.5, "seats": 12, "description": "Bring an apron."}], "season.json"))
        clay = CampClass.objects.get()
        assert (clay.price, clay.capacity, clay.description) == (Decimal("45.50"), 12, "Bring an apron.")

    @pytest.mark.parametrize(
        "content",
        [
            b"\xef\xbb\xbf" + csv_of([CLAY]).encode(),
            csv_of([CLAY], ";").encode(),
            csv_of([CLAY | {"price": "45,50"}], ";").encode(),
            csv_of([CLAY], "\t").encode("utf-16"),
            csv_of([CLAY | {"price": "$45.50"}]).encode(),
            csv_of([CLAY]).replace("\r\n", "\n").encode(),
            (csv_of([CLAY]) + ",,,,,,\r\n\r\n").encode(),
        ],
        ids=["mark", "semicolons", "decimal comma", "tabs in UTF-16", "dollar sign", "line feeds", "empty rows"],
    )
    def test_however_a_spreadsheet_writes_it(self, write, content):
        seed(write(content))
        assert CampClass.objects.get(name="Clay").price == Decimal("45.50")

    @pytest.mark.parametrize("name", ['Say "clay", please', "🎨 سيراميك", "x" * 40, "Ton & Feuer; Glasur"])
    def test_names_of_every_kind(self, write, name):
        seed(write([CLAY | {"nameClass": f"  {name} "}]))
        assert CampClass.objects.get().name == name

    def test_the_same_accent_typed_otherwise_is_the_same_class(self, write):
        seed(write([CLAY | {"nameClass": "Café"}]))
        seed(write([CLAY | {"nameClass": "Cafe\u0301"}]))
        assert CampClass.objects.count() == 1

    def test_a_dry_run_says_so_and_changes_nothing(self, write):
        said = seed(write(many(2)), "--dry-run")
        assert "2 classes would be made" in said
        assert not User.objects.exists()
        assert not CampClass.objects.exists()

    def test_progress_is_told(self, write):
        told = io.StringIO()
        call_command("seed_classes", str(write(many(501))), stdout=io.StringIO(), stderr=told)
        assert "500 of 501 classes" in told.getvalue()
        assert "501 of 501 classes" in told.getvalue()

    def test_a_bar_on_a_terminal(self, write):
        terminal = io.StringIO()
        terminal.isatty = lambda: True
        call_command("seed_classes", str(write([CLAY])), stdout=io.StringIO(), stderr=terminal, no_color=True)
        assert f"\r[{'#' * 30}] 1 of 1 classes\n" in terminal.getvalue()

    def test_queries_grow_by_batches_and_not_by_rows(self, write):
        def queries(rows: list[dict[str, Any]]) -> int:
            with CaptureQueriesContext(connection) as captured:
                seed(write(rows))
            return len(captured)

        few = queries(many(3))
        User.objects.exists()
        assert queries(many(453)) == few - 1  # the instructor is there by now
        assert queries(many(5000)) == few - 1 + 9

    def test_the_help_teaches(self, capsys):
        with pytest.raises(SystemExit) as done:
            call_command("seed_classes", "--help")
        said = capsys.readouterr().out
        assert done.value.code == 0
        assert all(column in said for column in COLUMNS)
        assert "exit codes" in said


@pytest.mark.django_db
class TestItRefuses:
    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("nameClass", ""),
            ("nameClass", "x" * 41),
            ("nameClass", "two\nlines"),
            ("nameClass", "null\0byte"),
            ("instructorEmail", "ines"),
            ("instructorEmail", ""),
            ("instructorName", "x" * 101),
            ("price", "cheap"),
            ("price", "0.49"),
            ("price", "-1"),
            ("price", "10000.01"),
            ("price", "1.999"),
            ("price", "NaN"),
            ("price", ""),
            ("seats", "1.5"),
            ("seats", "-1"),
            ("seats", "1001"),
            ("seats", "many"),
            ("image", "http://pictures.example/clay.jpg"),
            ("image", "javascript:alert(1)"),
            ("image", ""),
            ("status", "Perhaps"),
        ],
    )
    def test_a_bad_value_by_row_and_field(self, write, field, value):
        error = refused(write([CLAY, CLAY | {"nameClass": "Glass", field: value}]))
        assert f"row 3, {field}: " in str(error)
        assert error.returncode == 1

    def test_one_bad_row_among_a_thousand(self, write):
        rows = many(1000)
        rows[899]["price"] = "free"
        assert "row 901, price: A valid number is required." in str(refused(write(rows)))

    def test_mistakes_are_told_up_to_twenty(self, write):
        error = str(refused(write([row | {"seats": "x"} for row in many(33)])))
        assert error.count(", seats: ") == 20
        assert "and 13 more" in error

    def test_a_class_twice_in_the_file(self, write):
        twice = [CLAY, CLAY | {"nameClass": " Clay", "instructorEmail": "Ines@School.example"}]
        assert "row 3, nameClass: the same class of this instructor is in row 2 already." in str(refused(write(twice)))

    def test_an_unknown_column(self, write):
        error = str(refused(write("titel," + csv_of([CLAY]).replace("\r\n", "\r\nx,", 1))))
        assert '"titel"' in error
        assert "nameClass" in error

    @pytest.mark.parametrize("missing", ["nameClass", "instructorEmail", "price", "seats", "image"])
    def test_a_missing_column(self, write, missing):
        assert f'"{missing}" is missing' in str(refused(write(csv_of([CLAY]).replace(missing, "status2"))))

    def test_a_column_twice(self, write):
        assert '"price" is there twice' in str(refused(write(csv_of([CLAY]).replace("seats", "price"))))

    def test_more_cells_than_columns(self, write):
        assert "row 2: there are more cells" in str(refused(write(csv_of([CLAY]).replace("Approved", "Approved,what"))))

    @pytest.mark.parametrize("content", ["", "\n\n", "\ufeff"])
    def test_an_empty_file(self, write, content):
        assert "empty" in str(refused(write(content)))

    @pytest.mark.parametrize("content", ['{"nameClass": "Clay"}', "[1]", "3", "null"])
    def test_json_that_is_no_list_of_objects(self, write, content):
        assert "list of objects" in str(refused(write(content, "season.json")))

    def test_an_unknown_name_in_json(self, write):
        assert "class 2, titel: there is no such column." in str(
            refused(write([CLAY, CLAY | {"titel": 1}], "season.json"))
        )

    @pytest.mark.parametrize("value", [None, [], {}, True, [["x"]], 1e300])
    @pytest.mark.parametrize("field", ["nameClass", "price", "seats", "image", "instructorEmail"])
    def test_json_values_of_the_wrong_kind(self, write, field, value):
        error = refused(write([CLAY | {field: value}], "season.json"))
        assert f"class 1, {field}: " in str(error)

    @pytest.mark.parametrize(
        ("content", "name"),
        [
            (b"\xff\xfe\x00", "season.csv"),
            (csv_of([CLAY | {"nameClass": "Töpfern"}]).encode("latin-1"), "season.csv"),
            (b'nameClass,price\n"never closed,1\n', "season.csv"),
            (b"{", "season.json"),
            (b"[" * 100_000, "season.json"),
        ],
        ids=["half a character", "latin-1", "open quote", "half an object", "deep"],
    )
    def test_what_cannot_be_read(self, write, content, name):
        assert refused(write(content, name)).returncode == 3

    def test_a_file_that_is_not_there_or_is_a_folder(self, tmp_path):
        assert refused(tmp_path / "none.csv").returncode == 3
        assert refused(tmp_path).returncode == 3

    def test_a_file_that_is_too_large(self, write, monkeypatch):
        monkeypatch.setattr(season_file, "MOST_BYTES", 100)
        assert refused(write([CLAY])).returncode == 3

    @pytest.mark.parametrize("role", [Role.STUDENT, Role.ADMIN])
    def test_somebody_who_is_no_instructor(self, write, role):
        make_user("ines", role)
        error = str(refused(write([CLAY | {"instructorEmail": "ines@camp.example"}])))
        assert f"row 2, instructorEmail: ines@camp.example is {role} here." in error
        assert "grant_role" in error

    def test_a_new_instructor_without_a_name(self, write):
        assert "row 2, instructorName: " in str(refused(write([CLAY | {"instructorName": " "}])))

    def test_a_failure_midway_leaves_nothing(self, write, monkeypatch):
        batches = iter([None])

        def fail_at_the_second(row: Any, instructor: User, now: Any) -> CampClass:
            if row.name == "Clay 600":
                next(batches)
                raise OperationalError("connection lost")
            return real(row, instructor, now)

        real = seeding._camp_class
        monkeypatch.setattr(seeding, "_camp_class", fail_at_the_second)
        assert refused(write(many(700))).returncode == 4
        assert next(batches, "used up") == "used up"

    @pytest.mark.parametrize("arguments", [[], ["season.csv", "--demo"]])
    def test_a_command_that_is_not_understood(self, arguments):
        with pytest.raises(CommandError):
            call_command("seed_classes", *arguments)


@pytest.mark.django_db(transaction=True)
class TestTwiceAtOnce:
    """Two people load the same season at the same moment."""

    def both_seed(self, monkeypatch) -> int:
        meeting = threading.Barrier(2)
        real = seeding._known_classes

        def meet(instructors: Any) -> Any:
            known = real(instructors)
            with suppress(threading.BrokenBarrierError):
                meeting.wait(1)  # who waits for the other's lock does not come
            return known

        monkeypatch.setattr(seeding, "_known_classes", meet)
        values = {"name": "Clay", "instructor_email": "ines@camp.example", "instructor_name": "", "price": Decimal(5)}
        rows = [seeding.SeasonRow(where="row 2", capacity=3, image="https://pictures.example/c.jpg", **values)]

        def run() -> None:
            try:
                seeding.seed_season(rows=rows, now=timezone.now())
            finally:
                connections.close_all()

        threads = [threading.Thread(target=run) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        return CampClass.objects.filter(name="Clay").count()

    def test_the_class_is_made_once(self, monkeypatch):
        make_user("ines", Role.INSTRUCTOR)
        assert self.both_seed(monkeypatch) == 1

    def test_without_the_lock_it_would_be_made_twice(self, monkeypatch):
        make_user("ines", Role.INSTRUCTOR)
        unlocked = lambda emails: {user.email: user for user in User.objects.filter(email__in=emails)}  # noqa: E731
        monkeypatch.setattr(seeding, "_lock_instructors", unlocked)
        assert self.both_seed(monkeypatch) == 2
