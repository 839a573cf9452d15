import { screen, waitFor, within } from "@testing-library/react";
import { aSelection } from "../../testing/builders";
import {
  grantFreeOrder,
  grantOrder,
  openPaymentPage,
  orderRequests,
  payButton,
  refuseSeats,
  SELECTED,
} from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { findToast } from "../../testing/renderAt";

const free = aSelection({ price: 0 });
const main = () => within(screen.getByRole("main"));

async function enroll() {
  const { user } = await openPaymentPage(free, { grantsHold: false });
  await user.click(await screen.findByRole("button", { name: "Enroll for free" }));
}

test("needs no card and only one click", async () => {
  const { user } = await openPaymentPage(free, { grantsHold: false });
  const button = await screen.findByRole("button", { name: "Enroll for free" });
  expect(orderRequests()).toEqual([]);
  grantFreeOrder([free]);
  await user.click(button);
  expect(await screen.findByText(/You're enrolled in/)).toBeVisible();
  expect(screen.queryByText(/Transaction complete/)).toBeNull();
  expect(orderRequests()).toEqual([{ selections: [free._id], total: 0 }]);
});

test("offers no receipt and names no deadline for canceling", async () => {
  const { user } = await openPaymentPage(free, { grantsHold: false });
  grantFreeOrder([free]);
  await user.click(await screen.findByRole("button", { name: "Enroll for free" }));
  expect(await screen.findByText(/You're enrolled in/)).toBeVisible();
  expect(main().getByText("Change of plans? Please cancel, so that someone else can join.")).toBeVisible();
  expect(main().queryByText(/until/)).toBeNull();
  expect(main().queryByRole("link", { name: "View receipt" })).toBeNull();
});

test("shows an error if the class is full", async () => {
  refuseSeats([free._id, "class_full", "This class is full."]);
  await enroll();
  expect(await screen.findByText("This class is full.")).toBeVisible();
  expect(main().getByRole("heading", { level: 1 })).toHaveFocus();
});

test("says how to verify the e-mail address that a free seat needs", async () => {
  const message = "A seat in a free class needs a verified email address.";
  refuseSeats([free._id, "verified_email_needed", message]);
  await enroll();
  expect(await screen.findByText(message)).toBeVisible();
  const link = main().getByRole("link", { name: "Verify your email" });
  expect(link).toHaveAttribute("href", "/dashboard/profile");
  expect(main().getByRole("button", { name: "Try again" })).toBeEnabled();
});

test("switches to the card form if the class now has a price", async () => {
  const dearer = { ...free, price: 20, priceNow: 20 };
  api.handle("POST /orders", () => {
    api.respond(SELECTED, [dearer]);
    grantOrder([dearer]);
    const lines = [{ selectionId: free._id, price: 20 }];
    return { status: 409, body: { code: "price_changed", message: "The price has changed.", lines } };
  });
  await enroll();
  await waitFor(() => expect(payButton()).toHaveTextContent("$20.00"));
  expect(await findToast("The price has changed.")).toBeVisible();
});
