from classes.models.camp_class import (
    AGES_REVERSED,
    MAX_SEATS,
    CampClass,
    early_price_problem,
    instructors_with_student_counts,
)
from classes.models.camp_class_queryset import CampClassQuerySet, Status
from classes.models.counts import count_per_class
from classes.models.craft import Craft
from classes.models.enrollment import Enrollment, EnrollmentQuerySet, is_returning_family
from classes.models.former_schedule import FormerSchedule
from classes.models.lesson import Lesson
from classes.models.message import Message
from classes.models.participant import student_or_class_matching
from classes.models.price import PRICE_FIELDS, SIBLING_DISCOUNT, Priced, SeatPrice, discount_field, discount_text_field
from classes.models.season import (
    DAYS_REVERSED,
    NO_SEASON,
    OPENINGS_REVERSED,
    OPENS_TOO_LATE,
    Opening,
    Season,
    SeasonQuerySet,
    season_slug,
)
from classes.models.selection import Selection, SelectionQuerySet, load_class_and_hold
from classes.models.shown_class import (
    EnrolledClass,
    EnrolledSeat,
    ScheduledClass,
    ShownClass,
    scheduled_classes,
    shown_classes,
)
from classes.models.voucher import CODE_FORM, MAX_CODE, PERCENT_OR_AMOUNT, Voucher, VoucherQuerySet
from classes.models.waitlist_entry import WaitlistEntry

__all__ = [
    "AGES_REVERSED",
    "CODE_FORM",
    "DAYS_REVERSED",
    "MAX_CODE",
    "MAX_SEATS",
    "NO_SEASON",
    "OPENINGS_REVERSED",
    "OPENS_TOO_LATE",
    "PERCENT_OR_AMOUNT",
    "PRICE_FIELDS",
    "SIBLING_DISCOUNT",
    "CampClass",
    "CampClassQuerySet",
    "Craft",
    "EnrolledClass",
    "EnrolledSeat",
    "Enrollment",
    "EnrollmentQuerySet",
    "FormerSchedule",
    "Lesson",
    "Message",
    "Opening",
    "Priced",
    "ScheduledClass",
    "Season",
    "SeasonQuerySet",
    "SeatPrice",
    "Selection",
    "SelectionQuerySet",
    "ShownClass",
    "Status",
    "Voucher",
    "VoucherQuerySet",
    "WaitlistEntry",
    "count_per_class",
    "discount_field",
    "discount_text_field",
    "early_price_problem",
    "instructors_with_student_counts",
    "is_returning_family",
    "load_class_and_hold",
    "scheduled_classes",
    "season_slug",
    "shown_classes",
    "student_or_class_matching",
]
