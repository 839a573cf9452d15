import { screen, waitFor, within } from "@testing-library/react";
import { anEnrolledClass, aPayment, aSelection, inMinutes } from "../testing/builders";
import { api } from "../testing/fakeApi";
import { ENROLLED, PAYMENTS, SELECTED, said } from "../testing/paying";
import { renderAt, student } from "../testing/renderAt";

const SELECTED_PAGE = "/dashboard/my-selected-classes";
const ENROLLED_PAGE = "/dashboard/my-enrolled-classes";
const HISTORY_PAGE = "/dashboard/my-payment-history";
const main = () => within(screen.getByRole("main"));

test.each([SELECTED_PAGE, ENROLLED_PAGE, HISTORY_PAGE, `${ENROLLED_PAGE}/5`])(
  "nobody is sent to log in: %s",
  async (page) => {
    const { at } = await renderAt(page);
    expect(at()).toMatchObject({ pathname: "/login", state: { from: { pathname: page } } });
  },
);

describe("my selected classes", () => {
  test("each has its price, its seats, and a way to pay", async () => {
    const held = inMinutes(9);
    api.answer(SELECTED, [
      aSelection({ _id: "1", nameClass: "Clay Animals", seats: 1, heldUntil: held, heldPrice: 40 }),
      aSelection({ _id: "2", nameClass: "Paper Moons", price: 0 }),
      aSelection({ _id: "3", nameClass: "Looms", seats: 0 }),
    ]);
    await renderAt(SELECTED_PAGE, student);
    const [clay, paper, looms] = await screen.findAllByRole("article");
    if (!clay || !paper || !looms) throw new Error("Three cards are expected.");
    expect(within(clay).getByText("$40.00")).toBeVisible();
    expect(within(clay).getByText("1 seat available")).toBeVisible();
    expect(within(clay).getByText(/A seat is held for you until/)).toBeVisible();
    expect(within(clay).getByRole("link", { name: "Pay: Clay Animals" })).toHaveAttribute(
      "href",
      "/dashboard/payment/1",
    );
    expect(within(paper).getByRole("link", { name: /^Enroll for free/ })).toHaveAttribute(
      "href",
      "/dashboard/payment/2",
    );
    expect(within(looms).getByText("Sold out")).toBeVisible();
    expect(within(looms).getByRole("button", { name: /^Pay/ })).toBeDisabled();
    expect(main().getByText("$85.50")).toBeVisible();
  });

  test("one is deleted once that is confirmed", async () => {
    api.answer(SELECTED, [aSelection({ _id: "1", nameClass: "Clay Animals" })]);
    const { user } = await renderAt(SELECTED_PAGE, student);
    await user.click(await screen.findByRole("button", { name: "Delete: Clay Animals" }));
    const dialog = await screen.findByRole("dialog", { name: "You want to DELETE this selected class!" });
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.calls.filter(({ method }) => method === "DELETE")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Delete: Clay Animals" }));
    api.answer("DELETE /selectClass/1", { deletedCount: 1 });
    api.answer(SELECTED, []);
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("You have not selected a class yet.")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("region", { name: "Selected classes" })).toHaveFocus());
    expect(await said("Clay Animals is deleted from your selected classes")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("a deletion that fails says so and keeps the class", async () => {
    api.answer(SELECTED, [aSelection({ _id: "1", nameClass: "Clay Animals" })]);
    api.refuse("DELETE /selectClass/1", 503, "database_unavailable", "The site is very busy.");
    const { user } = await renderAt(SELECTED_PAGE, student);
    await user.click(await screen.findByRole("button", { name: "Delete: Clay Animals" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("The site is very busy.")).toBeVisible();
    expect(screen.getByRole("dialog")).toBeVisible();
  });

  test("one that is gone already goes from the list", async () => {
    api.answer(SELECTED, [aSelection({ _id: "1", nameClass: "Clay Animals" })]);
    api.refuse("DELETE /selectClass/1", 404, "not_found", "There is no such thing here.");
    const { user } = await renderAt(SELECTED_PAGE, student);
    await user.click(await screen.findByRole("button", { name: "Delete: Clay Animals" }));
    api.answer(SELECTED, []);
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("You have not selected a class yet.")).toBeVisible();
  });

  test("none leads to all classes", async () => {
    api.answer(SELECTED, []);
    await renderAt(SELECTED_PAGE, student);
    await screen.findByText("You have not selected a class yet.");
    expect(main().getByRole("link", { name: "All Classes" })).toHaveAttribute("href", "/all-classes");
  });
});

describe("my enrolled classes", () => {
  test("each says how far it is and leads to its own page", async () => {
    const payment = aPayment({ classId: "7", status: "enrollPending" });
    api.answer(ENROLLED, [
      anEnrolledClass({ classId: "7" }),
      anEnrolledClass({ classId: "8", nameClass: "Looms" }),
    ]);
    api.answer(PAYMENTS, [payment, aPayment({ classId: "8", status: "refunded" })]);
    await renderAt(ENROLLED_PAGE, student);
    const [clay, looms] = await screen.findAllByRole("article");
    if (!clay || !looms) throw new Error("Two cards are expected.");
    expect(within(clay).getByText("Waiting for confirmation")).toBeVisible();
    expect(within(clay).getByRole("link", { name: /^Start Class/ })).toHaveAttribute(
      "href",
      `${ENROLLED_PAGE}/7`,
    );
    expect(within(looms).getByText("Enrolled")).toBeVisible();
    api.answer(PAYMENTS, [{ ...payment, status: "enrolled" }]);
    expect(await within(clay).findByText("Enrolled", {}, { timeout: 3000 })).toBeVisible();
  });

  test("none says what to do next", async () => {
    api.answer(ENROLLED, []);
    api.answer(PAYMENTS, []);
    await renderAt(ENROLLED_PAGE, student);
    await screen.findByText("You are not enrolled in a class yet.");
    expect(main().getByRole("link", { name: "My Selected Classes" })).toHaveAttribute("href", SELECTED_PAGE);
  });
});

describe("my payment history", () => {
  test("has every payment with its state, and a way to print", async () => {
    const print = jest.fn();
    window.print = print;
    const refundReason = "You gave the place back.";
    api.answer(PAYMENTS, [
      aPayment({ nameClass: "Clay Animals", date: "2026-07-04T15:00:00Z" }),
      aPayment({ nameClass: "Looms", price: 20, status: "refunded", refundReason, refundedAmount: 20 }),
    ]);
    const { user } = await renderAt(HISTORY_PAGE, student);
    const table = await screen.findByRole("table", { name: "Your payments, newest first" });
    const headings = within(table)
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent);
    expect(headings).toEqual([
      "No.",
      "Banner",
      "Class",
      "Instructor e-mail",
      "Price",
      "Payment date",
      "Status",
    ]);
    const [, clay, looms] = within(table).getAllByRole("row");
    expect(clay).toHaveTextContent(/1Clay Animals.*instructor@camp.example.*\$45.50.*Jul 4, 2026.*Enrolled/);
    expect(looms).toHaveTextContent(/2Looms.*\$20.00.*Refunded.*You gave the place back/);
    expect(main().getByText(/^Paid in all/)).toHaveTextContent(
      "Paid in all: $65.50, of which refunded: $20.00",
    );
    await user.click(screen.getByRole("button", { name: "Print" }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  test("none says what to do next", async () => {
    api.answer(PAYMENTS, []);
    await renderAt(HISTORY_PAGE, student);
    expect(await screen.findByText("You have not paid for a class yet.")).toBeVisible();
  });
});

test.each([
  [SELECTED_PAGE, SELECTED, "You have not selected a class yet."],
  [ENROLLED_PAGE, ENROLLED, "You are not enrolled in a class yet."],
  [HISTORY_PAGE, PAYMENTS, "You have not paid for a class yet."],
  [`${ENROLLED_PAGE}/5`, ENROLLED, "You have no place in this class."],
] as const)("what cannot be loaded is told, and can be tried again: %s", async (page, call, empty) => {
  api.answer(PAYMENTS, []);
  api.refuse(call, 503, "database_unavailable", "The site is very busy.");
  const { user } = await renderAt(page, student);
  expect(await screen.findByRole("alert")).toHaveTextContent("The site is very busy.");
  expect(screen.getByRole("heading", { level: 1 })).toBeVisible();
  api.answer(call, []);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(empty)).toBeVisible();
});
