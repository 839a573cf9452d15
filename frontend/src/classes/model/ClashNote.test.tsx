import { screen } from "@testing-library/react";
import { aChild, aClass, aClassPage, anEnrolledClass, aPayment, aSelection } from "../../testing/builders";
import { ENROLLED, openPaymentPage, PAYMENTS, SELECTED } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { findFamilySheet } from "../../testing/familySheet";
import { instructor, renderAt, student } from "../../testing/renderAt";

const mia = aChild({ _id: "31", name: "Mia" });
const bowl = aClassPage({ _id: "7", nameClass: "Throw Your First Bowl" });
const weaving = { classId: "8", nameClass: "Weave a Wall Hanging", startsAt: "2127-07-07T13:00:00Z" };
const NOTE = "You also have Weave a Wall Hanging at the same time.";
const NOTE_OF_MIA = "Mia also has Weave a Wall Hanging at the same time.";

beforeEach(() => {
  api.respond("GET /classes/7", bowl);
  api.respond("GET /classes", []);
  api.respond("GET /crafts", []);
  api.respond(SELECTED, []);
  api.respond(ENROLLED, []);
  api.respond("GET /clashes", [
    { classId: "7", childId: null, clashes: [weaving] },
    { classId: "7", childId: "31", clashes: [weaving] },
    { classId: "9", childId: "32", clashes: [weaving] },
  ]);
});

test("warns of each participant on the class page, and lets the student select the class", async () => {
  api.respond("GET /children", [mia, aChild({ _id: "32", name: "Tom" })]);
  await renderAt("/all-classes/7", student);
  const note = "Mia and you also have Weave a Wall Hanging at the same time.";
  expect(await screen.findByText(note)).toBeVisible();
  expect(screen.getAllByRole("note")).toHaveLength(1);
  expect(screen.getByRole("button", { name: /^Select / })).toBeEnabled();
});

test("warns where the family chooses who takes part", async () => {
  api.respond("GET /children", [mia, aChild({ _id: "32", name: "Tom" })]);
  api.respond("GET /classes", [aClass({ _id: "7" })]);
  const { user } = await renderAt("/all-classes", student);
  await user.click(await screen.findByRole("button", { name: /^Select / }));
  const sheet = await findFamilySheet();
  expect(await sheet.findByText(NOTE_OF_MIA)).toBeVisible();
  expect(sheet.getByRole("checkbox", { name: /^Mia/ })).toHaveAccessibleDescription(NOTE_OF_MIA);
  expect(sheet.queryByText(/^Tom also has/)).toBeNull();
});

test("does not ask for the classes of a user who is not a student", async () => {
  await renderAt("/all-classes/7", instructor);
  await screen.findByRole("button", { name: "Log Out" });
  expect(api.requests("GET /clashes")).toEqual([]);
  expect(screen.queryByRole("note")).toBeNull();
});

test("warns before the student pays", async () => {
  await openPaymentPage(aSelection({ classId: "7" }));
  expect(await screen.findByText(NOTE)).toBeVisible();
});

test("warns a student who is enrolled in both", async () => {
  api.respond(ENROLLED, [anEnrolledClass({ ...bowl, classId: "7", place: "Pottery" })]);
  api.respond(PAYMENTS, [aPayment({ classId: "7" })]);
  await renderAt("/dashboard/my-enrolled-classes/7", student);
  expect(await screen.findByText(NOTE)).toBeVisible();
});
