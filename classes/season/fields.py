"""The columns of a season's file."""

from collections.abc import Collection

from core.sheets.columns import Vocabulary
from core.sheets.dates import has_day

TIMES = ("time", "startTime", "endTime")
SCHEDULE = ("weekdays", "firstDay", "lastDay", *TIMES)
"""Columns that describe lessons instead of ``lessons``, or with it."""
LESSON_FIELDS = {"lessons", *SCHEDULE}
INSTRUCTOR = ("instructorEmail", "instructorName")
REQUIRED = ("nameClass", "instructorEmail", "price", "seats")
FIELDS = {
    "nameClass": "Class",
    "instructorName": "Instructor's name",
    "instructorEmail": "Instructor's e-mail",
    "price": "Price",
    "seats": "Seats",
    "lessons": "Lessons: days and times",
    "weekdays": "Weekdays",
    "firstDay": "First day",
    "lastDay": "Last day",
    "time": "Time, from and to",
    "startTime": "Time from",
    "endTime": "Time to",
    "ages": "Ages, from and to",
    "ageFrom": "Youngest age",
    "ageTo": "Oldest age",
    "place": "Place",
    "craft": "Craft",
    "description": "Description",
    "bring": "What to bring",
    "minSeats": "Fewest students",
    "earlyPrice": "Early price",
    "earlyUntil": "Last day of the early price",
    "status": "Status",
    "image": "Picture's address",
    "season": "Season",
}
"""By name, what people choose from."""
DAY_OR_TIME = {"start": ("firstDay", "startTime"), "end": ("lastDay", "endTime")}
"""Headings above days in one file and above times in another."""

OTHER_NAMES = {
    "nameClass": "name, class, class name, class title, title",
    "instructorEmail": "email, email instructor",
    "instructorName": "instructor, name instructor",
    "price": "cost, fee, tuition, price usd, price in dollars, price in US dollars, price per student, class fee",
    "earlyPrice": "early bird price, early bird, early fee, early bird fee",
    "earlyUntil": "early bird until, early price until, early bird ends, early bird deadline, "
    "last day of the early price",
    "seats": "capacity, spots, max, size, class size, max class size, max students, max number of students, "
    "number of students, max seats, "
    "total seats, seats total, number of seats, max enrollment, enrollment limit",
    "minSeats": "min, min students, min enrollment, min class size",
    "image": "picture, photo, image url, picture url",
    "status": "state",
    "description": "about, details, class description",
    "craft": "category, kind, type, craft name",
    "place": "location, room, where, site",
    "bring": "what to bring, please bring, materials, supplies",
    "ageFrom": "from age, min age, youngest, lowest age, age min, ages from, age from",
    "ageTo": "to age, max age, oldest, highest age, age max, ages to, age to",
    "ages": "age, age range, age group",
    "season": "season name, season slug, term",
    "lessons": "lesson, lesson dates, schedule, dates, dates and times, sessions, when",
    "weekdays": "days, day, weekday, days of week, day of week",
    "firstDay": "start date, first date, starts on, begin date, date, first lesson",
    "lastDay": "end date, last date, ends on, last lesson",
    "time": "times, hours, time of day",
    "startTime": "starts at, time from, from time, begin time",
    "endTime": "ends at, time to, to time",
    "start": "starts, begins, from",
    "end": "ends, to, until",
}
SAME = {"mail": "email", "teacher": "instructor", "teachers": "instructor", "instructors": "instructor"}
SAME |= dict.fromkeys(("classes", "course", "workshop", "program", "activity"), "class")
SAME |= {"emails": "email", "prices": "price", "maximum": "max", "minimum": "min", "no": "number"}
SAME |= dict.fromkeys(("student", "child", "children", "kid", "kids", "camper", "campers"), "students")
SAME |= dict.fromkeys(("participant", "participants"), "students")
SAME |= dict.fromkeys(("of", "the", "address", "lead"), "")


def _refine(field: str, cell: str, fields: Collection[str | None]) -> str:
    # The column may be a day or a time, a name or an address.
    if field == "instructorName" and "@" in cell and "instructorEmail" not in fields:
        return "instructorEmail"
    return DAY_OR_TIME[field][not has_day(cell)] if field in DAY_OR_TIME else field


VOCABULARY = Vocabulary(
    FIELDS, OTHER_NAMES, same=SAME, required=[("nameClass",), INSTRUCTOR, ("price",), ("seats",)], refine=_refine
)

TEMPLATE = {
    "nameClass": "Clay Critters",
    "instructorName": "Rosa Delgado",
    "instructorEmail": "rosa@school.example",
    "price": "245",
    "seats": "10",
    "weekdays": "Mon-Fri",
    "firstDay": "7/5/2027",
    "lastDay": "7/9/2027",
    "time": "9am - 12pm",
    "ages": "6-8",
    "place": "Kiln Room",
    "craft": "Clay (one of your crafts)",
    "description": "Animals of clay, fired and glazed.",
    "bring": "A smock",
}
"""The columns of the template, with an example."""
