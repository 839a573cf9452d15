import { act, screen, waitFor, within } from "@testing-library/react";
import { aChild, anEnrolledClass, aPayment, aSelection, inMinutes } from "../../testing/builders";
import {
  ENROLLED,
  grantFreeOrder,
  lineOf,
  openCheckout,
  openPaymentPage,
  orderRequests,
  PAYMENTS,
  payButton,
  refuseSeats,
  respondSettled,
  SELECTED,
} from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { findToast, renderAt, student } from "../../testing/renderAt";

const MIA = { childId: "3", childName: "Mia" };
const TOM = { childId: "4", childName: "Tom" };
const CLASS = { classId: "7", nameClass: "Clay Animals" };
const CLASS_PATH = "/dashboard/my-enrolled-classes/7";

const article = (text: string) =>
  within(screen.getAllByRole("article").find((card) => card.textContent?.includes(text)) as HTMLElement);

beforeEach(() => {
  api.respond("GET /children", [aChild({ _id: "3", name: "Mia" }), aChild({ _id: "4", name: "Tom" })]);
});

describe("My Selected Classes", () => {
  beforeEach(() =>
    api.respond(SELECTED, [
      aSelection({ ...CLASS, ...MIA, _id: "31" }),
      aSelection({ ...CLASS, ...TOM, _id: "32" }),
      aSelection({ ...CLASS, _id: "33" }),
    ]),
  );

  test("shows a card for each participant, with its own link to pay", async () => {
    await renderAt("/dashboard/my-selected-classes", student);
    for (const [id, who] of [
      ["31", "for Mia"],
      ["32", "for Tom"],
      ["33", "for you"],
    ]) {
      expect(await screen.findByRole("link", { name: `Pay: Clay Animals ${who}` })).toHaveAttribute(
        "href",
        `/dashboard/payment/${id}`,
      );
    }
    expect(article("For Mia").getByText("For Mia")).toBeVisible();
  });

  test("deletes the selection of one child only", async () => {
    api.respond("DELETE /selectClass/32", { deletedCount: 1 });
    const { user } = await renderAt("/dashboard/my-selected-classes", student);
    await user.click(await screen.findByRole("button", { name: "Remove (Delete): Clay Animals for Tom" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/take/)).toHaveTextContent("We'll take Clay Animals for Tom off your list.");
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    await findToast("Clay Animals for Tom has been removed from your selected classes");
    expect(api.requests("DELETE /selectClass/32")).toHaveLength(1);
  });
});

describe("Payment", () => {
  const selection = aSelection({ ...CLASS, ...TOM, _id: "32" });

  test("holds the seat of the child, and shows the child's name", async () => {
    await openPaymentPage(selection);
    expect(await screen.findByText("For Tom")).toBeVisible();
    expect(orderRequests()).toEqual([{ selections: ["32"], total: 45.5 }]);
  });

  test("enrolls the child in a free class", async () => {
    const free = { ...selection, price: 0, priceNow: 0 };
    const { user } = await openPaymentPage(free, { grantsHold: false });
    grantFreeOrder([free]);
    await user.click(await screen.findByRole("button", { name: "Enroll for free" }));
    expect(await screen.findByText("Tom is enrolled in", { exact: false })).toBeVisible();
    expect(orderRequests()).toEqual([{ selections: ["32"], total: 0 }]);
  });

  test("says who is enrolled, and offers to pay for the sibling next", async () => {
    const payment = aPayment({ ...CLASS, ...TOM, payId: "32", transactionId: "pi_1" });
    const { user } = await openPaymentPage(selection);
    await screen.findByRole("timer");
    respondSettled(payment);
    api.respond(SELECTED, [aSelection({ ...CLASS, ...MIA, _id: "31" })]);
    api.respond(PAYMENTS, [payment]);
    await user.type(screen.getByLabelText("Card details"), "4");
    await user.click(payButton());
    expect(await screen.findByText("Tom is enrolled in", { exact: false })).toBeVisible();
    expect(screen.getByRole("link", { name: "Pay for the next: Clay Animals for Mia" })).toHaveAttribute(
      "href",
      "/dashboard/payment/31",
    );
    expect(screen.getByRole("link", { name: "Start Class" })).toHaveAttribute(
      "href",
      `${CLASS_PATH}?child=4`,
    );
    expect(screen.getByRole("link", { name: "View receipt" })).toHaveAttribute(
      "href",
      `/dashboard/my-payment-history/receipt/${payment._id}`,
    );
  });

  test.each([
    ["age_not_in_range", "See other classes", "/all-classes"],
    ["birth_date_needed", "My Children", "/dashboard/my-children"],
  ])("shows the next step if the child's age is refused: %s", async (code, link, href) => {
    refuseSeats([selection._id, code, "This class has an age limit."]);
    await openPaymentPage(selection, { grantsHold: false });
    const alert = within(
      await screen.findByText("This class has an age limit.").then((p) => p.parentElement as HTMLElement),
    );
    expect(alert.getByRole("link", { name: link })).toHaveAttribute("href", href);
  });

  test("says that a child is enrolled already", async () => {
    api.respond(SELECTED, []);
    api.respond(PAYMENTS, [aPayment({ ...CLASS, ...TOM, payId: "32" })]);
    await renderAt("/dashboard/payment/32", student);
    expect(await screen.findByRole("heading", { name: "Tom is already enrolled" })).toBeVisible();
  });
});

describe("My Enrolled Classes", () => {
  test("groups the classes by participant, each with its own payment and page", async () => {
    api.respond(ENROLLED, [
      anEnrolledClass({ ...CLASS, ...MIA }),
      anEnrolledClass({ ...CLASS, ...TOM }),
      anEnrolledClass({ classId: "8", nameClass: "Looms" }),
    ]);
    api.respond(PAYMENTS, [
      aPayment({ ...CLASS, ...TOM, status: "enrollPending", price: 20 }),
      aPayment({ ...CLASS, ...MIA, price: 30 }),
    ]);
    await renderAt("/dashboard/my-enrolled-classes", student);
    const mia = within(await screen.findByRole("region", { name: "Mia" }));
    expect(mia.getAllByRole("article")).toHaveLength(1);
    expect(mia.getByText("$30.00")).toBeVisible();
    expect(mia.getByText("Enrolled")).toBeVisible();
    expect(mia.getByRole("link", { name: "Start Class: Clay Animals for Mia" })).toHaveAttribute(
      "href",
      `${CLASS_PATH}?child=3`,
    );
    const tom = within(screen.getByRole("region", { name: "Tom" }));
    expect(tom.getByText("$20.00")).toBeVisible();
    expect(tom.getByText("Waiting for confirmation")).toBeVisible();
    expect(within(screen.getByRole("region", { name: "You" })).getByText("Looms")).toBeVisible();
    const ids = screen.getAllByRole("article").map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });
});

describe("My Class", () => {
  const payments = [
    aPayment({ ...CLASS, ...TOM, _id: "p4", price: 20 }),
    aPayment({ ...CLASS, ...MIA, _id: "p3" }),
  ];
  beforeEach(() => {
    api.respond(ENROLLED, [anEnrolledClass({ ...CLASS, ...TOM }), anEnrolledClass({ ...CLASS, ...MIA })]);
    api.respond(PAYMENTS, payments);
  });

  test("shows the payment for the child in the address", async () => {
    await renderAt({ pathname: CLASS_PATH, search: "?child=3" }, student);
    const summary = within(await screen.findByRole("region", { name: "Payment" }));
    expect(summary.getByText("$45.50")).toBeVisible();
    expect(screen.getByText("For Mia")).toBeVisible();
  });

  test("cancels the seat of one child, and does not show the sibling's seat instead", async () => {
    const { user } = await renderAt({ pathname: CLASS_PATH, search: "?child=3" }, student);
    await user.click(await screen.findByRole("button", { name: "Cancel Mia's seat" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Cancel Mia's seat?" }));
    const refunded = { ...aPayment({ ...CLASS, ...MIA, _id: "p3" }), status: "refundPending" as const };
    api.respond("POST /payments/cancel/p3", refunded);
    api.respond(ENROLLED, [anEnrolledClass({ ...CLASS, ...TOM })]);
    api.respond(PAYMENTS, [payments[0] ?? refunded, refunded]);
    await user.click(dialog.getByRole("button", { name: "Cancel Mia's seat" }));
    expect(await findToast("Mia's seat in Clay Animals has been canceled")).toBeVisible();
    expect(await screen.findByText("Mia no longer has a seat in this class.")).toBeVisible();
    expect(screen.queryByRole("region", { name: "Payment" })).toBeNull();
  });

  test("shows the child's class for an address without a child if the student has no seat", async () => {
    await renderAt(CLASS_PATH, student);
    expect(await screen.findByText("For Tom")).toBeVisible();
  });

  test("keeps the page of the student whose seat has ended", async () => {
    api.respond(PAYMENTS, [...payments, aPayment({ ...CLASS, status: "refunded", refundedAmount: 45.5 })]);
    await renderAt(CLASS_PATH, student);
    expect(await screen.findByText("You no longer have a seat in this class.")).toBeVisible();
  });

  test("shows the sibling's page after a navigation", async () => {
    const { router } = await renderAt({ pathname: CLASS_PATH, search: "?child=3" }, student);
    await screen.findByText("For Mia");
    await act(() => router.navigate(`${CLASS_PATH}?child=4`));
    await waitFor(() => expect(screen.getByText("For Tom")).toBeVisible());
  });
});

test("shows in the payment history who each payment is for", async () => {
  api.respond(PAYMENTS, [
    aPayment({ ...CLASS, ...MIA }),
    aPayment({ ...CLASS, ...TOM, _id: "p4" }),
    aPayment(CLASS),
    aPayment({ ...CLASS, childId: "5" }),
  ]);
  await renderAt("/dashboard/my-payment-history", student);
  const [, mia, tom, own, deleted] = (await screen.findAllByRole("row")) as HTMLElement[];
  expect(mia).toHaveTextContent("for Mia");
  expect(tom).toHaveTextContent("for Tom");
  expect(own).toHaveTextContent("for you");
  expect(deleted).toHaveTextContent("for a deleted child");
  expect(
    within(tom as HTMLElement).getByRole("link", { name: "Receipt for Clay Animals for Tom" }),
  ).toHaveAttribute("href", "/dashboard/my-payment-history/receipt/p4");
});

describe("classes at the same time", () => {
  const looms = { classId: "8", nameClass: "Looms", startsAt: inMinutes(600) };
  beforeEach(() => {
    const of = (childId: string) => ({ classId: CLASS.classId, childId, clashes: [looms] });
    api.respond("GET /clashes", [of(MIA.childId), of(TOM.childId)]);
  });

  test("are named before the payment only for the same child", async () => {
    await openPaymentPage(aSelection({ ...CLASS, ...TOM }));
    expect(await screen.findByText("Tom also has Looms at the same time.")).toBeVisible();
    expect(screen.getAllByRole("note")).toHaveLength(1);
  });

  test("are named once for all children if both are paid for together", async () => {
    const clay = { classId: CLASS.classId, nameClass: CLASS.nameClass, startsAt: inMinutes(600) };
    const of = (classId: string, childId: string, other: typeof clay) => ({
      classId,
      childId,
      clashes: [other],
    });
    api.respond("GET /clashes", [
      ...[MIA, TOM].map(({ childId }) => of(CLASS.classId, childId, looms)),
      ...[MIA, TOM].map(({ childId }) => of(looms.classId, childId, clay)),
    ]);
    await openCheckout([
      aSelection({ ...CLASS, ...MIA, _id: "31" }),
      aSelection({ ...CLASS, ...TOM, _id: "32" }),
      aSelection({ classId: "8", nameClass: "Looms", ...TOM, _id: "33" }),
    ]);
    const note = "Mia and Tom also have Looms at the same time.";
    expect(await screen.findByText(note)).toBeVisible();
    expect(lineOf("Clay Animals").getByRole("article")).toHaveAccessibleDescription(note);
    expect(screen.getAllByRole("note")).toHaveLength(1);
  });

  test("are not named before the payment for somebody else", async () => {
    await openPaymentPage(aSelection(CLASS));
    await screen.findByRole("timer");
    expect(screen.queryByRole("note")).toBeNull();
  });
});
