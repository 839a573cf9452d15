import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { anOwnClass, aReviewedClass } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { instructor, renderAt } from "../../testing/renderAt";

const MY_CLASSES = "GET /myClasses/instructor%40camp.example";
const PUT = "PUT /classes/7";
const LESSONS = [
  { _id: "1", startsAt: "2020-07-06T13:00:00Z", endsAt: "2020-07-06T16:00:00Z", place: "" },
  { _id: "2", startsAt: "2127-07-07T13:00:00Z", endsAt: "2127-07-07T16:00:00Z", place: "Barn" },
];
const SAVED = [
  { _id: "1", date: "2020-07-06", from: "09:00", to: "12:00", place: "" },
  { _id: "2", date: "2127-07-07", from: "09:00", to: "12:00", place: "Barn" },
];

const set = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const sentLessons = (call: "POST /classes" | typeof PUT) =>
  (api.requests(call)[0]?.body as { lessons?: unknown } | undefined)?.lessons;

beforeEach(() => {
  api.respond(MY_CLASSES, []);
  api.respond("GET /crafts", [{ slug: "clay", name: "Clay" }]);
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", craft: "clay", lessons: LESSONS }));
  api.respond("POST /classes", { insertedId: "9" }, 201);
  api.respond(PUT, { modifiedCount: 1, noLongerFit: [] });
});

async function openUpdate() {
  const { user } = await renderAt("/dashboard/update-class/7", instructor);
  await screen.findByLabelText("Class Name");
  return { user, save: () => user.click(screen.getByRole("button", { name: "Update Class" })) };
}

test("writes ten lessons from a pattern of two weeks, which can be changed one by one", async () => {
  const { user, save } = await openUpdate();
  set("First day", "2127-07-14");
  set("Last day", "2127-07-25");
  await user.click(screen.getByRole("button", { name: "Add 10 lessons" }));
  set("Lesson 12, from", "10:00");
  await user.click(screen.getByRole("button", { name: "Remove lesson 11" }));
  await save();
  await waitFor(() => expect(sentLessons(PUT)).toHaveLength(11));
  expect(sentLessons(PUT)).toEqual([
    ...SAVED,
    ...["14", "15", "16", "17", "18", "21", "22", "23"].map((day) => ({
      date: `2127-07-${day}`,
      from: "09:00",
      to: "12:00",
      place: "",
    })),
    { date: "2127-07-25", from: "10:00", to: "12:00", place: "" },
  ]);
});

test("sends the lessons unchanged if the instructor changes nothing", async () => {
  const { save } = await openUpdate();
  await save();
  await waitFor(() => expect(sentLessons(PUT)).toEqual(SAVED));
});

test("does not let the instructor change a lesson that has started", async () => {
  await openUpdate();
  expect(screen.getByLabelText("Lesson 1, day")).toBeDisabled();
  expect(screen.queryByRole("button", { name: "Remove lesson 1" })).toBeNull();
  expect(screen.getByLabelText("Lesson 2, day")).toBeEnabled();
});

test("adds the lessons of the pattern on Enter, without submitting the form", async () => {
  const { user } = await openUpdate();
  set("First day", "2127-07-14");
  set("Last day", "2127-07-14");
  await user.type(screen.getByLabelText("Last day"), "{Enter}");
  expect(screen.getByLabelText("Lesson 3, day")).toHaveValue("2127-07-14");
  expect(api.requests(PUT)).toEqual([]);
});

test("moves the focus to the next Remove button, else the previous one, else the button that adds a lesson", async () => {
  const lesson = (day: number) => ({
    _id: `${day}`,
    place: "",
    startsAt: `2127-07-0${day}T13:00:00Z`,
    endsAt: `2127-07-0${day}T16:00:00Z`,
  });
  const lessons = [...LESSONS.slice(0, 1), lesson(7), lesson(8), lesson(9)];
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", lessons }));
  const { user } = await openUpdate();
  const remove = (number: number) => screen.getByRole("button", { name: `Remove lesson ${number}` });
  await user.click(remove(3));
  expect(remove(3)).toHaveFocus();
  expect(screen.getByLabelText("Lesson 3, day")).toHaveValue("2127-07-09");
  await user.click(remove(3));
  expect(remove(2)).toHaveFocus();
  await user.click(remove(2));
  expect(screen.getByRole("button", { name: "Add one lesson" })).toHaveFocus();
});

test("announces how many lessons the pattern has added, and an error about too many", async () => {
  const { user, save } = await openUpdate();
  set("First day", "2127-07-14");
  set("Last day", "2127-07-25");
  await user.click(screen.getByRole("button", { name: "Add 10 lessons" }));
  expect(screen.getByText("10 lessons added.")).toHaveRole("status");
  await user.click(screen.getByRole("button", { name: "Add 10 lessons" }));
  expect(screen.getByText("These lessons are already on the list.")).toHaveRole("status");
  set("Last day", "2127-10-10");
  await user.click(screen.getByRole("button", { name: /^Add \d+ lessons/ }));
  await save();
  const error = await screen.findByText("A class can have up to 60 lessons.");
  expect(error.closest("[role=alert]")).not.toBeNull();
  expect(screen.getByRole("group", { name: "Lessons (optional)" })).toHaveAccessibleDescription(
    "A class can have up to 60 lessons.",
  );
});

test("moves the focus to a lesson that ends before it starts", async () => {
  const { save } = await openUpdate();
  set("Lesson 2, to", "08:00");
  await save();
  expect(await screen.findByText("Lesson 2: The end time must be after the start time.")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Lesson 2, day")).toHaveFocus());
  expect(api.requests(PUT)).toEqual([]);
});

test("shows the server's error at the lesson", async () => {
  const fields = { lessons: ["Lesson 2: The clock skips this time on this day."] };
  api.fail(PUT, 400, "invalid", "Please check the form.", { fields });
  const { save } = await openUpdate();
  await save();
  expect(await screen.findByText(/^Lesson 2: The clock skips/)).toBeVisible();
  expect(screen.getByLabelText("Lesson 2, day")).toBeInvalid();
});

test("rejects ages in the wrong order", async () => {
  const { save } = await openUpdate();
  set("Youngest age (optional)", "12");
  set("Oldest age (optional)", "8");
  await save();
  expect(await screen.findByText("The oldest age can't be lower than the youngest.")).toBeVisible();
  expect(api.requests(PUT)).toEqual([]);
});

test("duplicates a class with its coming lessons, as a new one", async () => {
  api.respond(MY_CLASSES, [anOwnClass({ _id: "7", nameClass: "Clay Animals" })]);
  const { user } = await renderAt("/dashboard/my-classes", instructor);
  const card = within(await screen.findByRole("article", { name: "Clay Animals" }));
  await user.click(card.getByRole("link", { name: "Duplicate Clay Animals" }));
  expect(await screen.findByLabelText("Class Name")).toHaveValue("Clay Animals");
  expect(screen.getByLabelText("Craft (optional)")).toHaveValue("clay");
  expect(screen.getByLabelText("Available Seats")).toHaveValue("10");
  await user.click(screen.getByRole("button", { name: "Add Class" }));
  await waitFor(() =>
    expect(sentLessons("POST /classes")).toEqual([
      { date: "2127-07-07", from: "09:00", to: "12:00", place: "Barn" },
    ]),
  );
});

test("duplicates the class as it is now, not as it was duplicated before", async () => {
  const { router } = await renderAt("/dashboard/add-class?duplicate=7", instructor);
  expect(await screen.findByLabelText("Price")).toHaveValue("45.50");
  await act(() => router.navigate("/dashboard/my-classes"));
  await screen.findByRole("heading", { level: 1, name: "My Classes" });
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", price: 60 }));
  await act(() => router.navigate("/dashboard/add-class?duplicate=7"));
  await waitFor(() => expect(screen.getByLabelText("Price")).toHaveValue("60"));
});

test("creates a duplicate whose response was lost, although the original differs only in its lessons", async () => {
  const original = aReviewedClass({ _id: "7", lessons: LESSONS });
  const days = { firstDay: "2020-07-06", lastDay: "2127-07-07", lessonCount: 2 };
  api.respond("GET /myClass/7", original);
  api.respond(MY_CLASSES, [anOwnClass({ ...original, seats: 10, ...days })]);
  api.disconnect("POST /classes");
  const { user } = await renderAt("/dashboard/add-class?duplicate=7", instructor);
  await user.click(await screen.findByRole("button", { name: "Add Class" }));
  expect(await screen.findByText(/^We couldn't reach Craft Camp/)).toBeVisible();
  api.respond("POST /classes", { insertedId: "9" }, 201);
  await user.click(screen.getByRole("button", { name: "Add Class" }));
  await waitFor(() => expect(api.requests("POST /classes")).toHaveLength(2));
});
