import { act, screen, waitFor, within } from "@testing-library/react";
import { aClass, anEnrolledClass, aPayment, aSelection, inMinutes } from "../../testing/builders";
import { ENROLLED, PAYMENTS, SELECTED } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { findToast, renderAt, student } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";

const SELECTED_PATH = "/dashboard/my-selected-classes";
const ENROLLED_PATH = "/dashboard/my-enrolled-classes";
const HISTORY_PATH = "/dashboard/my-payment-history";
const main = () => within(screen.getByRole("main"));

test.each([SELECTED_PATH, ENROLLED_PATH, HISTORY_PATH, `${ENROLLED_PATH}/5`])(
  "redirects a visitor from %s to the login page",
  async (path) => {
    const { at } = await renderAt(path);
    expect(at()).toMatchObject({ pathname: "/login", state: { from: { pathname: path } } });
  },
);

describe("My Selected Classes", () => {
  test("shows each class with its price, its seats and a link to pay", async () => {
    const held = inMinutes(9);
    api.respond(SELECTED, [
      aSelection({
        _id: "1",
        nameClass: "Clay Animals",
        seats: 1,
        price: 40,
        heldUntil: held,
        heldPrice: 40,
      }),
      aSelection({ _id: "2", nameClass: "Paper Moons", price: 0 }),
      aSelection({ _id: "3", nameClass: "Looms", seats: 0 }),
    ]);
    await renderAt(SELECTED_PATH, student);
    const [clay, paper, looms] = await screen.findAllByRole("article");
    if (!clay || !paper || !looms) throw new Error("Three cards are expected.");
    expect(within(clay).getByText("$40.00")).toBeVisible();
    expect(within(clay).getByText("1 seat available")).toBeVisible();
    const holdText = within(clay).getByText(/We're holding a seat for you until/);
    expect(holdText).toBeVisible();
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
    await advanceTime({ minutes: 9 });
    expect(holdText).not.toBeInTheDocument();
  });

  test("offers no payment for a class that has started, unless a seat is held", async () => {
    const startsAt = inMinutes(-5);
    api.respond(SELECTED, [
      aSelection({ _id: "1", nameClass: "Clay Animals", startsAt }),
      aSelection({ _id: "2", nameClass: "Looms", startsAt, heldUntil: inMinutes(9), heldPrice: 45.5 }),
      aSelection({ _id: "3", nameClass: "Paper Moons", startsAt, heldUntil: inMinutes(-1), heldPrice: 45.5 }),
    ]);
    await renderAt(SELECTED_PATH, student);
    for (const name of ["Clay Animals", "Paper Moons"]) {
      const card = within(await screen.findByRole("article", { name }));
      expect(card.getByRole("button", { name: `Pay: ${name} (already started)` })).toBeDisabled();
      expect(card.getByText("This class has already started, so you can't join it anymore.")).toBeVisible();
      expect(card.queryByText("6 seats available")).toBeNull();
    }
    expect(main().getByRole("link", { name: "Pay: Looms" })).toBeVisible();
  });

  test("offers no payment for a class that has no dates anymore, unless a seat is held", async () => {
    const lessonsRemovedAt = inMinutes(-5);
    api.respond(SELECTED, [
      aSelection({ _id: "1", nameClass: "Clay Animals", lessonsRemovedAt }),
      aSelection({
        _id: "2",
        nameClass: "Looms",
        lessonsRemovedAt,
        heldUntil: inMinutes(9),
        heldPrice: 45.5,
      }),
    ]);
    await renderAt(SELECTED_PATH, student);
    const card = within(await screen.findByRole("article", { name: "Clay Animals" }));
    expect(card.getByRole("button", { name: "Pay: Clay Animals (no dates)" })).toBeDisabled();
    expect(card.getByText("This class has no dates right now, so you can't book it.")).toBeVisible();
    expect(main().getByRole("link", { name: "Pay: Looms" })).toBeVisible();
  });

  test("deletes a class after a confirmation and moves the focus to the list", async () => {
    api.respond(SELECTED, [aSelection({ _id: "1", nameClass: "Clay Animals" })]);
    const { user } = await renderAt(SELECTED_PATH, student);
    await user.click(await screen.findByRole("button", { name: "Remove (Delete): Clay Animals" }));
    const dialog = await screen.findByRole("dialog", { name: "You want to DELETE this selected class!" });
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.allRequests.filter(({ method }) => method === "DELETE")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Remove (Delete): Clay Animals" }));
    api.respond("DELETE /selectClass/1", { deletedCount: 1 });
    api.respond(SELECTED, []);
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("You haven't selected a class yet.")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("region", { name: "Selected classes" })).toHaveFocus());
    expect(await findToast("Clay Animals has been removed from your selected classes")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("keeps the class and shows the error in the dialog if the deletion fails", async () => {
    api.respond(SELECTED, [aSelection({ _id: "1", nameClass: "Clay Animals" })]);
    api.fail("DELETE /selectClass/1", 503, "database_unavailable", "The site is very busy.");
    const { user } = await renderAt(SELECTED_PATH, student);
    await user.click(await screen.findByRole("button", { name: "Remove (Delete): Clay Animals" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("The site is very busy.")).toBeVisible();
    expect(screen.getByRole("dialog")).toBeVisible();
  });

  test("keeps the dialog open until the server has responded to the deletion", async () => {
    let fail = () => {};
    api.respond(SELECTED, [aSelection({ _id: "1", nameClass: "Clay Animals" })]);
    api.handle("DELETE /selectClass/1", () => new Promise((_, reject) => (fail = reject)));
    const { user } = await renderAt(SELECTED_PATH, student);
    await user.click(await screen.findByRole("button", { name: "Remove (Delete): Clay Animals" }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Delete" }));
    await user.keyboard("{Escape}");
    await user.click(dialog);
    for (const name of ["Close", "Cancel"]) await user.click(within(dialog).getByRole("button", { name }));
    await act(async () => fail());
    expect(await within(dialog).findByText(/We couldn't reach Craft Camp/)).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("removes a class from the list that was already deleted", async () => {
    api.respond(SELECTED, [aSelection({ _id: "1", nameClass: "Clay Animals" })]);
    api.fail(
      "DELETE /selectClass/1",
      404,
      "not_found",
      "We couldn't find this. It may no longer be available.",
    );
    const { user } = await renderAt(SELECTED_PATH, student);
    await user.click(await screen.findByRole("button", { name: "Remove (Delete): Clay Animals" }));
    api.respond(SELECTED, []);
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("You haven't selected a class yet.")).toBeVisible();
  });

  test("links to all classes and shows popular ones if none is selected", async () => {
    api.respond(SELECTED, []);
    api.respond(ENROLLED, []);
    api.respond("GET /popularClasses", [aClass({ nameClass: "Looms" })]);
    await renderAt(SELECTED_PATH, student);
    await screen.findByText("You haven't selected a class yet.");
    expect(main().getByRole("link", { name: "All Classes" })).toHaveAttribute("href", "/all-classes");
    expect(main().getByRole("heading", { name: "Popular right now" })).toBeVisible();
    expect(main().getByRole("article", { name: "Looms" })).toBeVisible();
  });
});

describe("My Enrolled Classes", () => {
  test("shows each class with its payment status and a link to its page", async () => {
    const payment = aPayment({ classId: "7", status: "enrollPending" });
    api.respond(ENROLLED, [
      anEnrolledClass({ classId: "7" }),
      anEnrolledClass({ classId: "8", nameClass: "Looms" }),
    ]);
    api.respond(PAYMENTS, [payment, aPayment({ classId: "8", status: "refunded" })]);
    await renderAt(ENROLLED_PATH, student);
    const [clay, looms] = await screen.findAllByRole("article");
    if (!clay || !looms) throw new Error("Two cards are expected.");
    expect(within(clay).getByText("Waiting for confirmation")).toBeVisible();
    expect(within(clay).getByRole("link", { name: /^Start Class/ })).toHaveAttribute(
      "href",
      `${ENROLLED_PATH}/7`,
    );
    expect(within(looms).getByText("Enrolled")).toBeVisible();
    api.respond(PAYMENTS, [{ ...payment, status: "enrolled" }]);
    await advanceTime({ seconds: 2 });
    expect(within(clay).getByText("Enrolled")).toBeVisible();
  });

  test("shows the class with the next lesson first, and classes that are over last", async () => {
    const at = (minutes: number) => ({
      startsAt: inMinutes(minutes),
      endsAt: inMinutes(minutes + 60),
      place: "",
    });
    api.respond(ENROLLED, [
      anEnrolledClass({ nameClass: "Over", lessons: [{ _id: "1", ...at(-600) }], endedAt: inMinutes(-540) }),
      anEnrolledClass({ nameClass: "Undated" }),
      anEnrolledClass({ nameClass: "Removed", lessonsRemovedAt: inMinutes(-60) }),
      anEnrolledClass({ nameClass: "Later", lessons: [{ _id: "2", ...at(600) }] }),
      anEnrolledClass({
        nameClass: "Next",
        lessons: [-600, 60].map((from) => ({ _id: `${from}`, ...at(from) })),
      }),
    ]);
    api.respond(PAYMENTS, []);
    await renderAt(ENROLLED_PATH, student);
    const cards = await screen.findAllByRole("article");
    const names = cards.map((card) => within(card).getByRole("heading").textContent);
    expect(names).toEqual(["Next", "Later", "Undated", "Removed", "Over"]);
    // The tests run in UTC.
    expect(screen.getAllByText(/^Next lesson: .* \(Eastern Time\)$/)).toHaveLength(2);
    expect(screen.getAllByRole("link", { name: /^Add to calendar: (Next|Later)$/ })).toHaveLength(2);
    expect(screen.getByText("This class has ended.")).toBeVisible();
    expect(screen.getAllByText("This class has no dates right now.")).toHaveLength(1);
  });

  test("links to the selected classes if the student has no enrollment", async () => {
    api.respond(ENROLLED, []);
    api.respond(PAYMENTS, []);
    await renderAt(ENROLLED_PATH, student);
    await screen.findByText("You're not enrolled in a class yet.");
    expect(main().getByRole("link", { name: "My Selected Classes" })).toHaveAttribute("href", SELECTED_PATH);
  });
});

describe("My Payment History", () => {
  test("shows every payment with its status and a button to print", async () => {
    const print = jest.fn();
    window.print = print;
    const refundReason = "You canceled your seat.";
    api.respond(PAYMENTS, [
      aPayment({
        classId: "5",
        transactionId: "pi_5",
        nameClass: "Clay Animals",
        date: "2026-07-04T15:00:00Z",
      }),
      aPayment({ nameClass: "Looms", price: 20, status: "refunded", refundReason, refundedAmount: 20 }),
    ]);
    const { user } = await renderAt(HISTORY_PATH, student);
    const table = await screen.findByRole("table", { name: "Your payments, newest first" });
    const headings = within(table)
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent);
    expect(headings).toEqual([
      "No.",
      "Banner",
      "Class",
      "Instructor email",
      "Price",
      "Payment date",
      "Status",
    ]);
    const [, clay, looms] = within(table).getAllByRole("row");
    expect(within(clay as HTMLElement).getByRole("link", { name: "Clay Animals" })).toHaveAttribute(
      "href",
      `${ENROLLED_PATH}/5`,
    );
    expect(
      within(clay as HTMLElement).getByRole("link", { name: "Receipt for Clay Animals" }),
    ).toHaveAttribute("href", `${ENROLLED_PATH}/5#receipt`);
    expect(clay).not.toHaveTextContent("pi_5");
    expect(within(looms as HTMLElement).queryByRole("link", { name: /^Receipt/ })).toBeNull();
    expect(clay).toHaveTextContent(/1Clay Animals.*instructor@camp.example.*\$45.50.*Jul 4, 2026.*Enrolled/);
    expect(looms).toHaveTextContent(/2Looms.*\$20.00.*Refunded.*You canceled your seat/);
    expect(main().getByText(/^Total paid/)).toHaveTextContent("Total paid: $65.50, refunded: $20.00");
    await user.click(screen.getByRole("button", { name: "Print" }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  test("polls a pending payment only while the page is visible", async () => {
    const visibility = jest.spyOn(document, "visibilityState", "get");
    api.respond(PAYMENTS, [aPayment({ status: "enrollPending" })]);
    await renderAt(HISTORY_PATH, student);
    await advanceTime({ seconds: 10 });
    const polls = api.requests(PAYMENTS).length;
    expect(polls).toBeGreaterThan(2);
    visibility.mockReturnValue("hidden");
    await advanceTime({ minutes: 10 });
    expect(api.requests(PAYMENTS)).toHaveLength(polls);
    visibility.mockReturnValue("visible");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await advanceTime({ seconds: 0.1 });
    expect(api.requests(PAYMENTS)).toHaveLength(polls + 1);
  });

  test("retries a failed request for the payments only while the page is visible", async () => {
    const visibility = jest.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    api.fail(PAYMENTS, 503, "database_unavailable", "The site is very busy.");
    await renderAt(HISTORY_PATH, student);
    await advanceTime({ minutes: 10 });
    expect(api.requests(PAYMENTS)).toHaveLength(1);
    visibility.mockReturnValue("visible");
    api.respond(PAYMENTS, []);
    await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
    expect(await screen.findByText("You haven't paid for a class yet.")).toBeVisible();
  });

  test("shows an empty state without payments", async () => {
    api.respond(PAYMENTS, []);
    await renderAt(HISTORY_PATH, student);
    expect(await screen.findByText("You haven't paid for a class yet.")).toBeVisible();
  });
});

test.each([
  [SELECTED_PATH, SELECTED, "You haven't selected a class yet."],
  [ENROLLED_PATH, ENROLLED, "You're not enrolled in a class yet."],
  [HISTORY_PATH, PAYMENTS, "You haven't paid for a class yet."],
  [`${ENROLLED_PATH}/5`, ENROLLED, "You don't have a seat in this class."],
] as const)(
  "shows an error and retries if the data of %s cannot be loaded",
  async (path, call, emptyTitle) => {
    api.respond(PAYMENTS, []);
    api.fail(call, 503, "database_unavailable", "The site is very busy.");
    const { user } = await renderAt(path, student);
    expect(await screen.findByRole("alert")).toHaveTextContent("The site is very busy.");
    expect(screen.getByRole("heading", { level: 1 })).toBeVisible();
    api.respond(call, []);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText(emptyTitle)).toBeVisible();
  },
);
