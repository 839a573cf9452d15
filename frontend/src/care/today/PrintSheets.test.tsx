import { act, fireEvent, screen, within } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { instructor, renderAt } from "../../testing/renderAt";
import {
  acceptEvents,
  aLesson,
  aRow,
  openToday,
  settleDatabase,
  text,
  useDatabase,
} from "../../testing/today";

beforeEach(useDatabase);
afterEach(settleDatabase);

const NO_TEXTS = { allergies: null, whatToDo: null, medication: null, needs: null, diet: null, doctor: null };

test("prints the sheets of another day", async () => {
  acceptEvents([aLesson()]);
  api.respond("GET /today?date=2027-07-06", [
    aLesson({ nameClass: "Weaving", rows: [aRow({ name: "Tom" })] }),
  ]);
  await renderAt("/dashboard/today?print=sign-in", instructor);
  await text("Clay");
  fireEvent.change(screen.getByLabelText("Day"), { target: { value: "2027-07-06" } });
  expect(await text("Weaving")).toBeVisible();
  expect(screen.getByRole("rowheader", { name: /^Tom, 9/ })).toBeVisible();
  expect(screen.queryByText("Clay")).toBeNull();
});

test("prints a sign-in sheet and the emergency folder", async () => {
  acceptEvents([aLesson({ rows: [aRow({ secondGuardians: [{ name: "Dana", phone: "555 0177" }] })] })]);
  const { user, router } = await openToday();
  await user.click(await screen.findByRole("link", { name: "Print a sign-in sheet" }));
  const row = within(
    (await screen.findByRole("rowheader", { name: /^Mia, 9/ })).closest("tr") as HTMLElement,
  );
  expect(row.getByText("Allergies: Peanuts")).toBeVisible();
  expect(row.getByText("555 0199").closest("td")).toHaveTextContent("Sam, 555 0199");
  expect(row.getByText("Ben")).toBeVisible();
  expect(row.getByText("Not by Eve!")).toBeVisible();
  await act(() => router.navigate("/dashboard/today?print=emergency"));
  expect(await text("EpiPen")).toBeVisible();
  expect(screen.getByRole("link", { name: "555 0100" }).closest("dd")).toHaveTextContent(
    "Ben, uncle, 555 0100",
  );
  expect(screen.getByRole("link", { name: "555 0177" }).closest("dd")).toHaveTextContent("Dana, 555 0177");
});

test("prints the care sheets of all participants", async () => {
  const adult = {
    enrollmentId: "3",
    name: "Ann",
    guardianName: null,
    guardianPhone: null,
    contacts: [],
    barred: [],
  };
  acceptEvents([
    aLesson({
      rows: [
        aRow(),
        aRow({ enrollmentId: "2", name: "Leo", allergies: "", whatToDo: "", doctor: "" }),
        aRow({ enrollmentId: "5", name: "Tim", ...NO_TEXTS }),
        aRow({ ...adult, ...NO_TEXTS }),
        aRow({ enrollmentId: "4", name: "Zoe", ...NO_TEXTS, readable: false }),
      ],
    }),
  ]);
  await renderAt("/dashboard/today?print=emergency", instructor);
  expect(await text("EpiPen")).toBeVisible();
  const [mia, leo, tim, ann, zoe] = screen.getAllByRole("article");
  expect(mia).toHaveTextContent(/Peanuts.*Sam, 555 0199.*Ann, neighbor, 555 0101.*Must not collectEve, aunt/);
  expect(mia).not.toHaveTextContent("No care sheet");
  expect(leo).toHaveTextContent("Nothing to know about their health.");
  expect(tim).toHaveTextContent("No care sheet yet.");
  expect(ann).not.toHaveTextContent(/Allergies|care sheet|Nothing to know/);
  expect(zoe).toHaveTextContent("This sheet can't be read. Call the office.");
  expect(zoe).not.toHaveTextContent(/No care sheet|Nothing to know/);
});
