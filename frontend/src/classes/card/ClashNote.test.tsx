import { screen } from "@testing-library/react";
import { aClassPage, anEnrolledClass, aPayment, aSelection } from "../../testing/builders";
import { ENROLLED, openPaymentPage, PAYMENTS, SELECTED } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { instructor, renderAt, student } from "../../testing/renderAt";

const lesson = (_id: string, day: string, from: string, to: string) => ({
  _id,
  startsAt: `2127-07-${day}T${from}:00Z`,
  endsAt: `2127-07-${day}T${to}:00Z`,
  place: "",
});

const bowl = aClassPage({
  _id: "7",
  nameClass: "Throw Your First Bowl",
  lessonCount: 2,
  lessons: [lesson("1", "07", "13:00", "16:00"), lesson("2", "08", "13:00", "16:00")],
});
const WEAVING = anEnrolledClass({
  classId: "8",
  nameClass: "Weave a Wall Hanging",
  firstDay: "2127-07-07",
  lastDay: "2127-07-08",
  lessons: [lesson("3", "07", "15:59", "18:00"), lesson("4", "08", "16:00", "18:00")],
});
const NOTE =
  "One lesson overlaps with your class Weave a Wall Hanging: Mon, Jul 7, 2127, 9:00 AM – 12:00 PM (Eastern Time).";

beforeEach(() => {
  api.respond("GET /classes/7", bowl);
  api.respond("GET /classes", []);
  api.respond("GET /crafts", []);
  api.respond(SELECTED, []);
  api.respond(ENROLLED, [WEAVING]);
});

test("warns a student on the class page, and lets the student select the class", async () => {
  await renderAt("/all-classes/7", student);
  expect(await screen.findByText(NOTE)).toBeVisible();
  expect(screen.getByRole("button", { name: /^Select / })).toBeEnabled();
});

test("counts the lessons at the same time, for each of the student's classes", async () => {
  const lessons = [lesson("5", "07", "13:00", "14:00"), lesson("6", "08", "12:00", "17:00")];
  api.respond(ENROLLED, [WEAVING, anEnrolledClass({ nameClass: "Glaze Lab", lessons })]);
  await renderAt("/all-classes/7", student);
  expect(
    await screen.findByText(
      "2 lessons overlap with your class Glaze Lab. The first is Mon, Jul 7, 2127, 9:00 AM – 12:00 PM (Eastern Time).",
    ),
  ).toBeVisible();
  expect(screen.getByText(NOTE)).toBeVisible();
});

test.each([
  ["the class itself", [{ ...WEAVING, _id: "7", classId: "7" }]],
  ["a lesson that begins when the other ends", [{ ...WEAVING, lessons: WEAVING.lessons.slice(1) }]],
])("does not warn of %s", async (_name, enrolled) => {
  api.respond(ENROLLED, enrolled);
  await renderAt("/all-classes/7", student);
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Throw Your First Bowl");
  await screen.findByRole("button", { name: "Log Out" });
  expect(screen.queryByRole("note")).toBeNull();
});

test("does not warn of lessons that are over", async () => {
  const past = {
    ...lesson("1", "07", "13:00", "16:00"),
    startsAt: "2020-07-07T13:00:00Z",
    endsAt: "2020-07-07T16:00:00Z",
  };
  api.respond("GET /classes/7", { ...bowl, lessons: [past] });
  api.respond(ENROLLED, [{ ...WEAVING, lessons: [past] }]);
  await renderAt("/all-classes/7", student);
  await screen.findByRole("button", { name: "Log Out" });
  expect(screen.queryByRole("note")).toBeNull();
});

test("does not ask for the classes of a user who is not a student", async () => {
  await renderAt("/all-classes/7", instructor);
  await screen.findByRole("button", { name: "Log Out" });
  expect(screen.queryByRole("note")).toBeNull();
});

test("warns before the student pays", async () => {
  await openPaymentPage(aSelection({ classId: "7", firstDay: "2127-07-07", lastDay: "2127-07-07" }));
  expect(await screen.findByText(NOTE)).toBeVisible();
});

test("warns a student who is enrolled in both", async () => {
  api.respond(ENROLLED, [anEnrolledClass({ ...bowl, classId: "7", place: "Pottery" }), WEAVING]);
  api.respond(PAYMENTS, [aPayment({ classId: "7" })]);
  await renderAt("/dashboard/my-enrolled-classes/7", student);
  expect(await screen.findByText(NOTE)).toBeVisible();
});
