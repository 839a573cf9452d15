"""GET /payments/{id}/receipt and receipt.pdf: what a family paid at once, for which days, and what it got back."""

import unicodedata
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
import time_machine
from django.utils import timezone

from classes.models import Enrollment
from core.names import NO_EMAIL
from payments.ledger import book_dispute
from payments.models import LedgerEntry, Payment
from payments.refunds.cancellation import cancel_enrollment
from testing.clients.api import INVALID_IDS, as_
from testing.documents import pdf_text, read_pdf
from testing.factories import make_child, make_class, make_lesson, make_payment, make_school
from testing.servers.stripe_stand_in import deliver_events
from testing.steps.checkout import enroll_free, pay_order, start_order_of

pytestmark = pytest.mark.django_db

JULY = datetime(2027, 7, 5, 13, tzinfo=UTC)


@pytest.fixture(autouse=True)
def school(db):
    make_school()


@pytest.fixture
def bought(users, stripe, new_york):
    """Clay for a child and wood for the student, paid at once."""
    clay, wood = make_class(users.instructor, "Clay"), make_class(users.instructor, "Wood", price=Decimal(60))
    for day in range(2):
        make_lesson(clay, JULY + timedelta(days=day))
    make_lesson(clay, JULY + timedelta(days=2), canceled_at=timezone.now())
    order = start_order_of(users.student, (clay, make_child(users.student)), wood)
    payments = pay_order(order, stripe)
    deliver_events(stripe, order.intent_id, "payment_intent.succeeded")
    return payments


def receipt_of(payment, user=None, **expected):
    return as_(user or payment.student).get(f"/payments/{payment.pk}/receipt", **expected)


def pdf_of(payment):
    response = as_(payment.student).get(f"/payments/{payment.pk}/receipt.pdf")
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"].startswith('attachment; filename="receipt-')
    return response.content


def test_it_returns_the_receipt_of_the_whole_order(bought, users):
    clay, wood = bought
    receipt = receipt_of(clay)
    assert receipt == receipt_of(wood)
    assert receipt == {
        "number": clay.order.pk.hex[:12].upper(),
        "date": clay.order.paid_at.isoformat().replace("+00:00", "Z"),
        "method": "card",
        "transactionId": clay.intent_id,
        "paidBy": users.student.name,
        "email": "sam@camp.example",
        "school": {
            "name": "Kilnhouse Arts LLC",
            "address": "12 Kiln Lane, Asheville, NC 28801",
            "taxId": "12-3456789",
        },
        "lines": [
            {
                "paymentId": str(clay.pk),
                "classId": str(clay.camp_class_id),
                "nameClass": "Clay",
                "participant": "Mia",
                "days": ["2027-07-05", "2027-07-06"],
                "listPrice": 45.5,
                "discount": 0,
                "amount": 45.5,
                "refund": 0,
                "returned": False,
            },
            {
                "paymentId": str(wood.pk),
                "classId": str(wood.camp_class_id),
                "nameClass": "Wood",
                "participant": users.student.name,
                "days": [],
                "listPrice": 60,
                "discount": 0,
                "amount": 60,
                "refund": 0,
                "returned": False,
            },
        ],
        "total": 105.5,
        "refunded": 0,
    }


def test_it_names_the_discount_and_the_days_before_and_after_a_move(bought, users):
    clay, _ = bought
    sold = {"price": Decimal("40.00"), "discount": Decimal("5.50"), "discount_text": "Sibling discount"}
    Enrollment.objects.filter(payments=clay).update(**sold)
    Payment.objects.filter(pk=clay.pk).update(**sold)
    glass = make_class(users.instructor, "Glass")
    make_lesson(glass, JULY + timedelta(days=1))
    make_lesson(glass, JULY + timedelta(days=7))
    with time_machine.travel(JULY + timedelta(hours=10)):
        body = {"classId": str(glass.pk), "reason": "A friend is there.", "override": ["begun"]}
        as_(users.admin).post(f"/payments/{clay.pk}/move", body, 200)
    line = next(line for line in receipt_of(clay)["lines"] if line["nameClass"] == "Glass")
    assert line["days"] == ["2027-07-05", "2027-07-06", "2027-07-12"]
    assert (line["listPrice"], line["discount"], line["amount"]) == (45.5, 5.5, 40)
    assert "$45.50 $5.50 $40.00 $0.00" in pdf_text(pdf_of(clay))


def test_it_says_the_same_in_the_pdf(bought):
    cancel_enrollment(student=bought[0].student, payment_id=bought[0].pk, now=timezone.now())
    receipt, file = receipt_of(bought[0]), pdf_of(bought[0])
    text = pdf_text(file)
    for name in ("number", "paidBy", "email", "transactionId"):
        assert receipt[name] in text
    assert (receipt["method"], "Method Card" in text) == ("card", True)
    for part in receipt["school"].values():
        assert part in text
    for line in receipt["lines"]:
        assert f"{line['nameClass']} for {line['participant']}" in text
        assert f"${line['listPrice']:.2f} ${line['discount']:.2f} ${line['amount']:.2f} ${line['refund']:.2f}" in text
    assert f"Total ${receipt['total']:.2f} ${receipt['refunded']:.2f}" in text
    assert "Days of service: none" in text
    assert read_pdf(file).metadata.title == f"Receipt {receipt['number']}"
    assert read_pdf(file).metadata.author == "Kilnhouse Arts LLC"
    assert read_pdf(file).trailer["/Root"]["/Lang"] == "en-US"


def test_it_names_the_days_in_the_pdf(bought):
    assert "Days of service: Jul 5 \u2013 6, 2027 (2 days)" in pdf_text(pdf_of(bought[0]))


def test_it_writes_more_days_than_a_page_has_lines(users):
    """A seat can be moved from one long class to another."""
    payment = make_payment(users.student, make_class(users.instructor, "Clay"))
    days = [JULY + timedelta(days=2 * number) for number in range(119)]
    for day in days:
        make_lesson(payment.camp_class, day)
    text = pdf_text(pdf_of(payment))
    # A page can end between a month and its day.
    assert [day for day in days if f" {day.day}, {day.year}" not in text] == []
    assert "(119 days)" in text


@pytest.mark.parametrize(
    "name", ["Zoë Łukasz", "Ирина Петрова", "Ελένη", "明美 さくら", "김민준", "Nguyễn Thị", "Ana & <b>Bo</b>"]
)
def test_it_writes_names_in_other_letters(users, clay, name):
    payment = make_payment(users.student, clay, child_name=name)
    assert f"for {name} " in pdf_text(pdf_of(payment))


@pytest.mark.parametrize(
    ("name", "font"),
    [
        ("王小明", "WenQuanYi"),
        ("明美 さくら", "WenQuanYi"),
        ("김민준", "WenQuanYi"),
        ("สมชาย ใจดี", "NotoSansThai"),
        ("नेहा", "NotoSansDevanagari"),
        ("Ирина 王小明 नेहा", "DejaVu"),
    ],
)
def test_it_embeds_the_letters_of_names(users, clay, name, font):
    """A reader without a font would leave them blank."""
    file = pdf_of(make_payment(users.student, clay, child_name=name))
    assert f"for {name} " in pdf_text(file)
    fonts = [each.get_object() for each in read_pdf(file).pages[0]["/Resources"]["/Font"].values()]
    used = [each for each in fonts if each["/BaseFont"] != "/Helvetica"]  # reportlab names it in every file
    assert all("/FontFile2" in each["/FontDescriptor"] for each in used)
    assert any(font in each["/BaseFont"] for each in used)


def test_it_places_the_letters_of_hindi_by_their_neighbors(users, clay):
    """The short i stands before its consonant. A file has the shapes in their order, and few readers the letters."""
    assert "हिन्दी" not in pdf_text(pdf_of(make_payment(users.student, clay, child_name="हिन्दी")))


@pytest.mark.parametrize("letter", ["王", "김", "ส", "न"])
def test_it_breaks_a_long_word_in_any_script(users, clay, letter):
    text = pdf_text(pdf_of(make_payment(users.student, clay, child_name=100 * letter)))
    assert text.count(letter) == 100


@pytest.mark.parametrize(
    ("name", "shown"), [("สมชาย-Lee", "สมชาย -Lee"), ("(नेहा)", "( नेहा )"), ("王Lee", "王Lee"), ("नेहा王", "नेहा 王")]
)
def test_it_writes_words_of_two_scripts(users, clay, name, shown):
    assert f"for {shown} " in pdf_text(pdf_of(make_payment(users.student, clay, child_name=name)))


@pytest.mark.parametrize("name", ["محمد الأحمد", "ליאור בן-דוד"])
def test_it_writes_names_from_right_to_left(users, clay, name):
    payment = make_payment(users.student, clay, child_name=name)
    # The letters are in the forms in which they are joined.
    assert f"for {name} " in unicodedata.normalize("NFKC", pdf_text(pdf_of(payment)))


@pytest.mark.parametrize(
    ("name", "latin"), [("தமிழ்", "tmil"), ("ዳዊት", "dawit"), ("Bo 🦄", "Bo :unicorn:"), ("\U00020bb7", "Kichi")]
)
def test_it_writes_names_in_latin_letters_if_no_font_has_theirs(users, clay, name, latin):
    payment = make_payment(users.student, clay, child_name=name)
    assert f"for {latin} " in pdf_text(pdf_of(payment))


def test_it_shows_no_address_of_an_account_without_one(bought, users):
    users.student.email = f"1{NO_EMAIL}"
    users.student.save()
    assert receipt_of(bought[0], users.admin)["email"] == ""
    text = pdf_text(as_(users.admin).get(f"/payments/{bought[0].pk}/receipt.pdf").content)
    assert users.student.name in text
    assert NO_EMAIL not in text


@pytest.mark.parametrize("role", ["student", "admin"])
def test_it_returns_the_receipt_to_its_student_and_to_admins(bought, users, role):
    assert receipt_of(bought[0], getattr(users, role))["total"] == 105.5


@pytest.mark.parametrize("role", ["other_student", "instructor"])
@pytest.mark.parametrize("file", ["receipt", "receipt.pdf"])
def test_it_returns_nothing_to_others(bought, users, role, file):
    as_(getattr(users, role)).get(f"/payments/{bought[0].pk}/{file}", 404)


def test_it_refuses_an_invalid_id(users):
    for id in INVALID_IDS:
        as_(users.admin).get(f"/payments/{id}/receipt", 404)


@pytest.mark.parametrize("state", ["started", "canceled"])
def test_it_returns_nothing_before_the_payment(users, clay, state):
    payment = make_payment(users.student, clay, state=state, paid_at=None)
    receipt_of(payment, status=404)


def test_it_shows_what_was_refunded(bought):
    clay, _ = bought
    cancel_enrollment(student=clay.student, payment_id=clay.pk, now=timezone.now())
    receipt = receipt_of(clay)
    assert [line["refund"] for line in receipt["lines"]] == [45.5, 0]
    assert (receipt["total"], receipt["refunded"]) == (105.5, 45.5)
    assert receipt["lines"][0]["days"] == []


def test_it_shows_a_refund_that_names_no_seat_only_in_the_sum(bought, stripe):
    stripe.refund(bought[0].intent_id, 500)
    deliver_events(stripe, bought[0].intent_id, "charge.refunded")
    receipt = receipt_of(bought[0])
    assert [line["refund"] for line in receipt["lines"]] == [0, 0]
    assert receipt["refunded"] == 5


def test_it_shows_what_the_bank_returned(users, clay):
    payment = make_payment(users.student, clay, disputed_at=timezone.now(), dispute_lost_at=timezone.now())
    book_dispute(payment=payment, now=timezone.now())
    assert receipt_of(payment)["refunded"] == 45.5


def test_it_keeps_the_days_before_a_seat_was_released(users, clay, new_york):
    with time_machine.travel(JULY - timedelta(days=30), tick=False):
        for day in range(3):
            make_lesson(clay, JULY + timedelta(days=day))
        payment = make_payment(users.student, clay)
    seats = Enrollment.objects.filter(pk=payment.enrollment_id)
    seats.update(state=Enrollment.State.RELEASED, released_at=JULY + timedelta(hours=20))
    assert receipt_of(payment)["lines"][0]["days"] == ["2027-07-05"]
    seats.update(state=Enrollment.State.CONFIRMED, confirmed_at=JULY + timedelta(days=1, hours=1), released_at=None)
    assert receipt_of(payment)["lines"][0]["days"] == ["2027-07-06", "2027-07-07"]


def test_it_names_no_method_of_a_free_seat(users):
    free = make_class(users.instructor, "Free", price=0)
    enroll_free(users.student, free, now=timezone.now())
    payment = Payment.objects.get()
    assert (receipt_of(payment)["method"], receipt_of(payment)["total"]) == (None, 0)
    assert "Nothing to pay" in pdf_text(pdf_of(payment))


def test_it_names_the_method_of_the_charge(users, clay):
    payment = make_payment(users.student, clay)
    LedgerEntry.objects.update(method=LedgerEntry.Method.CHECK)
    assert receipt_of(payment)["method"] == "check"
    assert "Method Check" in pdf_text(pdf_of(payment))


def test_it_uses_the_name_that_visitors_see_without_a_legal_one(bought, settings):
    make_school(legal_name="", tax_id="", address="")
    school = receipt_of(bought[0])["school"]
    assert school == {"name": settings.SITE_NAME, "address": "", "taxId": ""}


def test_it_reads_a_receipt_in_a_fixed_number_of_statements(bought, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        receipt_of(bought[0])
