import { fireEvent, screen, within } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { instructor, renderAt } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function openForm() {
  const view = await renderAt("/dashboard/add-class", instructor);
  await screen.findByLabelText("Class Name");
  return view;
}

test("shows the card of the class while the instructor types", async () => {
  const { user } = await openForm();
  const card = within(screen.getByRole("complementary", { name: "Card of your class" }));
  expect(card.getByRole("heading", { name: "Your class" })).toBeVisible();
  expect(card.getByText("Dates to be announced")).toBeVisible();
  type("Class Name", "Clay Animals");
  type("Available Seats", "12");
  type("Price", "45.5");
  type("Place (optional)", "Pottery");
  type("Youngest age (optional)", "8");
  type("First day", "2127-07-07");
  type("Last day", "2127-07-12");
  await user.click(screen.getByRole("button", { name: "Add 5 lessons" }));
  expect(card.getByRole("heading", { name: "Clay Animals" })).toBeVisible();
  expect(card.getByText("with Ida Instructor")).toBeVisible();
  expect(card.getByText(/^Mon – Fri, Jul 7/)).toBeVisible();
  for (const fact of [/9:00.AM – 12:00.PM/, "Ages 8 and up", "Pottery"])
    expect(card.getByText(fact)).toBeVisible();
  expect(card.getByText("12")).toBeVisible();
  expect(card.getByText("$45.50")).toBeVisible();
});

test("says what else takes place at the time of a lesson, once the instructor pauses", async () => {
  const other = { nameClass: "Weaving", startsAt: "2127-07-08T13:00:00Z", endsAt: "2127-07-08T16:00:00Z" };
  api.respond("POST /lessons/conflicts", [
    { ...other, kind: "instructor", position: 1 },
    { ...other, nameClass: "Stone", kind: "place", position: 1 },
  ]);
  const { user } = await openForm();
  type("Place (optional)", "Barn");
  for (const _ of [1, 2]) await user.click(screen.getByRole("button", { name: "Add one lesson" }));
  type("Lesson 2, day", "2127-07-08");
  type("Lesson 2, other place", "Hall");
  await advanceTime({ seconds: 1 });
  expect(await screen.findByText(/^Lesson 2: you teach Weaving, 9:00.AM – 12:00.PM\.$/)).toBeVisible();
  expect(screen.getByText(/^Lesson 2: Stone is at the same place, 9:00/)).toBeVisible();
  expect(api.requests("POST /lessons/conflicts").map(({ body }) => body)).toEqual([
    {
      lessons: [{ date: "2127-07-08", from: "09:00", to: "12:00", place: "Hall" }],
      place: "Barn",
      classId: null,
      instructorId: null,
    },
  ]);
  type("Lesson 2, day", "");
  await advanceTime({ seconds: 1 });
  expect(screen.queryByText(/^Lesson 2: you teach/)).toBeNull();
});

describe("says why lessons can't be added", () => {
  const week = { "First day": "2127-07-07", "Last day": "2127-07-12" };

  test.each([
    [{ "First day": "2127-07-07" }, "To add lessons, choose the first and the last day."],
    [{ ...week, "Last day": "2127-07-06" }, "The last day is before the first day."],
    [{ ...week, To: "" }, "Please enter when the lessons start and end."],
    [{ ...week, To: "09:00" }, "The lessons must end after they start."],
    // A weekend.
    [
      { "First day": "2127-07-05", "Last day": "2127-07-06" },
      "None of the ticked weekdays is between these days.",
    ],
  ])("%p", async (values, reason) => {
    await openForm();
    for (const [label, value] of Object.entries(values)) type(label, value);
    const button = screen.getByRole("button", { name: "Add lessons" });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription(reason);
    expect(screen.getByText(reason)).toBeVisible();
  });

  test("no weekday", async () => {
    const { user } = await openForm();
    for (const [label, value] of Object.entries(week)) type(label, value);
    for (const day of ["Mon", "Tue", "Wed", "Thu", "Fri"]) await user.click(screen.getByLabelText(day));
    expect(screen.getByText("Please tick at least one weekday.")).toBeVisible();
    await user.click(screen.getByLabelText("Mon"));
    expect(screen.getByRole("button", { name: "Add 1 lesson" })).toBeEnabled();
    expect(screen.queryByText(/weekday/)).toBeNull();
  });
});
