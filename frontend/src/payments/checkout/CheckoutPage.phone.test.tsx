import { act, screen, waitFor, within } from "@testing-library/react";
import { aChild, anOrder, aSelection } from "../../testing/builders";
import {
  checkoutUrl,
  grantOrder,
  openCheckout,
  PAYMENTS,
  refuseSeats,
  SELECTED,
} from "../../testing/checkoutPages";
import { deferred } from "../../testing/fakes/deferred";
import { api } from "../../testing/fakes/fakeApi";
import { matchMedia } from "../../testing/media";
import { renderAt, student } from "../../testing/renderAt";
import type { Payment } from "../api";

const MIA = { childId: "3", childName: "Mia" };
const TOM = { childId: "4", childName: "Tom" };
const clay = aSelection({ _id: "12", classId: "7", nameClass: "Clay Animals", price: 45.5, ...MIA });
const looms = aSelection({ _id: "13", classId: "8", nameClass: "Looms", price: 60, ...TOM });
const glass = aSelection({ _id: "15", classId: "10", nameClass: "Glass Beads", price: 70, ...MIA });
const ALL = [clay, looms, glass];

const main = () => within(screen.getByRole("main"));
/** The lines of the placeholder, which is not there for a screen reader. */
const skeletonRows = () =>
  main()
    .getAllByRole("listitem", { hidden: true })
    .filter((row) => row.closest("[aria-hidden]"));

const heading = (name: string) => screen.getByRole("heading", { name, hidden: true });

const fold = () => screen.getByText("3 classes · For Mia and Tom");
let matchesPhone: (matches: boolean) => void;

beforeEach(() => {
  matchesPhone = matchMedia();
  api.respond("GET /children", [aChild({ _id: "3", name: "Mia" }), aChild({ _id: "4", name: "Tom" })]);
});

test("more than two classes are folded, and what they cost is not", async () => {
  const order = anOrder(ALL);
  const discount = { price: 63, discount: 7, discountText: "Sibling discount, 10%" };
  const lines = order.lines.map((line, index) => ({ ...line, ...(index === 2 ? discount : {}) }));
  api.respond("POST /orders", { ...order, lines });
  const { user } = await openCheckout(ALL, { grantsHold: false });
  await screen.findByRole("timer");
  expect(heading("Looms")).not.toBeVisible();
  expect(screen.getByText("You save").parentElement).toHaveTextContent("$7.00");
  expect(screen.getByText("Total for 3 seats").parentElement).toHaveTextContent("$168.50");
  await user.click(fold());
  expect(heading("Looms")).toBeVisible();
});

test("a turn of the phone folds and unfolds them, and keeps the rows", async () => {
  await openCheckout(ALL);
  await screen.findByRole("timer");
  const row = heading("Looms");
  matchesPhone(false);
  expect(row).toBeVisible();
  expect(fold()).not.toBeVisible();
  matchesPhone(true);
  expect(row).not.toBeVisible();
  expect(fold()).toBeVisible();
  expect(heading("Looms")).toBe(row);
});

test("while the page loads, there is a line for each class and not for each seat", async () => {
  const selections = [clay, looms, { ...looms, ...MIA, _id: "16" }];
  const payments = deferred<{ body: Payment[] }>();
  api.handle(PAYMENTS, () => payments.promise);
  api.respond(SELECTED, selections);
  grantOrder(selections);
  await renderAt(checkoutUrl("12", "13", "16"), student);
  await waitFor(() => expect(skeletonRows()).toHaveLength(2));
  await act(async () => payments.resolve({ body: [] }));
  expect(await screen.findByRole("timer")).toBeVisible();
  expect(main().getAllByRole("article")).toHaveLength(2);
});

test("two classes are not folded", async () => {
  await openCheckout([clay, looms, { ...looms, ...MIA, _id: "16" }]);
  await screen.findByRole("timer");
  expect(heading("Clay Animals")).toBeVisible();
  expect(heading("Looms")).toBeVisible();
});

test("says in the folded line that some are at the same time", async () => {
  const other = { classId: "8", nameClass: "Looms", startsAt: "2099-07-05T13:00:00Z" };
  api.respond("GET /clashes", [{ classId: "10", childId: "3", clashes: [other] }]);
  await openCheckout(ALL);
  expect(await screen.findByText("3 classes · For Mia and Tom · Some at the same time")).toBeVisible();
});

test("a class that is refused unfolds them", async () => {
  refuseSeats(["13", "class_full", "This class is full."]);
  await openCheckout(ALL, { grantsHold: false });
  expect(await screen.findByText("This class is full.")).toBeVisible();
  expect(heading("Clay Animals")).toBeVisible();
});

test("a price that has changed unfolds them", async () => {
  api.fail("POST /orders", 409, "price_changed", "The price of a class has changed.", {
    lines: [
      { selectionId: "12", price: 45.5 },
      { selectionId: "13", price: 65 },
      { selectionId: "15", price: 70 },
    ],
  });
  await openCheckout(ALL, { grantsHold: false });
  expect(await screen.findByText("The price of a class has changed.")).toBeVisible();
  expect(screen.getByText("$65.00")).toBeVisible();
});

test("a failure that isn't about a class leaves them folded", async () => {
  api.fail("POST /orders", 503, "unavailable", "Please try again.");
  await openCheckout(ALL, { grantsHold: false });
  expect(await screen.findByText("Please try again.")).toBeVisible();
  expect(heading("Looms")).not.toBeVisible();
});

test("another refusal unfolds them again, and a success leaves them so", async () => {
  refuseSeats(["13", "class_full", "This class is full."]);
  const { user } = await openCheckout(ALL, { grantsHold: false });
  await screen.findByText("This class is full.");
  await user.click(fold());
  expect(heading("Looms")).not.toBeVisible();
  refuseSeats(["15", "too_many_holds", "Too many seats are held."]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Too many seats are held.")).toBeVisible();
  grantOrder(ALL);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("timer");
  expect(heading("Looms")).toBeVisible();
});
