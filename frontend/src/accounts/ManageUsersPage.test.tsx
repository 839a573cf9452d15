import { screen, waitFor, within } from "@testing-library/react";
import { api } from "../testing/fakeApi";
import { aListedUser, isSentHome } from "../testing/managing";
import { admin, instructor, renderAt, student, welcome } from "../testing/renderAt";

const FIRST = "GET /users?limit=50";
const open = (search = "") => renderAt({ pathname: "/dashboard/all-users", search }, admin);
const row = async (name: string) =>
  within((await screen.findByText(name, { selector: "td > div" })).closest("tr") as HTMLElement);
const toast = (text: string | RegExp) => screen.findByText(text, { selector: ".toast *" });
const SAM = aListedUser({ _id: "7", name: "Sam", email: "sam@camp.example" });

test("an admin sees everybody, numbered, with the mark of a verified address", async () => {
  const una = aListedUser({ name: "Una", email: "una@camp.example", emailVerified: false });
  api.answer(FIRST, [SAM, una]);
  await open();
  expect(await screen.findByRole("heading", { name: "Total Users: 2" })).toBeVisible();
  const sam = await row("Sam");
  expect(sam.getAllByRole("cell")[0]).toHaveTextContent("1");
  expect(sam.getByRole("img", { name: "Sam" })).toBeVisible();
  expect(sam.getByText("sam@camp.example", { exact: false })).toBeVisible();
  expect(sam.getByText("✓ Verified")).toBeVisible();
  expect((await row("Una")).getByText("Not verified")).toBeVisible();
  expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual([
    "#",
    "Image",
    "Name",
    "Email",
    "Role",
  ]);
});

test.each([
  ["admin", true, false],
  ["instructor", false, true],
  ["student", false, false],
] as const)(
  "the button of the role that somebody has is disabled: %s",
  async (role, ofAdmin, ofInstructor) => {
    api.answer(FIRST, [{ ...SAM, role }]);
    await open();
    const sam = await row("Sam");
    const disabled = (name: string) => (sam.getByRole("button", { name }) as HTMLButtonElement).disabled;
    expect([disabled("Make Admin Sam"), disabled("Make Instructor Sam")]).toEqual([ofAdmin, ofInstructor]);
  },
);

test.each([
  ["Make Admin Sam", "PATCH /users/admin/7", "Sam is successfully made as an admin", "admin"],
  [
    "Make Instructor Sam",
    "PATCH /users/instructor/7",
    "Sam is successfully made as an instructor",
    "instructor",
  ],
] as const)("%s", async (button, call, said, role) => {
  api.answer(FIRST, [SAM]);
  api.answer(call, { modifiedCount: 1 });
  const { user } = await open();
  const press = (await row("Sam")).getByRole("button", { name: button });
  api.answer(FIRST, [{ ...SAM, role }]);
  await user.click(press);
  expect(await toast(said)).toBeVisible();
  await waitFor(() => expect(press).toBeDisabled());
});

test("for an instructor whose address nobody has proved the page asks once more", async () => {
  api.answer(FIRST, [{ ...SAM, emailVerified: false }]);
  api.answer("PATCH /users/instructor/7", { modifiedCount: 1 });
  const { user } = await open();
  await user.click((await row("Sam")).getByRole("button", { name: "Make Instructor Sam" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Make Sam an instructor?" }));
  expect(dialog.getByText(/Nobody has proved yet that sam@camp.example is theirs/)).toBeVisible();
  expect(api.asked("PATCH /users/instructor/7")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Make Instructor" }));
  expect(await toast("Sam is successfully made as an instructor")).toBeVisible();
});

test("who does not go ahead changes nothing", async () => {
  api.answer(FIRST, [{ ...SAM, emailVerified: false }]);
  const { user } = await open();
  await user.click((await row("Sam")).getByRole("button", { name: "Make Instructor Sam" }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.asked("PATCH /users/instructor/7")).toEqual([]);
});

test.each([
  ["last_admin", "This is the last admin. Make somebody else an admin first."],
  ["email_not_verified", "Only somebody with a verified e-mail address can be an admin."],
])("a rule that stands against it is told: %s", async (code, message) => {
  api.answer(FIRST, [SAM]);
  api.refuse("PATCH /users/admin/7", 409, code, message);
  const { user } = await open();
  const press = (await row("Sam")).getByRole("button", { name: "Make Admin Sam" });
  await user.click(press);
  expect((await toast(message)).closest(".toast")).toHaveClass("toast-warning");
  await waitFor(() => expect(press).toBeEnabled());
});

test("an admin who makes themselves an instructor is asked, and goes where an instructor may be", async () => {
  const me = aListedUser({ _id: "1", name: "Ada Admin", email: admin.email, role: "admin" });
  api.answer(FIRST, [me]);
  api.answer("PATCH /users/instructor/1", { modifiedCount: 1 });
  api.answer("GET /popularClasses", []);
  api.answer("GET /instructors", []);
  const { user, at } = await open();
  await user.click((await row("Ada Admin")).getByRole("button", { name: "Make Instructor Ada Admin" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/You would no longer be an admin/)).toBeVisible();
  welcome({ role: "instructor", email: admin.email });
  await user.click(dialog.getByRole("button", { name: "Make Instructor" }));
  await waitFor(() => expect(at().pathname).toBe("/"));
  expect(api.asked(FIRST)).toHaveLength(1);
});

test("the search waits for a pause, stands in the address, and says how many it found", async () => {
  api.answer(FIRST, [SAM, aListedUser({ name: "Una" })]);
  api.answer("GET /users?limit=50&q=sam", [SAM]);
  const { user, at } = await open();
  await row("Una");
  await user.type(screen.getByRole("searchbox", { name: "Search by name or email" }), "sam");
  expect(await screen.findByRole("heading", { name: "Users Found: 1" })).toBeVisible();
  expect(at().search).toBe("?q=sam");
  expect(screen.queryByText("Una")).toBeNull();
  expect(api.calls.filter(({ path }) => /q=sa?$/.test(path))).toEqual([]);
});

test("an address with a search opens it", async () => {
  api.answer("GET /users?limit=50&q=sam", [SAM]);
  await open("?q=sam");
  await row("Sam");
  expect(screen.getByRole("searchbox")).toHaveValue("sam");
});

test("a search that finds nobody says so", async () => {
  api.answer("GET /users?limit=50&q=zoe", []);
  await open("?q=zoe");
  expect(await screen.findByText("Nobody is called “zoe”.")).toBeVisible();
});

test("a long list goes on behind the last row", async () => {
  const last = aListedUser({ _id: "50", name: "Last of the first" });
  api.answer(FIRST, [SAM, last], 200, { "X-Total-Count": "3" });
  api.answer("GET /users?limit=50&after=50", [aListedUser({ name: "Zoe" })], 200, { "X-Total-Count": "3" });
  const { user } = await open();
  expect(await screen.findByRole("heading", { name: "Total Users: 3" })).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Show more (1)" }));
  expect((await row("Zoe")).getAllByRole("cell")[0]).toHaveTextContent("3");
  expect(screen.queryByRole("button", { name: /Show more/ })).toBeNull();
  await row("Sam");
});

test("the rest of a long list that does not come takes nothing away", async () => {
  api.answer(FIRST, [SAM], 200, { "X-Total-Count": "2" });
  const rest = `GET /users?limit=50&after=${SAM._id}` as const;
  api.refuse(rest, 503, "database_unavailable", "The site is very busy.");
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Show more (1)" }));
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  await row("Sam");
  api.answer(rest, [aListedUser({ name: "Zoe" })], 200, { "X-Total-Count": "2" });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await row("Zoe");
  await row("Sam");
});

test("people who cannot be had are asked for again", async () => {
  api.refuse(FIRST, 503, "database_unavailable", "The site is very busy.");
  const { user } = await open();
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.answer(FIRST, [SAM]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await row("Sam");
});

test.each([student, instructor])("no other role may see it: %s", async (visitor) => {
  await isSentHome("/dashboard/all-users", visitor);
});
