import { act, screen, waitFor, within } from "@testing-library/react";
import { calls } from "../../shared/paths";
import { aListedUser, aReviewedClass } from "../../testing/builders";
import { embedInPage } from "../../testing/embedInPage";
import { api } from "../../testing/fakes/fakeApi";
import { aFamilyRow } from "../../testing/families";
import { admin, expectRedirectHome, instructor, renderAt, student } from "../../testing/renderAt";

const FIRST_PAGE = "GET /users?limit=40";
const open = (search = "") => renderAt({ pathname: "/dashboard/all-users", search }, admin);
const row = async (name: string) =>
  within((await screen.findByText(name, { selector: ".col-name a" })).closest("tr") as HTMLElement);
const toast = (text: string | RegExp) => screen.findByText(text, { selector: ".toast *" });
const SAM = aListedUser({ _id: "7", name: "Sam", email: "sam@camp.example" });

test("lists all users with row numbers and verification marks", async () => {
  const family = { phone: "(555) 010-2003", children: ["Mia", "Leo"] };
  const una = aListedUser({ name: "Una", email: "una@camp.example", emailVerified: false, ...family });
  api.respond(FIRST_PAGE, [SAM, una]);
  await open();
  expect(await screen.findByRole("heading", { name: "Total Users: 2" })).toBeVisible();
  const sam = await row("Sam");
  expect(sam.getAllByRole("cell")[0]).toHaveTextContent("1");
  expect(sam.getByRole("img", { name: "Sam" })).toBeVisible();
  expect(sam.getByText("sam@camp.example", { exact: false })).toBeVisible();
  expect(sam.queryByText("Not verified")).toBeNull();
  expect((await row("Una")).getByText("Not verified")).toBeVisible();
  expect((await row("Una")).getByText("Mia, Leo")).toBeVisible();
  expect((await row("Una")).getByRole("link", { name: "(555) 010-2003" })).toBeVisible();
  expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual([
    "#",
    "Image",
    "Name",
    "Email",
    "Phone",
    "Children",
    "Role",
    "Change role",
  ]);
});

test("unfolds the buttons of a user on a phone", async () => {
  api.respond(FIRST_PAGE, [SAM]);
  const { user } = await open();
  const unfold = (await row("Sam")).getByRole("button", { name: "Change the role of Sam" });
  const buttons = (await row("Sam")).getByRole("button", { name: "Make Admin Sam" }).parentElement;
  expect(unfold).toHaveAttribute("aria-expanded", "false");
  expect(buttons).toHaveClass("folded");
  await user.click(unfold);
  expect(unfold).toHaveAttribute("aria-expanded", "true");
  expect(buttons).not.toHaveClass("folded");
});

test.each([
  ["admin", true, false],
  ["instructor", false, true],
  ["student", false, false],
] as const)(
  "disables the button of the current role: %s",
  async (role, adminDisabled, instructorDisabled) => {
    api.respond(FIRST_PAGE, [{ ...SAM, role }]);
    await open();
    const sam = await row("Sam");
    const isDisabled = (name: string) => (sam.getByRole("button", { name }) as HTMLButtonElement).disabled;
    expect([isDisabled("Make Admin Sam"), isDisabled("Make Instructor Sam")]).toEqual([
      adminDisabled,
      instructorDisabled,
    ]);
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
] as const)("assigns the role: %s", async (button, call, message, role) => {
  api.respond(FIRST_PAGE, [SAM]);
  api.respond(call, { modifiedCount: 1 });
  const { user } = await open();
  const roleButton = (await row("Sam")).getByRole("button", { name: button });
  api.respond(FIRST_PAGE, [{ ...SAM, role }]);
  await user.click(roleButton);
  expect(await toast(message)).toBeVisible();
  await waitFor(() => expect(roleButton).toBeDisabled());
  expect(roleButton.parentElement).toHaveFocus();
});

test("requests the public lists again after a role has changed", async () => {
  api.respond(FIRST_PAGE, [SAM]);
  api.respond("PATCH /users/instructor/7", { modifiedCount: 1 });
  const { user, router } = await open();
  embedInPage({ [calls.instructors]: [], [calls.classes]: [] });
  await user.click((await row("Sam")).getByRole("button", { name: "Make Instructor Sam" }));
  await act(() => router.navigate("/all-instructors"));
  await waitFor(() => expect(api.requests("GET /instructors")).toHaveLength(1));
});

test("asks for confirmation before it makes a user with an unverified address an instructor", async () => {
  api.respond(FIRST_PAGE, [{ ...SAM, emailVerified: false }]);
  api.respond("PATCH /users/instructor/7", { modifiedCount: 1 });
  const { user } = await open();
  await user.click((await row("Sam")).getByRole("button", { name: "Make Instructor Sam" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Make Sam an instructor?" }));
  expect(dialog.getByText(/sam@camp.example hasn't been verified yet/)).toBeVisible();
  expect(api.requests("PATCH /users/instructor/7")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Make Instructor" }));
  expect(await toast("Sam is successfully made as an instructor")).toBeVisible();
});

test("changes nothing when the confirmation is canceled", async () => {
  api.respond(FIRST_PAGE, [{ ...SAM, emailVerified: false }]);
  const { user } = await open();
  await user.click((await row("Sam")).getByRole("button", { name: "Make Instructor Sam" }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.requests("PATCH /users/instructor/7")).toEqual([]);
});

test.each([
  ["last_admin", "This is the last admin. Make somebody else an admin first."],
  ["email_not_verified", "Only somebody with a verified e-mail address can be an admin."],
])("shows a warning when the server refuses: %s", async (code, message) => {
  api.respond(FIRST_PAGE, [SAM]);
  api.fail("PATCH /users/admin/7", 409, code, message);
  const { user } = await open();
  const roleButton = (await row("Sam")).getByRole("button", { name: "Make Admin Sam" });
  await user.click(roleButton);
  expect((await toast(message)).closest(".toast")).toHaveClass("toast-warning");
  await waitFor(() => expect(roleButton).toBeEnabled());
});

const INES = aListedUser({ _id: "8", name: "Ines", email: "ines@camp.example", role: "instructor" });

describe("an instructor with coming classes", () => {
  beforeEach(() => {
    api.respond(FIRST_PAGE, [INES]);
    api.respond("GET /classes", [
      aReviewedClass({ instructorId: "8", nameClass: "Clay", status: "Approved", enroll: 5 }),
      aReviewedClass({ instructorId: "8", nameClass: "Glass", status: "Approved", enroll: 1 }),
      aReviewedClass({ instructorId: "9", nameClass: "Of somebody else", status: "Approved" }),
    ]);
  });

  async function pressMakeAdmin() {
    const view = await open();
    await view.user.click((await row("Ines")).getByRole("button", { name: "Make Admin Ines" }));
    return { ...view, dialog: within(await screen.findByRole("dialog", { name: "Ines still has classes" })) };
  }

  test("is shown with them before the role changes", async () => {
    api.respond("PATCH /users/admin/8", { modifiedCount: 1 });
    const { user, dialog } = await pressMakeAdmin();
    expect(dialog.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Clay, 5 students",
      "Glass, 1 student",
    ]);
    expect(dialog.getByRole("link", { name: "Manage Classes" })).toBeVisible();
    expect(api.requests("PATCH /users/admin/8")).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Make Admin" }));
    expect(await toast("Ines is successfully made as an admin")).toBeVisible();
  });

  test("keeps the role if the dialog is canceled", async () => {
    const { user, dialog } = await pressMakeAdmin();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.requests("PATCH /users/admin/8")).toEqual([]);
  });
});

test("leaves the classes with an instructor who becomes a student again", async () => {
  api.respond(FIRST_PAGE, [SAM]);
  api.respond("PATCH /users/instructor/7", { modifiedCount: 1 });
  api.respond("PATCH /users/student/7", { modifiedCount: 1 });
  api.respond("GET /classes", [aReviewedClass({ instructorId: "7", status: "Approved" })]);
  const { user } = await open();
  const sam = await row("Sam");
  api.respond(FIRST_PAGE, [{ ...SAM, role: "instructor" }]);
  await user.click(sam.getByRole("button", { name: "Make Instructor Sam" }));
  await user.click(await sam.findByRole("button", { name: "Student again Sam" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Sam still has classes" }));
  await user.click(dialog.getByRole("button", { name: "Student again" }));
  expect(await toast("Sam is a student again")).toBeVisible();
  expect(api.requests("PATCH /users/student/7")[0]?.body).toEqual({ keepClasses: true });
});

test("takes a role away", async () => {
  const wanda = { ...SAM, role: "admin" as const };
  api.respond(FIRST_PAGE, [wanda]);
  api.handle("PATCH /users/student/7", () => {
    api.respond(FIRST_PAGE, [SAM]);
    return { body: { modifiedCount: 1 } };
  });
  const { user } = await open();
  await user.click((await row("Sam")).getByRole("button", { name: "Student again Sam" }));
  expect(await toast("Sam is a student again")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Student again Sam" })).toBeNull();
});

test("says why the last admin stays one", async () => {
  api.respond(FIRST_PAGE, [{ ...SAM, role: "admin" }]);
  api.fail("PATCH /users/student/7", 409, "last_admin", "This is the only admin.");
  const { user } = await open();
  await user.click((await row("Sam")).getByRole("button", { name: "Student again Sam" }));
  expect(await toast("This is the only admin.")).toBeVisible();
  expect((await row("Sam")).getByRole("button", { name: "Make Admin Sam" })).toBeDisabled();
});

test("offers no role button in one's own row", async () => {
  const me = aListedUser({ _id: "1", name: "Ada Admin", email: admin.email, role: "admin" });
  api.respond(FIRST_PAGE, [me]);
  await open();
  const mine = await row("Ada Admin");
  expect(mine.getByText("You")).toBeVisible();
  expect(mine.queryByRole("button")).toBeNull();
});

test("shows the role, and takes a change back", async () => {
  api.respond(FIRST_PAGE, [SAM]);
  api.respond("PATCH /users/instructor/7", { modifiedCount: 1 });
  api.respond("PATCH /users/student/7", { modifiedCount: 1 });
  const { user } = await open();
  const sam = await row("Sam");
  expect(sam.getByText("Student")).toBeVisible();
  api.respond(FIRST_PAGE, [{ ...SAM, role: "instructor" }]);
  await user.click(sam.getByRole("button", { name: "Make Instructor Sam" }));
  expect(await sam.findByText("Instructor")).toBeVisible();
  api.respond(FIRST_PAGE, [SAM]);
  api.respond("GET /classes", []);
  await user.click(sam.getByRole("button", { name: "Student again Sam" }));
  expect(await toast("Sam is a student again")).toBeVisible();
  expect(api.requests("PATCH /users/student/7")).toHaveLength(1);
  await waitFor(() => expect(sam.queryByRole("button", { name: /^Student again/ })).toBeNull());
  expect(sam.getByRole("button", { name: "Make Admin Sam" }).parentElement).toHaveFocus();
});

test("filters by role, and keeps a row whose role no longer matches", async () => {
  api.respond(FIRST_PAGE, [SAM]);
  api.respond("GET /users?limit=40&role=student", [SAM]);
  api.respond("PATCH /users/admin/7", { modifiedCount: 1 });
  const { user, at } = await open();
  await row("Sam");
  await user.selectOptions(screen.getByLabelText("Role"), "Student");
  expect(await screen.findByRole("heading", { name: "Users Found: 1" })).toBeVisible();
  expect(at().search).toBe("?role=student");
  const button = (await row("Sam")).getByRole("button", { name: "Make Admin Sam" });
  api.respond("GET /users?limit=40&role=student", []);
  await user.click(button);
  expect(await screen.findByRole("heading", { name: "Users Found: 0" })).toBeVisible();
  expect((await row("Sam")).getByRole("button", { name: "Student again Sam" })).toBeVisible();
});

test("debounces the search, writes it to the URL and shows the number of results", async () => {
  api.respond(FIRST_PAGE, [SAM, aListedUser({ name: "Una" })]);
  api.respond("GET /users?limit=40&q=sam", [SAM]);
  const { user, at } = await open();
  await row("Una");
  await user.type(screen.getByRole("searchbox", { name: /^Search by name/ }), "sam");
  expect(await screen.findByRole("heading", { name: "Users Found: 1" })).toBeVisible();
  expect(at().search).toBe("?q=sam");
  expect(screen.queryByText("Una")).toBeNull();
  expect(api.allRequests.filter(({ path }) => /q=sa?$/.test(path))).toEqual([]);
});

test("applies the search from the URL", async () => {
  api.respond("GET /users?limit=40&q=sam", [SAM]);
  await open("?q=sam");
  await row("Sam");
  expect(screen.getByRole("searchbox")).toHaveValue("sam");
});

test("ignores an unknown role in the URL", async () => {
  api.respond(FIRST_PAGE, [SAM]);
  await open("?role=toString");
  await row("Sam");
  expect(screen.getByLabelText("Role")).toHaveValue("");
});

test("shows an empty state when no user matches", async () => {
  api.respond("GET /users?limit=40&q=zoe", []);
  await open("?q=zoe");
  expect(await screen.findByText("No users match.")).toBeVisible();
});

test("loads the next page", async () => {
  const last = aListedUser({ _id: "50", name: "Last of the first" });
  api.respond(FIRST_PAGE, [SAM, last], 200, { "X-Total-Count": "3", "X-Next-After": "50" });
  api.respond("GET /users?limit=40&after=50", [aListedUser({ name: "Zoe" })], 200, { "X-Total-Count": "3" });
  const { user } = await open();
  expect(await screen.findByRole("heading", { name: "Total Users: 3" })).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Show more (1)" }));
  expect((await row("Zoe")).getAllByRole("cell")[0]).toHaveTextContent("3");
  expect(screen.queryByRole("button", { name: /Show more/ })).toBeNull();
  await row("Sam");
});

test("keeps the loaded rows when the next page fails, and retries", async () => {
  api.respond(FIRST_PAGE, [SAM], 200, { "X-Total-Count": "2", "X-Next-After": "sam" });
  const rest = "GET /users?limit=40&after=sam";
  api.fail(rest, 503, "database_unavailable", "The site is very busy.");
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Show more (1)" }));
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  await row("Sam");
  api.respond(rest, [aListedUser({ name: "Zoe" })], 200, { "X-Total-Count": "2" });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await row("Zoe");
  await row("Sam");
});

test("retries after the list fails to load", async () => {
  api.fail(FIRST_PAGE, 503, "database_unavailable", "The site is very busy.");
  const { user } = await open();
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.respond(FIRST_PAGE, [SAM]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await row("Sam");
});

test.each([student, instructor])("redirects other roles to the home page: %s", async (testUser) => {
  await expectRedirectHome("/dashboard/all-users", testUser);
});

test("opens the page of a family by its name", async () => {
  api.respond(FIRST_PAGE, [SAM]);
  await open();
  expect(await screen.findByRole("link", { name: "Sam" })).toHaveAttribute("href", "/dashboard/families/7");
});

test("shows the families of a link on the dashboard, and loads more", async () => {
  const first = "GET /families?needs=paperwork&limit=24";
  api.respond(first, [aFamilyRow({ _id: "12", name: "Paula Parent" })], 200, {
    "X-Total-Count": "2",
    "X-Next-After": "12",
  });
  api.respond(`${first}&after=12`, [aFamilyRow({ _id: "13", name: "Olga" })], 200, { "X-Total-Count": "2" });
  const { user } = await open("?needs=paperwork");
  const table = within(await screen.findByRole("table"));
  expect(table.getByRole("link", { name: "Paula Parent" })).toHaveAttribute("href", "/dashboard/families/12");
  expect(table.getByRole("link", { name: "555-0101" })).toHaveAttribute("href", "tel:5550101");
  await user.click(screen.getByRole("button", { name: "Show more (1)" }));
  expect(await table.findByRole("link", { name: "Olga" })).toBeVisible();
});

test("says that no family is waiting", async () => {
  api.respond("GET /families?needs=offer&limit=24", []);
  await open("?needs=offer");
  expect(await screen.findByText("No family is waiting.")).toBeVisible();
});
