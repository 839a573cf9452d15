import { screen, waitFor, within } from "@testing-library/react";
import { aPayment } from "../../../testing/builders";
import { api } from "../../../testing/fakes/fakeApi";
import { aFamily, aFamilyPayment, FAMILY, openFamily } from "../../../testing/families";
import { findToast } from "../../../testing/renderAt";
import type { FamilySeat, MovePlan } from "../../api";

const MOVE = "POST /payments/payment-1/move";
const REFUNDS = "POST /payments/payment-1/refunds";
const RELEASE = "POST /payments/payment-1/release";
const RETURNED = "POST /payments/payment-1/returned";

/** Opens a dialog of the payment for Mia's seat. */
async function openAction(action: string, payment = aFamilyPayment(), seats: FamilySeat[] = []) {
  const { user } = await openFamily(aFamily({ payments: [payment], seats }));
  await user.click(screen.getByRole("button", { name: `${action} Clay Animals for Mia` }));
  return { user, dialog: within(await screen.findByRole("dialog")) };
}

/** What the server answers to a dry run and to the move to Felt Hats, which are $15.50 cheaper. */
function aMove(overrides: Partial<MovePlan> = {}): MovePlan {
  return { ...aPayment(), newPrice: 30, proposedRefund: 15.5, clashes: [], ...overrides };
}

/** The bodies of the moves that were not only asked about. */
function moves() {
  return api.requests(MOVE).flatMap(({ body }) => ((body as { dryRun: boolean }).dryRun ? [] : [body]));
}

describe("a move", () => {
  beforeEach(() => api.respond(MOVE, aMove()));

  /** Chooses Felt Hats, which are cheaper. */
  async function openMove(payment = aFamilyPayment()) {
    const view = await openAction("Move", payment);
    await view.user.keyboard("hats");
    await view.dialog.findByRole("option");
    await view.user.keyboard("{Enter}");
    return view;
  }

  /** Chooses Felt Hats, and waits for what the move would change. */
  async function openPlannedMove(payment = aFamilyPayment()) {
    const view = await openMove(payment);
    await view.dialog.findByRole("table", { name: "Before and after the move" });
    return view;
  }

  test("shows both classes and the terms, and refunds the difference", async () => {
    const { user, dialog } = await openPlannedMove();
    const table = within(dialog.getByRole("table", { name: "Before and after the move" }));
    const rows = table.getAllByRole("row").map((row) => row.textContent);
    expect(rows[0]).toBe("Clay AnimalsFelt Hats");
    expect(rows[2]).toBe("Seats6 seats left3 seats left");
    expect(rows[3]).toBe("Waiting02");
    expect(rows[4]).toBe("Price$45.50 paid$30.00");
    expect(rows[5]).toMatch(/^If they cancel100% until .*100% until/);
    expect(dialog.getByLabelText("Refund (optional)")).toHaveValue("15.50");
    await user.type(dialog.getByLabelText("Reason"), "Mia prefers felt");
    expect(dialog.getByText(/^Clay Animals → Felt Hats/)).toHaveTextContent("refund $15.50");
    await user.click(dialog.getByRole("button", { name: "Move" }));
    expect(await findToast("The seat has been moved to Felt Hats.")).toBeVisible();
    expect(moves()).toEqual([
      {
        classId: "8",
        refund: 15.5,
        reason: "Mia prefers felt",
        bySchool: false,
        override: [],
        dryRun: false,
      },
    ]);
  });

  test("needs a reason, and can be the school's decision without a refund", async () => {
    const { user, dialog } = await openPlannedMove();
    await user.clear(dialog.getByLabelText("Refund (optional)"));
    await user.click(dialog.getByRole("button", { name: "Move" }));
    expect(await dialog.findByText("Please give a reason.")).toBeVisible();
    await user.type(dialog.getByLabelText("Reason"), "Ines is ill");
    await user.click(dialog.getByRole("checkbox", { name: "The school's decision" }));
    await user.click(dialog.getByRole("button", { name: "Move" }));
    await findToast("The seat has been moved to Felt Hats.");
    expect(moves()).toMatchObject([{ refund: null, bySchool: true }]);
  });

  test("says that the family doesn't pay the difference to a dearer class", async () => {
    api.respond(MOVE, aMove({ proposedRefund: 0 }));
    const { dialog } = await openPlannedMove(aFamilyPayment({ price: 20 }));
    expect(dialog.getByText(/costs \$10.00 more. The family doesn't pay the difference/)).toBeVisible();
    expect(dialog.getByLabelText("Refund (optional)")).toHaveValue("");
  });

  test("shows what a cancellation refunds if the school wants the move", async () => {
    const { user, dialog } = await openPlannedMove();
    const terms = dialog.getByRole("row", { name: /^If they cancel/ });
    const steps = [
      { percent: 100, amount: 45.5, until: "2099-07-01T13:00:00Z" },
      { percent: 50, amount: 22.75, until: "2099-07-08T13:00:00Z" },
      { percent: 0, amount: 0, until: null },
    ];
    api.respond(MOVE, aMove({ refundSteps: steps }));
    await user.click(dialog.getByRole("checkbox", { name: "The school's decision" }));
    await waitFor(() => expect(terms).toHaveTextContent(/100% until .*Jul 1.*, then 50% until .*Jul 8/));
    expect(api.requests(MOVE).at(-1)?.body).toEqual({
      classId: "8",
      bySchool: true,
      override: [],
      dryRun: true,
    });
  });

  test("warns of another class of the child at the same time", async () => {
    const clash = { classId: "9", nameClass: "Wood Toys", startsAt: "2099-07-06T13:00:00Z" };
    api.respond(MOVE, aMove({ clashes: [clash] }));
    const { user, dialog } = await openPlannedMove();
    expect(dialog.getByRole("note")).toHaveTextContent("Mia also has Wood Toys at the same time.");
    await user.type(dialog.getByLabelText("Reason"), "Mia prefers felt");
    await user.click(dialog.getByRole("button", { name: "Move" }));
    expect(await findToast("At the same time as Felt Hats: Wood Toys.")).toBeVisible();
  });

  test("says what is in the way, and offers to override it", async () => {
    api.fail(MOVE, 409, "class_begun", "The class has begun.");
    const { user, dialog } = await openMove();
    expect(await dialog.findByText("The class has begun.")).toBeVisible();
    expect(dialog.queryByRole("button", { name: "Move" })).toBeNull();
    api.respond(MOVE, aMove());
    await user.click(dialog.getByRole("checkbox", { name: "The class has begun. Allow it anyway." }));
    await user.type(await dialog.findByLabelText("Reason"), "Late");
    await user.click(dialog.getByRole("button", { name: "Move" }));
    await findToast("The seat has been moved to Felt Hats.");
    expect(moves()).toMatchObject([{ override: ["begun"] }]);
  });

  test("offers to override a rule for which the server refuses the move itself", async () => {
    const { user, dialog } = await openPlannedMove();
    await user.type(dialog.getByLabelText("Reason"), "Late");
    api.fail(MOVE, 409, "class_begun", "The class has begun.");
    await user.click(dialog.getByRole("button", { name: "Move" }));
    expect(await dialog.findByText("The class has begun.")).toBeVisible();
    api.respond(MOVE, aMove());
    await user.click(dialog.getByRole("checkbox", { name: "The class has begun. Allow it anyway." }));
    await user.click(dialog.getByRole("button", { name: "Move" }));
    await findToast("The seat has been moved to Felt Hats.");
    expect(moves().at(-1)).toMatchObject({ override: ["begun"], reason: "Late" });
  });
});

describe("a refund", () => {
  test("shows what is left, refuses more, and repeats with the same key", async () => {
    api.disconnect(REFUNDS);
    const { user, dialog } = await openAction("Refund", aFamilyPayment({ refundedAmount: 10 }));
    expect(dialog.getByText(/^Paid/)).toHaveTextContent(
      "Paid $45.50, refunded or on its way $10.00, left $35.50.",
    );
    expect(dialog.getByText(/until you record that you've paid it back/)).toBeVisible();
    await user.type(dialog.getByLabelText("Amount"), "36");
    await user.type(dialog.getByLabelText("Reason"), "One day less{Tab}");
    expect(dialog.getByText("At most $35.50 can be refunded.")).toBeVisible();
    await user.clear(dialog.getByLabelText("Amount"));
    await user.type(dialog.getByLabelText("Amount"), "9.10");
    await user.click(dialog.getByRole("button", { name: "Refund" }));
    await dialog.findByText(/^We couldn't reach/);
    api.respond(REFUNDS, aPayment(), 201);
    await user.click(dialog.getByRole("button", { name: "Refund" }));
    expect(await findToast("$9.10 of Clay Animals for Mia will be refunded.")).toBeVisible();
    const [first, second] = api.requests(REFUNDS).map(({ body }) => body);
    expect(first).toEqual({ amount: 9.1, note: "One day less", key: expect.any(String) });
    expect(second).toEqual(first);
  });

  test("repeats with the same key also after the dialog was closed", async () => {
    api.disconnect(REFUNDS);
    const { user, dialog } = await openAction("Refund");
    await user.type(dialog.getByLabelText("Amount"), "9.10");
    await user.type(dialog.getByLabelText("Reason"), "One day less");
    await user.click(dialog.getByRole("button", { name: "Refund" }));
    await dialog.findByText(/^We couldn't reach/);
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Refund Clay Animals for Mia" }));
    api.respond(REFUNDS, aPayment(), 201);
    const again = within(await screen.findByRole("dialog"));
    await user.type(again.getByLabelText("Amount"), "9.10");
    await user.type(again.getByLabelText("Reason"), "One day less");
    await user.click(again.getByRole("button", { name: "Refund" }));
    await findToast("$9.10 of Clay Animals for Mia will be refunded.");
    const [first, second] = api.requests(REFUNDS).map(({ body }) => body);
    expect(second).toEqual(first);
  });

  test("says that a refund was recorded although its response was lost", async () => {
    api.disconnect(REFUNDS);
    const { user, dialog } = await openAction("Refund");
    await user.type(dialog.getByLabelText("Amount"), "40");
    await user.type(dialog.getByLabelText("Reason"), "Ill");
    await user.click(dialog.getByRole("button", { name: "Refund" }));
    await dialog.findByText(/^We couldn't reach/);
    const [key = ""] = api.requests(REFUNDS).map(({ body }) => (body as { key: string }).key);
    const refund = {
      _id: key,
      amount: 40,
      state: "OWED",
      note: "Ill",
      createdAt: "2099-06-01T12:00:00Z",
      endedAt: null,
    } as const;
    api.respond(FAMILY, aFamily({ payments: [aFamilyPayment({ refundOwed: 40, refunds: [refund] })] }));
    await user.click(dialog.getByRole("button", { name: "Refund" }));
    expect(await dialog.findByText(/has been recorded/)).toHaveTextContent("$40.00");
    await user.click(dialog.getByRole("button", { name: "Done" }));
    await user.click(screen.getByRole("button", { name: "Refund Clay Animals for Mia" }));
    const again = within(await screen.findByRole("dialog"));
    expect(again.getByText(/^Paid/)).toHaveTextContent("left $5.50");
  });

  test("says that money of a card goes back to it", async () => {
    const { dialog } = await openAction("Refund", aFamilyPayment({ method: "card" }));
    expect(dialog.getByText(/The refund goes back to the card/)).toBeVisible();
  });
});

test("releases a seat for less than the full price", async () => {
  api.respond(RELEASE, aPayment());
  const { user, dialog } = await openAction("Release seat");
  expect(dialog.getByLabelText("Refund")).toHaveValue("45.50");
  await user.clear(dialog.getByLabelText("Refund"));
  await user.type(dialog.getByLabelText("Refund"), "20");
  await user.type(dialog.getByLabelText("Reason"), "Moved away");
  await user.click(dialog.getByRole("button", { name: "Release seat" }));
  expect(await findToast("The seat is open. $20.00 will be refunded.")).toBeVisible();
  expect(api.requests(RELEASE)[0]?.body).toEqual({ refund: 20, note: "Moved away" });
});

test("records that a check bounced", async () => {
  api.respond(RETURNED, aPayment());
  const { user, dialog } = await openAction("Check bounced", aFamilyPayment({ refundOwed: 10 }));
  expect(dialog.getByText(/Nothing is paid out/)).toHaveTextContent("$45.50");
  await user.type(dialog.getByLabelText("Reason"), "No funds");
  await user.click(dialog.getByRole("button", { name: "Record and release seat" }));
  expect(await findToast("The bounced check is recorded, and the seat is open.")).toBeVisible();
  expect(api.requests(RETURNED)[0]?.body).toEqual({ note: "No funds" });
});

test("records that a check bounced after the family had canceled the seat", async () => {
  api.respond(RETURNED, aPayment());
  const owed = { refundedAmount: 10, refundOwed: 35.5 };
  const canceled = aFamilyPayment({ status: "refundPending", method: "check", ...owed });
  const { user, dialog } = await openAction("Check bounced", canceled);
  expect(dialog.getByText(/Nothing is paid out/)).toHaveTextContent("no refund is owed anymore");
  expect(dialog.getByText(/was paid back already/)).toHaveTextContent("$10.00");
  await user.type(dialog.getByLabelText("Reason"), "No funds");
  await user.click(dialog.getByRole("button", { name: "Record" }));
  expect(await findToast("The bounced check is recorded.")).toBeVisible();
});

test("names what else a check that bounced has paid for", async () => {
  const looms = aFamilyPayment({ _id: "payment-2", nameClass: "Looms", childName: "Tom" });
  const [recorded, another] = [
    { _id: "payment-3", nameClass: "Glass", returned: true },
    { _id: "payment-4", nameClass: "Wood", orderId: "order-2" },
  ];
  const payments = [aFamilyPayment(), looms, aFamilyPayment(recorded), aFamilyPayment(another)];
  const { user } = await openFamily(aFamily({ payments }));
  await user.click(screen.getByRole("button", { name: "Check bounced Clay Animals for Mia" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("This check also paid for Looms for Tom. Please record that too.")).toBeVisible();
});

test("records that money was paid back", async () => {
  api.respond("POST /payments/payment-1/paidBack", aPayment());
  const owed = aFamilyPayment({ status: "refundPending", refundOwed: 45.5 });
  const { user, dialog } = await openAction("Paid back", owed);
  expect(screen.queryByRole("button", { name: /^(Move|Refund|Release seat) Clay/ })).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Record $45.50" }));
  expect(await findToast("$45.50 for Clay Animals for Mia is recorded as paid back.")).toBeVisible();
});

test("offers a bounced check only for checks", async () => {
  await openFamily(aFamily({ payments: [aFamilyPayment({ method: "cash" })] }));
  expect(screen.getByRole("button", { name: "Move Clay Animals for Mia" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Check bounced/ })).toBeNull();
});

test("offers a bounced check only once", async () => {
  await openFamily(aFamily({ payments: [aFamilyPayment({ status: "refunded", returned: true })] }));
  expect(screen.getByText(/Check returned/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Check bounced/ })).toBeNull();
});
