import { act, screen, waitFor } from "@testing-library/react";
import { aReviewedClass, aSeason, aUser } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { admin, instructor, renderAt } from "../../testing/renderAt";

const IDA = aUser({ _id: "5", name: "Ida Instructor", email: "instructor@camp.example", role: "instructor" });
const NIA = aUser({ _id: "6", name: "Nia New", email: "nia@camp.example", role: "instructor" });

beforeEach(() => {
  api.respond("GET /seasons", [aSeason({ _id: "1" })]);
  api.respond("GET /instructors", [IDA, NIA]);
  api.respond("GET /classes?season=summer-2027", []);
  api.respond("GET /seasons/1/conflicts", []);
});

test("asks an admin who teaches the class", async () => {
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7" }));
  const { user } = await renderAt("/dashboard/add-class?duplicate=7", admin);
  await user.click(await screen.findByRole("button", { name: "Add Class" }));
  expect(await screen.findByText("Please choose an instructor.")).toBeVisible();
  expect(api.requests("POST /classes")).toEqual([]);
});

test("creates a class of the chosen instructor in the chosen season", async () => {
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7" }));
  api.respond("POST /classes", { insertedId: "9" }, 201);
  const { user, at } = await renderAt("/dashboard/add-class?duplicate=7", admin);
  await user.selectOptions(await screen.findByLabelText("Instructor"), "Nia New");
  await user.selectOptions(screen.getByLabelText("Season (optional)"), "Summer 2027");
  await user.type(screen.getByLabelText("Minimum to take place (optional)"), "5");
  await user.click(screen.getByRole("button", { name: "Add Class" }));
  await waitFor(() => expect(at().search).toBe("?season=summer-2027"));
  const values = {
    instructorId: "6",
    season: "summer-2027",
    minSeats: 5,
    instructorEmail: "nia@camp.example",
  };
  expect(api.requests("POST /classes")[0]?.body).toMatchObject(values);
});

test("tells instructors of the same name apart", async () => {
  const namesake = aUser({ _id: "9", name: "Nia New", email: "nia2@camp.example", role: "instructor" });
  api.respond("GET /instructors", [IDA, NIA, namesake]);
  await renderAt("/dashboard/add-class", admin);
  const options = [...(await screen.findByLabelText("Instructor")).children];
  expect(options.map(({ textContent }) => textContent)).toEqual([
    "Choose an instructor",
    "Ida Instructor",
    "Nia New (nia@camp.example)",
    "Nia New (nia2@camp.example)",
  ]);
});

test("begins with the season in the address", async () => {
  await renderAt("/dashboard/add-class?season=summer-2027", admin);
  expect(await screen.findByLabelText("Season (optional)")).toHaveDisplayValue("Summer 2027");
});

test("lets an admin change a class and its instructor", async () => {
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", instructorId: "5", minSeats: 4 }));
  api.respond("GET /classes", []);
  api.respond("PUT /classes/7", { modifiedCount: 1, noLongerFit: [] });
  const { user, at } = await renderAt("/dashboard/update-class/7", admin);
  expect(await screen.findByLabelText("Instructor")).toHaveDisplayValue("Ida Instructor");
  await user.selectOptions(screen.getByLabelText("Instructor"), "Nia New");
  await user.clear(screen.getByLabelText("Minimum to take place (optional)"));
  await user.click(screen.getByRole("button", { name: "Update Class" }));
  await waitFor(() => expect(at().pathname).toBe("/dashboard/manage-classes"));
  expect(api.requests("PUT /classes/7")[0]?.body).toMatchObject({ instructorId: "6", minSeats: null });
});

test("leads back to where the admin came from, after a change and without one", async () => {
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", instructorId: "5" }));
  api.respond("GET /classes", []);
  api.respond("PUT /classes/7", { modifiedCount: 1, noLongerFit: [] });
  const table = "/dashboard/manage-classes?season=summer-2027&sort=-price";
  for (const [button, edit] of [
    ["Cancel", ""],
    ["Update Class", "x"],
  ] as const) {
    const { user, router, at, unmount } = await renderAt(table, admin);
    await act(() => router.navigate("/dashboard/update-class/7"));
    window.history.replaceState({ idx: 1 }, "");
    if (edit) await user.type(await screen.findByLabelText("Class Name"), edit);
    await user.click(await screen.findByRole("button", { name: button }));
    await waitFor(() => expect(at().pathname + at().search).toBe(table));
    unmount();
  }
  window.history.replaceState(null, "");
});

test("lets an instructor give a class a season, but not another one", async () => {
  api.respond("GET /seasons", [
    aSeason({ _id: "1" }),
    aSeason({ _id: "2", name: "Summer 2026", slug: "summer-2026" }),
  ]);
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", season: "summer-2026" }));
  api.respond("GET /myClass/8", aReviewedClass({ _id: "8" }));
  const { unmount } = await renderAt("/dashboard/update-class/7", instructor);
  const optionsOf = (select: HTMLElement) => [...select.children].map(({ textContent }) => textContent);
  expect(optionsOf(await screen.findByLabelText("Season (optional)"))).toEqual(["Summer 2026"]);
  expect(screen.queryByLabelText("Instructor")).toBeNull();
  unmount();
  await renderAt("/dashboard/update-class/8", instructor);
  expect(optionsOf(await screen.findByLabelText("Season (optional)"))).toHaveLength(3);
});

test("rejects a minimum of zero", async () => {
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7" }));
  const { user } = await renderAt("/dashboard/update-class/7", instructor);
  await user.type(await screen.findByLabelText("Minimum to take place (optional)"), "0");
  await user.tab();
  expect(await screen.findByText("Please enter a whole number from 1 to 1,000.")).toBeVisible();
});
