from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal

from classes.catalog.lesson_rows import LessonRow
from classes.models import CampClass, Craft, Season, Status
from core.names import clean_name
from core.sheets.columns import Column
from core.sheets.problems import Problem
from core.sheets.questions import Interview

ATTRIBUTES = {
    "nameClass": "name",
    "instructorEmail": "instructor_email",
    "instructorName": "instructor_name",
    "seats": "capacity",
    "ageFrom": "age_from",
    "ageTo": "age_to",
    "earlyPrice": "early_price",
    "earlyUntil": "early_until",
    "minSeats": "min_seats",
}
"""Of a row, by the name of its column, if it has another one."""


@dataclass(frozen=True, kw_only=True)
class InstructorRow:
    """The instructor of a row, also if other cells of the row have errors.

    ``headings``: by field, the columns of the file that say something about the class, as they are written there.
    """

    row: int
    unit: str = "row"
    headings: Mapping[str, str] = field(default_factory=dict)
    instructor_email: str
    instructor_name: str

    def problem(self, column: str, message: str) -> Problem:
        return Problem(self.row, self.headings.get(column, column), message, self.unit)


@dataclass(frozen=True, kw_only=True)
class SeasonRow(InstructorRow):
    name: str
    price: Decimal
    capacity: int
    image: str = ""
    status: Status = Status.PENDING
    description: str = ""
    craft: Craft | None = None
    place: str = ""
    bring: str = ""
    age_from: int | None = None
    age_to: int | None = None
    early_price: Decimal | None = None
    early_until: date | None = None
    min_seats: int | None = None
    season: Season | None = None
    lessons: list[LessonRow] = field(default_factory=list)

    @property
    def name_key(self) -> tuple[str, str]:
        return self.instructor_email, clean_name(self.name)

    @property
    def first_lesson(self) -> datetime | None:
        return min((lesson.starts_at for lesson in self.lessons), default=None)

    @property
    def last_end(self) -> datetime | None:
        return max((lesson.ends_at for lesson in self.lessons), default=None)

    def may_be_in_season_of(self, camp_class: CampClass) -> bool:
        """A row without a season stands for any season."""
        return self.season is None or self.season.pk == camp_class.season_id


@dataclass(frozen=True)
class SeasonFile:
    """The classes of a file in its order, the errors in its cells, and warnings about what was guessed or ignored.

    ``instructors`` has all rows with a valid instructor, ``rows`` those without any error.
    """

    rows: list[SeasonRow]
    instructors: list[InstructorRow]
    errors: list[Problem]
    warnings: list[Problem]
    columns: Sequence[Column] = ()
    interview: Interview = field(default_factory=Interview)
