"""Agreements and their texts: what is signed never changes."""

import pytest

from care.models import Agreement, AgreementText
from testing.clients.api import INVALID_IDS, as_
from testing.factories import make_agreement, make_agreement_text, make_child

pytestmark = pytest.mark.django_db

TEXT = {
    "kind": "waiver",
    "title": "Waiver",
    "body": "I know the risks of a kiln.\n\nMia may use one.",
    "required": True,
}


def answer(text, child, **changes):
    return {"textId": str(text.pk), "childId": str(child.pk), "accepted": True, "typedName": "Sam R."} | changes


def test_it_publishes_a_new_version_each_time(users):
    first = as_(users.admin).post("/agreementTexts", TEXT, 201)
    second = as_(users.admin).post("/agreementTexts", TEXT | {"title": "Waiver 2027"}, 201)
    newest, oldest = as_(users.admin).get("/agreementTexts")
    assert (newest["_id"], newest["version"], newest["title"]) == (second["insertedId"], 2, "Waiver 2027")
    digest = AgreementText.digest(TEXT["title"], TEXT["body"])
    own = {"_id": first["insertedId"], "version": 1, "sha256": digest, "createdAt": oldest["createdAt"]}
    assert oldest == TEXT | own
    assert newest["sha256"] != digest


def test_it_has_no_way_to_change_a_text(users):
    text = make_agreement_text()
    for method in ("put", "patch", "delete"):
        assert getattr(as_(users.admin).client, method)("/agreementTexts").status_code == 405
        assert getattr(as_(users.admin).client, method)(f"/agreementTexts/{text.pk}").status_code == 404


@pytest.mark.parametrize("field", ["kind", "title", "body", "required"])
def test_it_refuses_an_incomplete_text(users, field):
    body = {name: value for name, value in TEXT.items() if name != field}
    assert list(as_(users.admin).post("/agreementTexts", body, 400)["fields"]) == [field]
    as_(users.admin).post("/agreementTexts", TEXT | {field: "" if field != "required" else "x"}, 400)
    assert not AgreementText.objects.exists()


def test_it_shows_what_to_sign_and_what_is_signed(users, mia):
    waiver, photo = make_agreement_text(), make_agreement_text("photo", required=False)
    lists = as_(users.student).get(f"/agreements?childId={mia.pk}")
    assert [row["kind"] for row in lists["toSign"]] == ["waiver", "photo"]
    assert lists["signed"] == []
    signed = as_(users.student).post("/agreements", answer(waiver, mia), 201)
    as_(users.student).post("/agreements", answer(photo, mia, accepted=False), 201)
    lists = as_(users.student).get(f"/agreements?childId={mia.pk}")
    assert lists["toSign"] == []
    assert [(row["kind"], row["accepted"]) for row in lists["signed"]] == [("photo", False), ("waiver", True)]
    assert lists["signed"][1] == as_(users.student).get(f"/agreements/{signed['insertedId']}")


def test_it_shows_exactly_what_was_signed(users, mia):
    text = make_agreement_text(title=TEXT["title"], body=TEXT["body"])
    signed = as_(users.student).post("/agreements", answer(text, mia), 201)
    before = as_(users.student).get(f"/agreements/{signed['insertedId']}")
    assert {name: before[name] for name in ("title", "body", "version", "typedName", "childName", "accepted")} == {
        "title": TEXT["title"],
        "body": TEXT["body"],
        "version": 1,
        "typedName": "Sam R.",
        "childName": "Mia",
        "accepted": True,
    }
    assert before["sha256"] == AgreementText.digest(TEXT["title"], TEXT["body"])
    as_(users.admin).post("/agreementTexts", TEXT | {"body": "Another text."}, 201)
    as_(users.student).put(f"/children/{mia.pk}", {"name": "Mia Maria"})
    assert as_(users.student).get(f"/agreements/{signed['insertedId']}") == before


def test_it_refuses_an_outdated_text(users, mia):
    old = make_agreement_text()
    make_agreement_text(version=2)
    assert as_(users.student).post("/agreements", answer(old, mia), 409)["code"] == "text_outdated"
    assert not Agreement.objects.exists()


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
        as_(users.student).get(f"/agreements/{id}", 404)


def test_it_refuses_an_unknown_text_and_another_familys_child(users, mia):
    text, zoe = make_agreement_text(), make_child(users.other_student, "Zoe")
    as_(users.student).post("/agreements", answer(text, mia, textId="999999"), 404)
    as_(users.student).post("/agreements", answer(text, zoe), 404)
    as_(users.student).get(f"/agreements?childId={zoe.pk}", 404)
    assert not Agreement.objects.exists()


def test_it_hides_the_agreements_of_another_family(users, mia):
    agreement = make_agreement(mia, make_agreement_text())
    as_(users.other_student).get(f"/agreements/{agreement.pk}", 404)
    as_(users.admin).get(f"/agreements/{agreement.pk}", 404)


def test_it_signs_for_several_children_with_one_name(users, mia, leo):
    text = make_agreement_text()
    body = answer(text, mia, childIds=[str(leo.pk), str(mia.pk)])
    del body["childId"]
    signed = as_(users.student).post("/agreements", body, 201)
    rows = {str(each.pk): each for each in Agreement.objects.all()}
    assert [(rows[id].child, rows[id].child_name, rows[id].typed_name) for id in signed["insertedIds"]] == [
        (leo, "Leo", "Sam R."),
        (mia, "Mia", "Sam R."),
    ]
    assert list(signed) == ["insertedIds"]
    assert as_(users.student).post("/agreements", body, 201) == signed
    assert Agreement.objects.count() == 2


@pytest.mark.parametrize("name", ["foreign", "deleted", "unknown"])
def test_it_signs_for_all_of_several_children_or_for_none(users, mia, leo, name):
    as_(users.student).delete(f"/children/{leo.pk}")
    other = {"foreign": make_child(users.other_student, "Zoe").pk, "deleted": leo.pk, "unknown": 999999}[name]
    body = answer(make_agreement_text(), mia, childIds=[str(mia.pk), str(other)])
    del body["childId"]
    as_(users.student).post("/agreements", body, 404)
    assert not Agreement.objects.exists()


def test_it_signs_for_none_if_one_child_has_too_many_answers(users, mia, leo):
    text = make_agreement_text()
    for _ in range(20):
        make_agreement(leo, text, typed_name="Sam")
    body = answer(text, mia, childIds=[str(mia.pk), str(leo.pk)])
    del body["childId"]
    assert as_(users.student).post("/agreements", body, 409)["code"] == "too_many_answers"
    assert not Agreement.objects.filter(child=mia).exists()


@pytest.mark.parametrize("child_ids", [[], "1", None, [str(number) for number in range(51)]])
def test_it_refuses_a_bad_list_of_children(users, child_ids):
    body = {"textId": str(make_agreement_text().pk), "accepted": True, "typedName": "Sam", "childIds": child_ids}
    assert list(as_(users.student).post("/agreements", body, 400)["fields"]) == ["childIds"]


def test_it_needs_either_a_child_or_a_list_of_children(users, mia):
    both = answer(make_agreement_text(), mia, childIds=[str(mia.pk)])
    none = {name: both[name] for name in ("textId", "accepted", "typedName")}
    for body in (both, none):
        assert list(as_(users.student).post("/agreements", body, 400)["fields"]) == ["childId"]
    assert not Agreement.objects.exists()


def test_the_same_answer_again_stays_one_answer(users, mia):
    text = make_agreement_text()
    first = as_(users.student).post("/agreements", answer(text, mia), 201)
    assert as_(users.student).post("/agreements", answer(text, mia), 201) == first
    refusal = as_(users.student).post("/agreements", answer(text, mia, accepted=False), 201)
    again = as_(users.student).post("/agreements", answer(text, mia), 201)
    assert len({first["insertedId"], refusal["insertedId"], again["insertedId"]}) == 3


@pytest.mark.parametrize("changes", [{"typedName": " "}, {"accepted": None}, {"childId": None}, {"textId": "x"}])
def test_it_refuses_bad_input(users, mia, changes):
    body = answer(make_agreement_text(), mia, **changes)
    assert list(as_(users.student).post("/agreements", body, 400)["fields"]) == list(changes)
    assert not Agreement.objects.exists()


def test_it_takes_at_most_20_answers_to_a_text_for_a_child(users, mia):
    text = make_agreement_text()
    for number in range(20):
        as_(users.student).post("/agreements", answer(text, mia, accepted=bool(number % 2)), 201)
    refused = as_(users.student).post("/agreements", answer(text, mia, accepted=False), 409)
    assert refused["code"] == "too_many_answers"
    assert Agreement.objects.count() == 20
    leo = make_child(users.student, "Leo")
    as_(users.student).post("/agreements", answer(text, leo), 201)
    as_(users.student).post("/agreements", answer(make_agreement_text(version=2), mia), 201)
