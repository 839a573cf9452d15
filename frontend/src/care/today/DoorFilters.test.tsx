import { screen, waitFor, within } from "@testing-library/react";
import { instructor, renderAt } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";
import {
  acceptEvents,
  aLesson,
  aRow,
  button,
  openToday,
  settleDatabase,
  text,
  useDatabase,
} from "../../testing/today";

beforeEach(useDatabase);
afterEach(settleDatabase);

const arrived = (id: string) => ({
  _id: id,
  kind: "ARRIVED" as const,
  at: "2027-07-05T12:00:00Z",
  withName: "",
  undoes: null,
});
const EARLY_BIRDS = {
  lessonId: "4",
  classId: "8",
  nameClass: "Early birds",
  startsAt: "2027-07-05T11:00:00Z",
  endsAt: "2027-07-05T13:00:00Z",
};
const namesIn = (): string[] => screen.queryAllByRole("button", { name: /^(In|Out): / }).map(nameOf);
const nameOf = (each: HTMLElement) => each.getAttribute("aria-label")?.replace(/^.*: /, "") ?? "";

test("counts who needs attention, and shows only them", async () => {
  acceptEvents([
    aLesson({
      rows: [aRow(), aRow({ enrollmentId: "2", name: "Leo", registered: false, events: [arrived("a")] })],
    }),
    aLesson({ ...EARLY_BIRDS, rows: [aRow({ enrollmentId: "5", name: "Ida", events: [arrived("b")] })] }),
    aLesson({
      lessonId: "6",
      classId: "9",
      nameClass: "Later",
      startsAt: "2027-07-05T18:00:00Z",
      endsAt: "2027-07-05T19:00:00Z",
      rows: [aRow({ enrollmentId: "6", name: "Zoe" })],
    }),
  ]);
  const { user, router } = await openToday();
  await user.click(await button("Expected and not here (1)"));
  expect(namesIn()).toEqual(["Mia"]);
  await advanceTime({ seconds: 1 });
  expect(router.state.location.search).toBe("?only=late");
  await user.click(await button("Still here after the end (1)"));
  expect(namesIn()).toEqual(["Ida"]);
  await user.click(await button("Here and not registered (1)"));
  expect(namesIn()).toEqual(["Leo"]);
  await user.click(await button("Here and not registered (1)"));
  expect(namesIn()).toEqual(["Mia", "Leo", "Ida", "Zoe"]);
});

describe("the focus moves on", () => {
  const children = () => [
    aRow(),
    aRow({ enrollmentId: "2", name: "Leo" }),
    aRow({ enrollmentId: "3", name: "Zoe" }),
  ];

  test("to the next child who isn't here when a child comes in", async () => {
    acceptEvents([aLesson({ rows: children() })]);
    const { user } = await openToday();
    await user.click(await button("Expected and not here (3)"));
    await user.click(await button("In: Leo"));
    await button("Expected and not here (2)");
    expect(await button("In: Zoe")).toHaveFocus();
    await user.keyboard("{Enter}");
    await button("Expected and not here (1)");
    expect(await button("In: Mia")).toHaveFocus();
    await user.keyboard("{Enter}");
    await text("Nobody right now.");
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  });

  test("to the next child who is still here when one is collected", async () => {
    const rows = children().map((row) => ({ ...row, events: [arrived(row.enrollmentId)] }));
    acceptEvents([aLesson({ ...EARLY_BIRDS, rows })]);
    const { user } = await openToday();
    await user.click(await button("Still here after the end (3)"));
    await user.click(await button("Out: Mia"));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: /^Ben/ }));
    await button("Still here after the end (2)");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await button("Out: Leo")).toHaveFocus();
  });

  test("to a child when all are here", async () => {
    acceptEvents([aLesson({ rows: children() })]);
    const { user } = await openToday();
    await user.click(await button("All here (3): Clay"));
    expect(await button("Out: Zoe")).toHaveFocus();
  });
});

test("finds a child by name, and shows a class or a time of the day", async () => {
  acceptEvents([
    aLesson({ rows: [aRow(), aRow({ enrollmentId: "2", name: "Zoë" })] }),
    aLesson({ ...EARLY_BIRDS, rows: [aRow({ enrollmentId: "5", name: "Ida" })] }),
  ]);
  const { user } = await openToday();
  await button("In: Mia");
  await user.type(screen.getByRole("searchbox", { name: "Find a child" }), "zoe");
  expect(namesIn()).toEqual(["Zoë"]);
  expect(screen.queryByRole("region", { name: /^Early birds/ })).toBeNull();
  await user.type(screen.getByRole("searchbox"), "x");
  expect(screen.getByText("Nobody. Please check the search and the filters.")).toBeVisible();
  await user.clear(screen.getByRole("searchbox"));
  await user.click(await button("Early birds"));
  expect(namesIn()).toEqual(["Ida"]);
  await user.click(await button("Early birds"));
  await user.click(screen.getByRole("button", { name: /^9:00/ }));
  expect(namesIn()).toEqual(["Mia", "Zoë"]);
});

test("ignores a time or a class that the day doesn't have", async () => {
  acceptEvents([aLesson(), aLesson({ ...EARLY_BIRDS, rows: [aRow({ enrollmentId: "5", name: "Ida" })] })]);
  const { user } = await renderAt("/dashboard/today?time=2027-07-04T13%3A00%3A00Z&class=99", instructor);
  await button("In: Mia");
  expect(namesIn()).toEqual(["Mia", "Ida"]);
  await user.click(await button("Early birds"));
  expect(namesIn()).toEqual(["Ida"]);
  await user.click(await button(/^9:00/));
  expect(namesIn()).toEqual(["Mia"]);
});

test("offers no more classes than a person can survey, until a time is chosen", async () => {
  const eight = Array.from({ length: 8 }, (_, at) =>
    aLesson({ lessonId: `2${at}`, classId: `${at}`, nameClass: `Class ${at}`, rows: [] }),
  );
  acceptEvents([
    ...eight,
    aLesson({ ...EARLY_BIRDS }),
    aLesson({ ...EARLY_BIRDS, lessonId: "99", classId: "99" }),
  ]);
  const { user } = await openToday();
  await user.click(await button(/^7:00/));
  expect(screen.queryByRole("button", { name: /^Class/ })).toBeNull();
  expect(screen.getAllByRole("button", { name: "Early birds" })).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: /^7:00/ }));
  expect(screen.queryByRole("button", { name: "Early birds" })).toBeNull();
});

test("folds the lessons of a long list to their counts, except for the present one", async () => {
  const many = (first: number) =>
    Array.from({ length: 20 }, (_, at) =>
      aRow({ enrollmentId: String(first + at), name: `Child ${first + at}` }),
    );
  acceptEvents([aLesson({ ...EARLY_BIRDS, rows: many(100) }), aLesson({ rows: many(200) })]);
  const { user } = await openToday();
  expect(await button("In: Child 200")).toBeVisible();
  expect(screen.getByRole("region", { name: /^Early birds/ })).toHaveTextContent("0 of 20 here");
  expect(screen.getByRole("button", { name: "In: Child 100" })).not.toBeVisible();
  await user.type(screen.getByRole("searchbox"), "child 1");
  expect(await button("In: Child 100")).toBeVisible();
});

test("doesn't offer to show those who need attention if there are none", async () => {
  acceptEvents([aLesson({ startsAt: "2027-07-05T18:00:00Z", endsAt: "2027-07-05T19:00:00Z" })]);
  await openToday();
  await button("In: Mia");
  expect(
    screen.queryByRole("button", { name: /Expected and not here|Still here|not registered/ }),
  ).toBeNull();
});
