import { act, screen, waitFor, within } from "@testing-library/react";
import { pages } from "../../shared/paths";
import { aClassWaitlistEntry, aReviewedClass } from "../../testing/builders";
import { deferred } from "../../testing/fakes/deferred";
import { api } from "../../testing/fakes/fakeApi";
import { admin, findToast, instructor, renderAt } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";

const OFFER = "POST /waitlist/32/offer";
const mia = aClassWaitlistEntry({
  _id: "31",
  name: "Mia",
  email: "paula@camp.example",
  guardianName: "Paula Parent",
  position: null,
  state: "OFFERED",
  joinedAt: "2026-03-01T15:00:00Z",
  offeredUntil: "2026-03-03T23:00:00Z",
});
const sam = aClassWaitlistEntry({ _id: "32", name: "Sam Student", position: 2 });

const openPage = (as = instructor) =>
  renderAt({ pathname: "/dashboard/classes/7", search: "?tab=waitlist" }, as);
const cellsOf = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

beforeEach(() => {
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", nameClass: "Clay" }));
  api.respond("GET /classes/7/waitlist", [mia, sam]);
});

test("opens beside the roster, and shows the offered seats and who waits", async () => {
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", waiting: 2 }));
  const { user, at } = await renderAt("/dashboard/classes/7", instructor);
  await user.click(await screen.findByRole("link", { name: "Waitlist (2)" }));
  expect(at().search).toBe("?tab=waitlist");
  const table = within(await screen.findByRole("table", { name: "Waitlist of this class" }));
  const [headings, first, second] = table.getAllByRole("row");
  expect(headings).toHaveTextContent("#NameParent or guardianEmailJoinedStatus");
  expect(cellsOf(first)).toEqual([
    "–",
    "Mia",
    "Paula Parent",
    "paula@camp.example",
    expect.stringMatching(/^Sun, Mar\s1, 2026, 10:00\sAM \(Eastern Time\)$/),
    expect.stringMatching(/^Seat offered until Tue, Mar\s3, 2026, 6:00\sPM/),
  ]);
  expect(cellsOf(second).slice(0, 3)).toEqual(["2", "Sam Student", "–"]);
  expect(screen.getByRole("link", { name: "Back to My Classes" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Offer next/ })).toBeNull();
});

test("has no column for parents without children", async () => {
  api.respond("GET /classes/7/waitlist", [sam]);
  await openPage();
  const table = within(await screen.findByRole("table", { name: "Waitlist of this class" }));
  expect(table.queryByRole("columnheader", { name: "Parent or guardian" })).toBeNull();
});

test("says that nobody waits", async () => {
  api.respond("GET /classes/7/waitlist", []);
  await openPage();
  expect(await screen.findByText("Nobody is waiting")).toBeVisible();
});

test("shows an error and retries", async () => {
  api.fail("GET /classes/7/waitlist", 503, "database_unavailable", "The site is very busy.");
  const { user } = await openPage();
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.respond("GET /classes/7/waitlist", [sam]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Sam Student")).toBeVisible();
});

describe("for an admin", () => {
  async function openDialog() {
    const view = await openPage(admin);
    await view.user.click(await screen.findByRole("button", { name: "Offer next to Sam Student" }));
    return { ...view, dialog: within(await screen.findByRole("dialog", { name: "Offer the next seat?" })) };
  }

  test("puts a participant next, with a reason", async () => {
    const { user, dialog } = await openDialog();
    expect(screen.queryByRole("button", { name: "Offer next to Mia" })).toBeNull();
    expect(dialog.getByText(/gets the next open seat/)).toHaveTextContent(/If a seat is open now/);
    expect(dialog.getByLabelText("Reason")).toHaveAccessibleDescription(
      /^Admins see this, and the family in the copy of their data\./,
    );
    expect(screen.getByText("Back to Manage Classes")).toHaveAttribute("href", "/dashboard/manage-classes");
    await user.type(dialog.getByLabelText("Reason"), "Her brother has a seat.");
    api.respond(OFFER, { modifiedCount: 1 });
    api.respond("GET /classes/7/waitlist", [mia, { ...mia, _id: "32", name: "Sam Student" }]);
    await user.click(dialog.getByRole("button", { name: "Offer Next" }));
    expect(await findToast("Sam Student gets the next open seat")).toBeVisible();
    expect(api.requests(OFFER)[0]?.body).toEqual({ reason: "Her brother has a seat." });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getAllByText(/^Seat offered/)).toHaveLength(2);
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  });

  test("does not offer to put the first in line next", async () => {
    api.respond("GET /classes/7/waitlist", [{ ...sam, _id: "31", name: "Mia", position: 1 }, sam]);
    await openPage(admin);
    await screen.findByRole("button", { name: "Offer next to Sam Student" });
    expect(screen.queryByRole("button", { name: "Offer next to Mia" })).toBeNull();
  });

  test("keeps the dialog open until the waitlist is refreshed", async () => {
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText("Reason"), "Siblings");
    api.respond(OFFER, { modifiedCount: 1 });
    const refreshed = deferred<{ body: [] }>();
    api.handle("GET /classes/7/waitlist", () => refreshed.promise);
    await user.click(dialog.getByRole("button", { name: "Offer Next" }));
    await findToast("Sam Student gets the next open seat");
    await user.keyboard("{Escape}");
    await advanceTime({ seconds: 1 });
    expect(screen.getByRole("dialog")).toBeVisible();
    await act(async () => refreshed.resolve({ body: [] }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  });

  test("does not name the participant among those before them if the list is refreshed first", async () => {
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText("Reason"), "Siblings");
    api.handle(OFFER, () => new Promise(() => {}));
    api.respond("GET /classes/7/waitlist", [mia, { ...sam, isNext: true }]);
    await user.click(dialog.getByRole("button", { name: "Offer Next" }));
    act(() => void window.dispatchEvent(new Event("online")));
    expect(await screen.findByText("Waiting, put next by an admin")).toBeInTheDocument();
    expect(dialog.getByText(/gets the next open seat/)).toBeVisible();
  });

  test("names those who were put next before, who cannot be put next again", async () => {
    const others = ["Finn", "Olga"].map((name, index) => ({ ...sam, _id: `4${index}`, name, isNext: true }));
    api.respond("GET /classes/7/waitlist", [mia, ...others, { ...sam, position: 3 }]);
    const { user, dialog } = await openDialog();
    expect(screen.getAllByText("Waiting, put next by an admin")).toHaveLength(2);
    expect(screen.getAllByRole("button", { name: /^Offer next to/, hidden: true })).toHaveLength(1);
    expect(dialog.getByText(/gets a seat right after/)).toHaveTextContent(
      /^Sam Student gets a seat right after Finn and Olga, before everybody else on the waitlist.$/,
    );
    await user.type(dialog.getByLabelText("Reason"), "Siblings");
    api.respond(OFFER, { modifiedCount: 1 });
    await user.click(dialog.getByRole("button", { name: "Offer Next" }));
    expect(await findToast("Sam Student gets a seat right after Finn and Olga")).toBeVisible();
  });

  test.each([
    ["", "Please give a reason."],
    ["x".repeat(501), "Please use 500 characters or fewer."],
  ])("needs a reason of 1 to 500 characters", async (reason, message) => {
    const { user, dialog } = await openDialog();
    if (reason) {
      await user.click(dialog.getByLabelText("Reason"));
      await user.paste(reason);
    }
    await user.click(dialog.getByRole("button", { name: "Offer Next" }));
    expect(await dialog.findByText(message)).toBeVisible();
    expect(api.requests(OFFER)).toEqual([]);
  });

  test("refreshes the waitlist if the participant no longer waits", async () => {
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText("Reason"), "Siblings");
    api.fail(OFFER, 409, "not_waiting", "This participant isn't waiting anymore.");
    api.respond("GET /classes/7/waitlist", [mia]);
    await user.click(dialog.getByRole("button", { name: "Offer Next" }));
    expect(await findToast("This participant isn't waiting anymore.")).toBeVisible();
    await waitFor(() => expect(screen.queryByText("Sam Student")).toBeNull());
  });

  test("keeps the typed reason after another error", async () => {
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText("Reason"), "Siblings");
    api.fail(OFFER, 503, "database_unavailable", "The site is very busy.");
    await user.click(dialog.getByRole("button", { name: "Offer Next" }));
    expect(await dialog.findByText("The site is very busy.")).toBeVisible();
    expect(dialog.getByLabelText("Reason")).toHaveValue("Siblings");
  });

  test("links the classes to their pages, and shows how many wait", async () => {
    const campClass = { nameClass: "Clay", status: "Approved", seats: 1, offered: 1, waiting: 3 } as const;
    api.respond("GET /classes", [aReviewedClass({ ...campClass, _id: "7" })]);
    await renderAt({ pathname: "/dashboard/manage-classes", search: "?view=cards" }, admin);
    const card = within(await screen.findByRole("article", { name: "Clay" }));
    expect(card.getByText("3 waiting, 1 offered")).toBeVisible();
    expect(card.getByText("Available seats").nextSibling).toHaveTextContent("0");
    expect(card.getByRole("link", { name: "Clay" })).toHaveAttribute("href", pages.staffClass("7"));
  });
});
