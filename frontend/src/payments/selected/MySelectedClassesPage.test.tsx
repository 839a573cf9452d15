import { act, screen, waitFor, within } from "@testing-library/react";
import { aClass, aSelection, inMinutes } from "../../testing/builders";
import { ENROLLED, SELECTED } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { findToast, renderAt, student } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";

const SELECTED_PATH = "/dashboard/my-selected-classes";
const main = () => within(screen.getByRole("main"));

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
  expect(within(looms).getByText("Sold out.")).toBeVisible();
  expect(within(looms).getByRole("button", { name: /^Pay/ })).toBeDisabled();
  expect(within(paper).getByText("6 seats available")).toBeVisible();
  // Not of the class that is sold out.
  expect(main().getByRole("link", { name: "Pay for 2 seats: $40.00" })).toBeVisible();
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

test("shows a reservation of the office first, with its end and a link to pay", async () => {
  const until = "2099-07-10T21:00:00Z";
  const reserved = { heldUntil: until, reservedUntil: until, heldPrice: 40, price: 40, seats: 0 };
  api.respond(SELECTED, [
    aSelection({ _id: "1", nameClass: "Looms" }),
    aSelection({ _id: "2", nameClass: "Clay Animals", ...reserved }),
  ]);
  await renderAt(SELECTED_PATH, student);
  const [first] = await screen.findAllByRole("article");
  const card = within(first as HTMLElement);
  expect(card.getByText(/^Reserved for you until Fri, Jul 10, 2099, 5:00\sPM/)).toBeVisible();
  expect(card.getByRole("link", { name: "Pay: Clay Animals" })).toBeVisible();
  expect(card.queryByText(/holding a seat|seats available/)).toBeNull();
});
