import { act, screen, waitFor, within } from "@testing-library/react";
import { aPayment, inMinutes } from "../../testing/builders";
import { deferred } from "../../testing/fakes/deferred";
import { api } from "../../testing/fakes/fakeApi";
import { aFamily, aFamilyRow, anOwedItem, FAMILY } from "../../testing/families";
import {
  admin,
  expectLink,
  expectRedirectHome,
  findToast,
  instructor,
  renderAt,
  student,
} from "../../testing/renderAt";

const URL = "/dashboard/desk";
const OWED = "GET /desk/owed?limit=200";
const search = (q: string) => `GET /families?q=${q}&limit=20` as const;

beforeEach(() => api.respond(OWED, []));

test("finds a family by keyboard and opens it", async () => {
  api.respond(search("pau"), [
    aFamilyRow({ _id: "11", name: "Paul Potter", children: [] }),
    aFamilyRow({ _id: "12", name: "Paula Parent" }),
  ]);
  api.respond(FAMILY, aFamily());
  const { user, at } = await renderAt(URL, admin);
  const field = await screen.findByRole("combobox", { name: "Find a family" });
  expect(field).toHaveFocus();
  await user.keyboard("pau");
  const [paul, paula] = await screen.findAllByRole("option");
  expect(paul).toHaveAttribute("aria-selected", "true");
  expect(paula).toHaveTextContent("Paula ParentMia555-0101, paula@camp.example");
  await waitFor(() => expect(at().search).toBe("?q=pau"));
  await user.keyboard("{ArrowDown}{Enter}");
  expect(await screen.findByRole("heading", { name: "Paula Parent" })).toBeVisible();
  expect(at().pathname).toBe("/dashboard/families/12");
});

test("opens the first family if Enter comes before the results, and never one of an earlier text", async () => {
  const { promise, resolve } = deferred<void>();
  api.respond(search("p"), [aFamilyRow({ _id: "99", name: "Peter" })]);
  api.handle(search("paula"), async () => {
    await promise;
    return { body: [aFamilyRow()] };
  });
  api.respond(FAMILY, aFamily());
  const { user, at } = await renderAt(URL, admin);
  await screen.findByRole("combobox");
  await user.keyboard("p");
  await screen.findByRole("option", { name: /Peter/ });
  await user.keyboard("aula{Enter}");
  expect(screen.queryByRole("option")).toBeNull();
  expect(at().pathname).toBe(URL);
  resolve();
  expect(await screen.findByRole("heading", { name: "Paula Parent" })).toBeVisible();
});

test("says that no family was found, and repeats a search that failed", async () => {
  api.respond(search("zz"), []);
  api.fail(search("zzz"), 503, "database_unavailable", "The site is very busy.");
  const { user } = await renderAt(URL, admin);
  await screen.findByRole("combobox");
  await user.keyboard("zz");
  expect(await screen.findByText(/^No family found/)).toBeVisible();
  await user.keyboard("z");
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.respond(search("zzz"), [aFamilyRow()]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("option", { name: /Paula/ })).toBeVisible();
});

test("lists what waits for the office in groups, each row with its family", async () => {
  api.respond(OWED, [
    anOwedItem(),
    anOwedItem({ _id: "2", paymentId: "2", kind: "failed", detail: "The card has expired." }),
    anOwedItem({ _id: "3", paymentId: "3", kind: "disputed" }),
    anOwedItem({ _id: "4", paymentId: null, kind: "reservation", since: "2099-07-10T21:00:00Z" }),
  ]);
  await renderAt(URL, admin);
  const owed = within(await screen.findByRole("region", { name: "To pay back by hand" }));
  expectLink("Paula Parent", "/dashboard/families/12", owed);
  expect(owed.getByText("$45.50")).toBeVisible();
  const failed = within(screen.getByRole("region", { name: "Refunds that failed" }));
  expect(failed.getByText("The card has expired.")).toBeVisible();
  const disputed = within(screen.getByRole("region", { name: "Disputed charges" }));
  expect(disputed.queryByRole("button")).toBeNull();
  const reservations = within(screen.getByRole("region", { name: "Reservations that end soon" }));
  expect(reservations.getByText(/^Until Fri, Jul 10, 2099, 5:00\sPM/)).toBeVisible();
  expect(screen.queryByRole("region", { name: "Refunds without a seat" })).toBeNull();
});

test("records in place that money was paid back", async () => {
  api.respond(OWED, [anOwedItem()]);
  api.respond("POST /payments/payment-1/paidBack", aPayment());
  const { user } = await renderAt(URL, admin);
  await user.click(await screen.findByRole("button", { name: "Paid back Paula Parent" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Paid back $45.50" }));
  await user.selectOptions(dialog.getByLabelText("How did you pay it back?"), "Cash");
  await user.type(dialog.getByLabelText("Receipt number (optional)"), "R 7");
  api.respond(OWED, []);
  await user.click(dialog.getByRole("button", { name: "Record $45.50" }));
  expect(await findToast("$45.50 for Paula Parent is recorded as paid back.")).toBeVisible();
  expect(api.requests("POST /payments/payment-1/paidBack")[0]?.body).toEqual({
    method: "cash",
    reference: "R 7",
  });
  expect(await screen.findByText("Nothing is owed, and no reservation ends soon.")).toBeVisible();
});

test("shows in the dialog why nothing was recorded", async () => {
  api.respond(OWED, [anOwedItem({ since: inMinutes(-5) })]);
  api.fail("POST /payments/payment-1/paidBack", 409, "refund_not_failed", "Nothing is owed by hand.");
  const { user } = await renderAt(URL, admin);
  await user.click(await screen.findByRole("button", { name: "Paid back Paula Parent" }));
  await user.click(await screen.findByRole("button", { name: "Record $45.50" }));
  expect(await screen.findByText("Nothing is owed by hand.")).toBeVisible();
});

test("settles a dispute only once it is lost", async () => {
  const lost = { _id: "payment-1", kind: "disputed" as const, lost: true };
  const open = { _id: "payment-2", kind: "disputed" as const, family: { _id: "13", name: "Olga" } };
  api.respond(OWED, [anOwedItem(lost), anOwedItem(open)]);
  api.respond("POST /payments/payment-1/acceptLoss", aPayment());
  const { user } = await renderAt(URL, admin);
  const disputes = within(await screen.findByRole("region", { name: "Disputed charges" }));
  expect(disputes.getAllByRole("button")).toHaveLength(1);
  await user.click(disputes.getByRole("button", { name: "Settled Paula Parent" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Is this dispute settled?" }));
  expect(dialog.getByText(/^The bank has returned the money to Paula Parent/)).toBeVisible();
  api.respond(OWED, [anOwedItem(open)]);
  await user.click(dialog.getByRole("button", { name: "Mark as settled" }));
  expect(await findToast("The dispute of Paula Parent is settled.")).toBeVisible();
  expect(api.requests("POST /payments/payment-1/acceptLoss")).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText(/^Lost/)).toBeNull());
});

test("adds a family for a caller, and opens it", async () => {
  api.respond("POST /families", { insertedId: "12" }, 201);
  api.respond(FAMILY, aFamily());
  const { user } = await renderAt(URL, admin);
  await user.click(await screen.findByRole("button", { name: "New family" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New family" }));
  await user.type(dialog.getByLabelText("Name"), "Paula Parent");
  await user.click(dialog.getByRole("button", { name: "Add family" }));
  expect(dialog.getByText("Please enter a phone number.")).toBeVisible();
  await user.type(dialog.getByLabelText("Phone"), "555-0101");
  await user.click(dialog.getByRole("button", { name: "Add family" }));
  expect(await screen.findByRole("heading", { name: "Paula Parent" })).toBeVisible();
  expect(api.requests("POST /families")[0]?.body).toEqual({
    name: "Paula Parent",
    phone: "555-0101",
    email: "",
  });
});

test("links to the family that has the e-mail address already", async () => {
  api.fail("POST /families", 409, "already_exists", "An account has this email address already.");
  api.respond("GET /families?q=Paula%40camp.example&limit=20", [aFamilyRow()]);
  const { user } = await renderAt(URL, admin);
  await user.click(await screen.findByRole("button", { name: "New family" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New family" }));
  await user.type(dialog.getByLabelText("Name"), "Paula");
  await user.type(dialog.getByLabelText("Phone"), "555");
  await user.type(dialog.getByLabelText("Email (optional)"), "Paula@camp.example{Enter}");
  expect(await dialog.findByRole("link", { name: "Open Paula Parent" })).toHaveAttribute(
    "href",
    "/dashboard/families/12",
  );
});

test("has the focus in the search after a navigation, and keeps the search for the way back", async () => {
  api.respond(search("pau"), [aFamilyRow()]);
  api.respond(FAMILY, aFamily());
  const { user, router, at } = await renderAt("/dashboard/families/12", admin);
  await user.click(await screen.findByRole("link", { name: "Back to the Desk" }));
  expect(await screen.findByRole("combobox", { name: "Find a family" })).toHaveFocus();
  await user.keyboard("pau");
  await waitFor(() => expect(at().search).toBe("?q=pau"));
  await user.click(await screen.findByRole("option", { name: /Paula/ }));
  await screen.findByRole("heading", { name: "Paula Parent" });
  await act(() => router.navigate(-1));
  expect(await screen.findByRole("combobox")).toHaveValue("pau");
});

test.each([student, instructor])("is only for admins", (user) => expectRedirectHome(URL, user));
