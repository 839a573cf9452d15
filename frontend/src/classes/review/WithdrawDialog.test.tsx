import { act, screen, waitFor, within } from "@testing-library/react";
import type { ResponseBody } from "../../shared/api/types";
import { aReviewedClass } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { acceptLogin, admin, findToast, renderAt, submitLogin } from "../../testing/renderAt";
import { chooseInMenu } from "../../testing/seasonPages";
import { advanceTime } from "../../testing/time";
import type { ReviewedClass } from "../api";
import type { Withdrawal } from "./WithdrawalProgress";

const WITHDRAW = "PATCH /classes/withdrawn/7";
const PROGRESS = "GET /classes/7/withdrawal";
const QUESTION = "Withdraw “Clay”?";
const REASON = "Ines has broken her wrist.";
const WITHDRAWN_AT = "2026-07-04T15:00:00Z";

const anApprovedClass = (overrides: Partial<ReviewedClass> = {}) =>
  aReviewedClass({ _id: "7", nameClass: "Clay", status: "Approved", ...overrides });
const aWithdrawnClass = () =>
  anApprovedClass({ status: "Denied", feedback: REASON, withdrawnAt: WITHDRAWN_AT });

function aWithdrawal(overrides: Partial<Withdrawal> = {}): Withdrawal {
  return {
    withdrawnAt: WITHDRAWN_AT,
    reason: REASON,
    seats: 4,
    refunds: { sent: 3, owed: 0, failed: 0 },
    amount: { sent: 136.5, owed: 0 },
    failed: [],
    byHand: { payments: 0, amount: 0 },
    ...overrides,
  };
}

const FAILED: Withdrawal["failed"][number] = {
  paymentId: "p1",
  name: "Sam Student",
  email: "sam@camp.example",
  amount: 45.5,
  error: "The card was closed.",
};

function respondWithPreview(preview: Partial<ResponseBody<"PATCH", "/classes/withdrawn/{id}">>): void {
  const nothing = {
    modifiedCount: 0,
    owed: { cards: 0, amount: 0 },
    amount: 0,
    owedByHand: 0,
    unreached: [],
  };
  api.respond(WITHDRAW, { seats: 4, ...nothing, ...preview });
}

const isPreview = ({ body }: { body: unknown }) => (body as { dryRun: boolean }).dryRun;
/** The bodies of the requests that are no preview. */
const withdrawals = () => api.requests(WITHDRAW).flatMap((each) => (isPreview(each) ? [] : [each.body]));

async function openPage(campClass = anApprovedClass()) {
  api.respond("GET /classes", [campClass]);
  respondWithPreview({ seats: campClass.enroll });
  return renderAt({ pathname: "/dashboard/manage-classes", search: "?view=cards" }, admin);
}

async function openDialog(campClass = anApprovedClass()) {
  const view = await openPage(campClass);
  await chooseInMenu(view.user, "Withdraw", "Change Clay");
  return { ...view, dialog: within(await screen.findByRole("dialog", { name: QUESTION })) };
}

/** Opens the page of the withdrawn class, where the card leads to. */
async function openWithdrawal(withdrawal: Withdrawal) {
  api.respond(PROGRESS, withdrawal);
  return openRefunds();
}

async function openRefunds() {
  const view = await openPage(aWithdrawnClass());
  api.respond("GET /myClass/7", aWithdrawnClass());
  api.respond("GET /reports/classes?classId=7", []);
  await view.user.click(await screen.findByRole("link", { name: "See Refunds Clay" }));
  return view;
}

const facts = async () => (await screen.findAllByRole("definition")).map(({ textContent }) => textContent);

test.each([
  ["a pending class", { status: "Pending" }],
  ["a denied class", { status: "Denied" }],
  ["a class that is over", { endedAt: "2026-07-04T15:00:00Z" }],
] as const)("does not offer to withdraw %s", async (_name, overrides) => {
  const { user } = await openPage(anApprovedClass(overrides));
  await user.click(await screen.findByRole("button", { name: "Change Clay" }));
  expect(screen.getByRole("button", { name: "Edit" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
});

test.each([
  [0, "Nobody has a seat right now, so there's nothing to refund."],
  [1, "The one seat that is taken will be released and refunded in full."],
  [4, "All 4 seats that are taken will be released, and everybody gets a full refund."],
])("explains the consequences of a withdrawal for %s seats", async (enroll, text) => {
  const { dialog } = await openDialog(anApprovedClass({ enroll }));
  expect(dialog.getByText("You can't undo this.")).toBeVisible();
  expect(dialog.getByText(text)).toBeVisible();
  expect(
    dialog.getByText("We'll email your reason to everybody with a seat and to Ida Instructor."),
  ).toBeVisible();
});

test("shows the sums that go back, and the families that the email can't reach", async () => {
  const { user } = await openPage();
  const unreached = [{ userId: "12", name: "Cora Caller", phone: "555-0142" }];
  respondWithPreview({ amount: 1182, owedByHand: 45.5, unreached });
  await chooseInMenu(user, "Withdraw", "Change Clay");
  const dialog = within(await screen.findByRole("dialog", { name: QUESTION }));
  expect(await dialog.findByText(/\$1,182.00 goes back, \$45.50 of it by hand\./)).toBeVisible();
  expect(dialog.getByText(/^Cora Caller/)).toBeVisible();
  expect(dialog.getByRole("link", { name: "555-0142" })).toBeVisible();
});

test("withdraws the class, which the list then shows, and leads to its refunds", async () => {
  const { user, dialog } = await openDialog();
  api.respond(WITHDRAW, { modifiedCount: 1, seats: 4, owed: { cards: 3, amount: 136.5 } });
  await user.type(dialog.getByLabelText("Reason"), REASON);
  api.respond("GET /classes", [aWithdrawnClass()]);
  await user.click(dialog.getByRole("button", { name: "Withdraw Class" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(withdrawals()).toEqual([{ reason: REASON, dryRun: false }]);
  expect(api.requests(WITHDRAW).filter(isPreview)).toHaveLength(1);
  const card = within(await screen.findByRole("article", { name: "Clay" }));
  expect(card.getByText("Withdrawn on Jul 4, 2026")).toBeVisible();
  expect(card.getByText(REASON)).toBeVisible();
  for (const name of ["Approve Clay", "Deny Clay", "Send Feedback Clay"])
    expect(card.queryByRole("button", { name })).toBeNull();
  expect(card.getByRole("button", { name: "Change Clay" })).toHaveFocus();

  const owed = { refunds: { sent: 1, owed: 2, failed: 0 }, amount: { sent: 45.5, owed: 91 } };
  api.respond(PROGRESS, aWithdrawal(owed));
  api.respond("GET /myClass/7", aWithdrawnClass());
  api.respond("GET /reports/classes?classId=7", []);
  await user.click(screen.getByRole("link", { name: "See the refunds" }));
  expect(await screen.findByText(/^We're sending the refunds: 1 of 3 so far\./)).toBeVisible();
  expect(await facts()).toEqual(["4", "1 ($45.50)", "2 ($91.00)"]);
  api.respond(PROGRESS, aWithdrawal());
  await advanceTime({ seconds: 2 });
  expect(screen.getByText("All refunds have been sent.")).toBeVisible();
  expect(await facts()).toEqual(["4", "3 ($136.50)", "0 ($0.00)"]);
});

test("stops polling when nothing is owed anymore", async () => {
  await openWithdrawal(aWithdrawal());
  await screen.findByText("All refunds have been sent.");
  await advanceTime({ minutes: 5 });
  expect(api.requests(PROGRESS)).toHaveLength(1);
});

test("lists the failed refunds, and explains what staff can do", async () => {
  await openWithdrawal(
    aWithdrawal({
      refunds: { sent: 2, owed: 1, failed: 1 },
      amount: { sent: 91, owed: 45.5 },
      failed: [FAILED],
    }),
  );
  expect(await screen.findByText("One refund didn't go through yet.")).toBeVisible();
  expect(await facts()).toEqual(["4", "2 ($91.00)", "1 ($45.50)", "1"]);
  const item = screen.getByText("The card was closed.").closest("li");
  expect(item).toHaveTextContent("Sam Student, sam@camp.example, $45.50The card was closed.");
  expect(screen.getByRole("link", { name: "sam@camp.example" })).toHaveAttribute(
    "href",
    "mailto:sam@camp.example",
  );
  expect(screen.getByText(/^We keep trying/)).toHaveTextContent(/record it under Money/);
});

test("says that nobody had paid", async () => {
  const none = { refunds: { sent: 0, owed: 0, failed: 0 }, amount: { sent: 0, owed: 0 } };
  await openWithdrawal(aWithdrawal({ seats: 1, ...none }));
  expect(await screen.findByText("Nobody had paid for a seat, so there's nothing to refund.")).toBeVisible();
});

test("shows an error and retries if the progress cannot be loaded", async () => {
  api.fail(PROGRESS, 404, "not_found", "We couldn't find this.");
  const { user } = await openRefunds();
  expect(await screen.findByText("We couldn't find this.")).toBeVisible();
  api.respond(PROGRESS, aWithdrawal());
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("All refunds have been sent.")).toBeVisible();
});

test.each([
  ["   ", "Please give a reason."],
  ["a".repeat(2001), "Please use 2,000 characters or fewer."],
])("rejects an invalid reason", async (reason, message) => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByLabelText("Reason"));
  await user.paste(reason);
  await user.click(dialog.getByRole("button", { name: "Withdraw Class" }));
  expect(await dialog.findByText(message)).toBeVisible();
  expect(dialog.getByLabelText("Reason")).toHaveFocus();
  expect(withdrawals()).toEqual([]);
});

test.each([
  ["not_approved", "Only an approved class can be withdrawn."],
  ["class_over", "This class is over, so it can't be withdrawn anymore."],
])(
  "shows the refusal %s, keeps the reason, and refreshes the list when it is closed",
  async (code, message) => {
    const { user, dialog } = await openDialog();
    api.fail(WITHDRAW, 409, code, message);
    await user.type(dialog.getByLabelText("Reason"), REASON);
    await user.click(dialog.getByRole("button", { name: "Withdraw Class" }));
    expect(await dialog.findByText(message)).toBeVisible();
    expect(dialog.getByLabelText("Reason")).toHaveValue(REASON);
    api.respond("GET /classes", [anApprovedClass({ status: "Denied" })]);
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("Denied", { selector: ".badge" })).toBeVisible();
  },
);

test("succeeds if another admin has just withdrawn the class", async () => {
  const { user, dialog } = await openDialog();
  api.fail(WITHDRAW, 409, "already_withdrawn", "This class has already been withdrawn.");
  api.respond("GET /classes", [aWithdrawnClass()]);
  await user.type(dialog.getByLabelText("Reason"), REASON);
  await user.click(dialog.getByRole("button", { name: "Withdraw Class" }));
  expect(await findToast("This class has already been withdrawn.")).toBeVisible();
  expect(await screen.findByText("Withdrawn on Jul 4, 2026")).toBeVisible();
});

test("keeps the typed reason after a click beside the dialog, and while the class is being withdrawn", async () => {
  const { user, dialog } = await openDialog();
  let fail = () => {};
  api.handle(WITHDRAW, () => new Promise((_, reject) => (fail = reject)));
  await user.type(dialog.getByLabelText("Reason"), REASON);
  await user.click(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Withdraw Class" }));
  await waitFor(() => expect(withdrawals()).toHaveLength(1));
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await user.keyboard("{Escape}");
  await act(async () => fail());
  expect(await dialog.findByText(/We couldn't reach Craft Camp/)).toBeVisible();
  expect(dialog.getByLabelText("Reason")).toHaveValue(REASON);
});

test("restores the typed reason after the session ended and the admin logged in again", async () => {
  const { user, dialog, at } = await openDialog();
  api.fail(WITHDRAW, 401, "bad_token", "Log in first.");
  api.fail("POST /jwt", 401, "bad_token", "Log in first.");
  await user.type(dialog.getByLabelText("Reason"), REASON);
  await user.click(dialog.getByRole("button", { name: "Withdraw Class" }));
  await waitFor(() => expect(at().pathname).toBe("/login"));
  respondWithPreview({});
  acceptLogin(admin);
  await submitLogin(user, admin);
  const reopened = within(await screen.findByRole("dialog", { name: QUESTION }));
  expect(reopened.getByLabelText("Reason")).toHaveValue(REASON);
});

test("says what is to be paid back by hand, and links to Money", async () => {
  const byHand = { payments: 1, amount: 45.5 };
  const none = { refunds: { sent: 0, owed: 0, failed: 0 }, amount: { sent: 0, owed: 0 } };
  await openWithdrawal(aWithdrawal({ byHand, ...none }));
  const text = await screen.findByText(/^They didn't pay by card/);
  expect(screen.getByText("Nobody had paid by card.")).toBeVisible();
  expect(screen.getByText("To pay back by hand").nextSibling).toHaveTextContent("1 ($45.50)");
  expect(within(text).getByRole("link", { name: "Money" })).toHaveAttribute("href", "/dashboard/money");
});
