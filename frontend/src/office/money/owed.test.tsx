import { screen, waitFor, within } from "@testing-library/react";
import { aPayment, inMinutes } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { anOwedItem } from "../../testing/families";
import {
  admin,
  expectLink,
  expectRedirectHome,
  findToast,
  instructor,
  renderAt,
  student,
} from "../../testing/renderAt";

const OWED = "GET /desk/owed?limit=200";

test("lists what waits for the office in groups, each row with its family", async () => {
  api.respond(OWED, [
    anOwedItem(),
    anOwedItem({ _id: "2", paymentId: "2", kind: "failed", detail: "The card has expired." }),
    anOwedItem({ _id: "3", paymentId: "3", kind: "disputed" }),
    anOwedItem({ _id: "4", paymentId: null, kind: "reservation", since: "2099-07-10T21:00:00Z" }),
  ]);
  await renderAt("/dashboard/money", admin);
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

test("shows only the kinds that the address names", async () => {
  api.respond(OWED, [anOwedItem(), anOwedItem({ _id: "3", paymentId: "3", kind: "disputed" })]);
  const { user } = await renderAt("/dashboard/money?kind=disputed&kind=failed", admin);
  expect(await screen.findByRole("region", { name: "Disputed charges" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "To pay back by hand" })).toBeNull();
  await user.click(screen.getByRole("link", { name: "Show all that waits" }));
  expect(await screen.findByRole("region", { name: "To pay back by hand" })).toBeVisible();
});

test("records in place that money was paid back", async () => {
  api.respond(OWED, [anOwedItem()]);
  api.respond("POST /payments/payment-1/paidBack", aPayment());
  const { user } = await renderAt("/dashboard/money", admin);
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
  const { user } = await renderAt("/dashboard/money", admin);
  await user.click(await screen.findByRole("button", { name: "Paid back Paula Parent" }));
  await user.click(await screen.findByRole("button", { name: "Record $45.50" }));
  expect(await screen.findByText("Nothing is owed by hand.")).toBeVisible();
});

test("settles a dispute only once it is lost", async () => {
  const lost = { _id: "payment-1", kind: "disputed" as const, lost: true };
  const open = {
    _id: "payment-2",
    kind: "disputed" as const,
    family: { _id: "13", name: "Olga", phone: "(555) 010-2003", email: "" },
  };
  api.respond(OWED, [anOwedItem(lost), anOwedItem(open)]);
  api.respond("POST /payments/payment-1/acceptLoss", aPayment());
  const { user } = await renderAt("/dashboard/money", admin);
  const disputes = within(await screen.findByRole("region", { name: "Disputed charges" }));
  expect(disputes.getAllByRole("button")).toHaveLength(1);
  expect(disputes.getAllByText(/^No email/)).toHaveLength(1);
  expect(disputes.getByRole("link", { name: "(555) 010-2003" })).toHaveAttribute("href", "tel:5550102003");
  await user.click(disputes.getByRole("button", { name: "Settled Paula Parent" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Is this dispute settled?" }));
  expect(dialog.getByText(/^The bank has returned the money to Paula Parent/)).toBeVisible();
  api.respond(OWED, [anOwedItem(open)]);
  await user.click(dialog.getByRole("button", { name: "Mark as settled" }));
  expect(await findToast("The dispute of Paula Parent is settled.")).toBeVisible();
  expect(api.requests("POST /payments/payment-1/acceptLoss")).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText(/^Lost/)).toBeNull());
});

test.each([student, instructor])("is only for admins", (user) =>
  expectRedirectHome("/dashboard/money", user),
);
