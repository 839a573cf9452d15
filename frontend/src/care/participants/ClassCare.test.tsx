import { screen, within } from "@testing-library/react";
import type { Row } from "../../shared/api/types";
import { aReviewedClass, inMinutes } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { aContact, aSheet } from "../../testing/paperwork";
import { instructor, renderAt } from "../../testing/renderAt";

type Participant = Row<"/classes/{id}/care">;

const PATH = "/dashboard/classes/7?tab=care";
const CARE = "GET /classes/7/care";
const DAY = 24 * 60;

function aParticipant(overrides: Partial<Participant> = {}): Participant {
  const { keep, ...sheet } = aSheet();
  const guardian = { guardianName: "Sam Student", guardianPhone: "(555) 010-7000", secondGuardians: [] };
  const child = { enrollmentId: "1", childId: "3", name: "Mia", age: 9, contacts: [] };
  return { ...sheet, ...guardian, ...child, ...overrides };
}

function aClassWithLesson(minutes: number) {
  const lesson = { _id: "1", startsAt: inMinutes(minutes), endsAt: inMinutes(minutes + 60), place: "" };
  return aReviewedClass({ _id: "7", nameClass: "Clay", lessons: [lesson] });
}

beforeEach(() => api.respond("GET /myClass/7", aClassWithLesson(5 * DAY)));

test("shows the health notes and the contacts of each participant", async () => {
  const { childIds, ...rosa } = aContact({ mayPickUp: true });
  const told = { allergies: "Peanuts", confirmedAt: "2027-06-01T12:00:00Z" };
  api.respond(CARE, [
    aParticipant({
      ...told,
      contacts: [rosa, { ...rosa, _id: "6", name: "Eve", emergency: false, mayPickUp: false, barred: true }],
    }),
    aParticipant({ enrollmentId: "2", childId: "4", name: "Tom", age: null, guardianPhone: "" }),
    aParticipant({
      enrollmentId: "4",
      childId: "5",
      name: "Zoe",
      nothingToTell: true,
      confirmedAt: told.confirmedAt,
    }),
    aParticipant({
      enrollmentId: "5",
      childId: "6",
      name: "Leo",
      readable: false,
      confirmedAt: told.confirmedAt,
    }),
    aParticipant({ enrollmentId: "3", childId: null, name: "Ann", guardianName: null, age: null }),
  ]);
  const printed = jest.spyOn(window, "print").mockImplementation();
  const { user } = await renderAt(PATH, instructor);
  const [mia, tom, zoe, leo, ann] = (await screen.findAllByRole("article")).map((each) => within(each));
  expect(mia?.getByRole("heading", { name: "Mia, 9" })).toBeVisible();
  const facts = mia?.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(facts).toEqual([
    "Peanuts",
    "Sam Student, (555) 010-7000",
    "Rosa, grandmother, (555) 010-7001",
    "Eve, grandmother, (555) 010-7001",
  ]);
  expect(mia?.getByText("Must not collect")).toBeVisible();
  expect(tom?.getByText("No care sheet yet.")).toBeVisible();
  expect(tom?.getByText("Sam Student, no phone number")).toBeVisible();
  expect(zoe?.getByText("Nothing to know about their health.")).toBeVisible();
  expect(leo?.getByText("This sheet can't be read. Call the office.")).toBeVisible();
  expect(leo?.queryByText(/No care sheet|Nothing to know/)).toBeNull();
  expect(ann?.queryByText("No care sheet yet.")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(printed).toHaveBeenCalledTimes(1);
});

test("says when it opens for a class that starts later", async () => {
  api.respond("GET /myClass/7", aClassWithLesson(20 * DAY));
  api.fail(CARE, 404, "not_found", "Not found.");
  await renderAt(PATH, instructor);
  expect(await screen.findByText("You can't see this right now")).toBeVisible();
  expect(
    await screen.findByText(/from 14 days before .* For this class it opens on \w{3}, \w{3} \d+/),
  ).toBeVisible();
});

test("does not name a day after the class", async () => {
  api.respond("GET /myClass/7", aClassWithLesson(-5 * DAY));
  api.fail(CARE, 404, "not_found", "Not found.");
  await renderAt(PATH, instructor);
  await screen.findByText("You can't see this right now");
  expect(screen.queryByText(/For this class it opens/)).toBeNull();
});

test("says that nobody has booked the class yet", async () => {
  api.respond(CARE, []);
  await renderAt(PATH, instructor);
  expect(await screen.findByText("Nobody has booked this class yet")).toBeVisible();
});
