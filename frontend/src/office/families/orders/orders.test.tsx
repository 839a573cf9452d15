import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { calls } from "../../../shared/paths";
import { aClassPage, aPayment, aReviewedClass } from "../../../testing/builders";
import { embedInPage } from "../../../testing/embedInPage";
import { api } from "../../../testing/fakes/fakeApi";
import { aFamily, aFamilyPayment, FAMILY, openFamily } from "../../../testing/families";
import { findToast } from "../../../testing/renderAt";
import type { FamilyPayment, MovePlan } from "../../api";

const MOVE = "POST /payments/payment-1/move";
const REFUNDS = "POST /payments/payment-1/refunds";
const RELEASE = "POST /payments/payment-1/release";
const RETURNED = "POST /payments/payment-1/returned";
const ORDER_RETURNED = "POST /orders/order-1/returned";

const menuButton = () => screen.getByRole("button", { name: "Change Clay Animals for Mia" });

/** Opens the menu of Mia's seat, and then the dialog of an action. */
async function chooseAction(user: UserEvent, action: string) {
  await user.click(menuButton());
  await user.click(screen.getByRole("button", { name: action }));
  return within(await screen.findByRole("dialog"));
}

async function openAction(action: string, payment = aFamilyPayment()) {
  const { user } = await openFamily(aFamily({ payments: [payment] }));
  return { user, dialog: await chooseAction(user, action) };
}

/** The actions that the menu of Mia's seat offers. */
async function actionsFor(payment: FamilyPayment): Promise<(string | null)[]> {
  const { user } = await openFamily(aFamily({ payments: [payment] }));
  if (screen.queryByRole("button", { name: "Change Clay Animals for Mia" }) === null) return [];
  await user.click(menuButton());
  return within(menuButton().parentElement as HTMLElement)
    .getAllByRole("button")
    .slice(1)
    .map(({ textContent }) => textContent);
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

  test("shows the dates of a class that is over", async () => {
    api.respond("GET /classes/6", aClassPage({ _id: "6", firstDay: "2026-07-06", lastDay: "2026-07-10" }));
    const { dialog } = await openPlannedMove(aFamilyPayment({ classId: "6" }));
    expect(await dialog.findByText(/Jul 6 – 10, 2026/)).toBeVisible();
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

  test("knows the seats of now, also if the page came with the list of classes", async () => {
    embedInPage({ [calls.classes]: [aReviewedClass({ _id: "8", nameClass: "Felt Hats", seats: 9 })] });
    const { user, dialog } = await openAction("Move");
    await user.keyboard("hats");
    expect(await dialog.findByRole("option", { name: /3 seats left/ })).toBeVisible();
  });

  test("proposes what the server says now, when it is opened again", async () => {
    const { user, dialog } = await openPlannedMove();
    expect(dialog.getByLabelText("Refund (optional)")).toHaveValue("15.50");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    api.respond(MOVE, aMove({ proposedRefund: 5 }));
    const again = await chooseAction(user, "Move");
    await user.keyboard("hats");
    await again.findByRole("option");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(api.requests(MOVE)).toHaveLength(2));
    expect(await again.findByLabelText("Refund (optional)")).toHaveValue("5.00");
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
    const { user, dialog } = await openAction("Refund part", aFamilyPayment({ refundedAmount: 10 }));
    expect(dialog.getByText(/^Paid/)).toHaveTextContent(
      "Paid $45.50, refunded or on its way $10.00, left $35.50.",
    );
    await user.type(dialog.getByLabelText("Amount"), "36");
    expect(dialog.getByText(/until you record that you've paid it back/)).toBeVisible();
    expect(dialog.getByRole("status")).toHaveTextContent("$36.00 goes back.");
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
    const { user, dialog } = await openAction("Refund part");
    await user.type(dialog.getByLabelText("Amount"), "9.10");
    await user.type(dialog.getByLabelText("Reason"), "One day less");
    await user.click(dialog.getByRole("button", { name: "Refund" }));
    await dialog.findByText(/^We couldn't reach/);
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    api.respond(REFUNDS, aPayment(), 201);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const again = await chooseAction(user, "Refund part");
    await user.type(again.getByLabelText("Amount"), "9.10");
    await user.type(again.getByLabelText("Reason"), "One day less");
    await user.click(again.getByRole("button", { name: "Refund" }));
    await findToast("$9.10 of Clay Animals for Mia will be refunded.");
    const [first, second] = api.requests(REFUNDS).map(({ body }) => body);
    expect(second).toEqual(first);
  });

  test("counts as sent if the server has recorded it although its response was lost", async () => {
    api.disconnect(REFUNDS);
    const { user, dialog } = await openAction("Refund part");
    await user.type(dialog.getByLabelText("Amount"), "40");
    await user.type(dialog.getByLabelText("Reason"), "Ill");
    api.handle(FAMILY, () => {
      const [key = ""] = api.requests(REFUNDS).map(({ body }) => (body as { key: string }).key);
      const refund = {
        _id: key,
        amount: 40,
        state: "OWED",
        note: "Ill",
        createdAt: "2099-06-01T12:00:00Z",
        endedAt: null,
      } as const;
      return { body: aFamily({ payments: [aFamilyPayment({ refundOwed: 40, refunds: [refund] })] }) };
    });
    await user.click(dialog.getByRole("button", { name: "Refund" }));
    expect(await findToast("$40.00 of Clay Animals for Mia will be refunded.")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const again = await chooseAction(user, "Refund part");
    expect(again.getByText(/^Paid/)).toHaveTextContent("left $5.50");
  });

  test("says that money of a card goes back to it", async () => {
    const { user, dialog } = await openAction("Refund part", aFamilyPayment({ method: "card" }));
    await user.type(dialog.getByLabelText("Amount"), "5");
    expect(dialog.getByRole("status")).toHaveTextContent("$5.00 goes back.");
    expect(dialog.getByText(/The refund goes back to the card/)).toBeVisible();
  });
});

test("cancels a seat for less than the full price", async () => {
  api.respond(RELEASE, aPayment());
  const { user, dialog } = await openAction("Cancel seat");
  expect(dialog.getByLabelText("Refund")).toHaveValue("45.50");
  expect(dialog.getByRole("status")).toHaveTextContent(/^\$45.50 goes back/);
  await user.clear(dialog.getByLabelText("Refund"));
  await user.type(dialog.getByLabelText("Refund"), "20");
  await user.type(dialog.getByLabelText("Reason"), "Moved away");
  await user.click(dialog.getByRole("button", { name: "Cancel seat" }));
  expect(await findToast("The seat is open. $20.00 will be refunded.")).toBeVisible();
  expect(api.requests(RELEASE)[0]?.body).toEqual({ refund: 20, note: "Moved away" });
});

test("cancels a seat whose dispute was lost without a refund, and accepts the loss", async () => {
  api.respond(RELEASE, aPayment());
  api.respond("POST /payments/payment-1/acceptLoss", aPayment());
  const lost = aFamilyPayment({ method: "card", dispute: "lost", lossFlagged: true, left: 0 });
  const { user, dialog } = await openAction("Cancel seat", lost);
  expect(dialog.queryByLabelText("Refund")).toBeNull();
  expect(dialog.getByRole("status")).toHaveTextContent("Nothing goes back.");
  await user.type(dialog.getByLabelText("Reason"), "Disputed");
  await user.click(dialog.getByRole("button", { name: "Cancel seat" }));
  await findToast("The seat is open. Nothing will be refunded.");
  expect(api.requests(RELEASE)[0]?.body).toEqual({ refund: 0, note: "Disputed" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const settled = await chooseAction(user, "Accept the loss");
  await user.click(settled.getByRole("button", { name: "Mark as settled" }));
  expect(await findToast("The dispute of Paula Parent is settled.")).toBeVisible();
});

test.each<[string, Partial<FamilyPayment>, string[]]>([
  ["a seat", {}, ["Cancel seat", "Move", "Refund part"]],
  ["a free seat", { price: 0, method: null }, ["Cancel seat", "Move"]],
  ["an open dispute", { method: "card", dispute: "open" }, ["Cancel seat", "Move"]],
  [
    "a lost dispute",
    { method: "card", dispute: "lost", lossFlagged: true, left: 0 },
    ["Cancel seat", "Move", "Accept the loss"],
  ],
  ["a refund to a card", { method: "card", status: "refundPending", refundOwed: 45.5 }, []],
  ["a refund by hand", { status: "refundPending", refundOwed: 45.5 }, ["Paid back"]],
  ["a check that was paid back", { status: "refunded", refundedAmount: 45.5 }, ["The check came back"]],
  ["a returned check", { status: "refunded", refundedAmount: 45.5, returned: true }, []],
])("offers for %s what can be done", async (_, overrides, actions) => {
  expect(await actionsFor(aFamilyPayment(overrides))).toEqual(actions);
});

test("records that money was paid back", async () => {
  api.respond("POST /payments/payment-1/paidBack", aPayment());
  const owed = aFamilyPayment({ status: "refundPending", refundOwed: 45.5 });
  const { user, dialog } = await openAction("Paid back", owed);
  await user.click(dialog.getByRole("button", { name: "Record $45.50" }));
  expect(await findToast("$45.50 for Clay Animals for Mia is recorded as paid back.")).toBeVisible();
});

describe("a check that came back", () => {
  const looms = aFamilyPayment({ _id: "payment-2", nameClass: "Looms", childName: "Tom" });
  const paidBack = { status: "refunded", refundedAmount: 45.5 } as const;
  const glass = aFamilyPayment({ _id: "payment-3", nameClass: "Glass", ...paidBack });

  async function openReturned() {
    const { user } = await openFamily(aFamily({ payments: [aFamilyPayment(), looms, glass] }));
    const order = within(screen.getByRole("region", { name: /^Check No. 1042, .*, \$136.50: 3 seats$/ }));
    await user.click(order.getByRole("button", { name: /^The check came back/ }));
    return { user, dialog: within(await screen.findByRole("dialog", { name: "The check came back" })) };
  }

  test("is recorded once for the seats that it has paid for, which are open then", async () => {
    api.respond(ORDER_RETURNED, { released: 2, kept: 0, skipped: ["payment-3"] });
    const { user, dialog } = await openReturned();
    expect(dialog.getByText(/nothing is paid out/)).toHaveTextContent(
      "$91.00 is taken back out of the books, and nothing is paid out: Clay Animals for Mia and Looms for Tom.",
    );
    await user.type(dialog.getByLabelText("Reason"), "No funds");
    await user.click(dialog.getByRole("button", { name: "Record" }));
    expect(await findToast("That's recorded. Its seats are open.")).toBeVisible();
    expect(api.requests(ORDER_RETURNED)[0]?.body).toEqual({ note: "No funds", keepUntil: null });
  });

  test("can leave the seats reserved until a day", async () => {
    api.respond(ORDER_RETURNED, { released: 0, kept: 2, skipped: ["payment-3"] });
    const { user, dialog } = await openReturned();
    const day = dialog.getByLabelText("Keep the seats reserved until (optional)");
    const last = day.getAttribute("max") ?? "";
    await user.type(day, last);
    await user.type(dialog.getByLabelText("Reason"), "No funds");
    await user.click(dialog.getByRole("button", { name: "Record" }));
    expect(await findToast("That's recorded. Its seats are reserved.")).toBeVisible();
    expect(api.requests(ORDER_RETURNED)[0]?.body).toMatchObject({ keepUntil: expect.stringContaining(last) });
  });

  test("is recorded for a seat alone whose price was paid back before", async () => {
    api.respond(RETURNED, aPayment());
    const canceled = aFamilyPayment({ status: "refundPending", refundedAmount: 10, refundOwed: 35.5 });
    const { user, dialog } = await openAction("The check came back", canceled);
    expect(screen.queryByRole("button", { name: /^The check came back Check/ })).toBeNull();
    expect(dialog.getByText(/was paid back already/)).toHaveTextContent("$10.00");
    expect(dialog.queryByLabelText(/^Keep the seats/)).toBeNull();
    await user.type(dialog.getByLabelText("Reason"), "No funds");
    await user.click(dialog.getByRole("button", { name: "Record" }));
    expect(await findToast("That's recorded.")).toBeVisible();
    expect(api.requests(RETURNED)[0]?.body).toEqual({ note: "No funds" });
  });

  test.each(["cash", "card"] as const)("is not offered for money by %s", async (method) => {
    await openFamily(aFamily({ payments: [aFamilyPayment({ method })] }));
    expect(menuButton()).toBeVisible();
    expect(screen.queryByRole("button", { name: /^The check came back/ })).toBeNull();
  });
});
