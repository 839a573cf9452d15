import { act, screen, waitFor, within } from "@testing-library/react";
import { aChild, anOffer, aSelection, inMinutes } from "../../testing/builders";
import { grantOrder, PAYMENTS, SELECTED } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { renderAt, student } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";

const PAGE_PATH = "/dashboard/my-selected-classes";
const clay = aSelection({ _id: "12", nameClass: "Clay Animals", price: 45.5 });
const looms = aSelection({ _id: "13", nameClass: "Looms", price: 60 });
const paper = aSelection({ _id: "14", nameClass: "Paper Moons", price: 21 });

const boxes = () => screen.getAllByRole("checkbox", { name: /^Pay for/ });
const boxOf = (name: string) => screen.getByRole("checkbox", { name: `Pay for ${name}` });
const payLink = (name: string) => screen.getByRole("link", { name });
const queryPayLink = () => screen.queryByRole("link", { name: /^(Pay for|Book) / });

async function openSelections(...selections: Parameters<typeof aSelection>[0][]) {
  api.respond(SELECTED, selections.map(aSelection));
  const view = await renderAt(PAGE_PATH, student);
  await screen.findAllByRole("article");
  return view;
}

test("the link names the number and the sum of the chosen classes", async () => {
  const { user } = await openSelections(clay, looms, paper);
  for (const box of boxes()) expect(box).toBeChecked();
  expect(payLink("Pay for 3 seats: $126.50")).toBeVisible();
  expect(screen.getByText("3 seats chosen")).toHaveAttribute("role", "status");
  await user.click(boxOf("Clay Animals"));
  expect(payLink("Pay for 2 seats: $81.00")).toHaveAttribute("href", "/dashboard/checkout?selections=13,14");
  await user.click(boxOf("Looms"));
  await user.click(boxOf("Paper Moons"));
  expect(queryPayLink()).toBeNull();
});

test("the link leads to the checkout, and Back restores the choice", async () => {
  const { user, at, router } = await openSelections(clay, looms, paper);
  await user.click(boxOf("Paper Moons"));
  api.respond(PAYMENTS, []);
  grantOrder([clay, looms]);
  await user.click(payLink("Pay for 2 seats: $105.50"));
  expect(await screen.findByRole("timer")).toBeVisible();
  const menu = within(screen.getAllByRole("navigation", { name: "Dashboard" })[0] as HTMLElement);
  expect(menu.getByRole("link", { name: "My Selected Classes" })).toHaveAttribute("aria-current", "page");
  await act(() => router.navigate(-1));
  await waitFor(() => expect(at().pathname).toBe(PAGE_PATH));
  expect(boxOf("Clay Animals")).toBeChecked();
  expect(boxOf("Paper Moons")).not.toBeChecked();
  expect(payLink("Pay for 2 seats: $105.50")).toBeVisible();
});

test("the rows and the link have the prices of an order of what is chosen", async () => {
  api.handle("POST /orders/quote", ({ body }) => {
    const { selections } = body as { selections: string[] };
    const reduced = { price: 57, listPrice: 60, discount: 3, discountText: "Sibling discount, 5%" };
    const code = { usesCode: false, replaced: null };
    return {
      body: { lines: selections.length > 1 ? [{ selectionId: "13", ...reduced, ...code }] : [], total: 0 },
    };
  });
  const { user } = await openSelections(clay, looms);
  expect(await screen.findByText("Sibling discount, 5%: $3.00 off")).toBeVisible();
  expect(payLink("Pay for 2 seats: $102.50")).toBeVisible();
  expect(screen.getByText("You save $3.00")).toBeVisible();
  await user.click(boxOf("Clay Animals"));
  expect(await screen.findByRole("link", { name: "Pay for 1 seat: $60.00" })).toBeVisible();
  expect(screen.queryByText(/You save/)).toBeNull();
});

test("tells once that two of the classes are at the same time", async () => {
  const rowOf = (classId: string, others: [string, string][]) => ({
    classId,
    childId: null,
    clashes: others.map(([id, nameClass]) => ({ classId: id, nameClass, startsAt: inMinutes(3000) })),
  });
  api.respond("GET /clashes", [
    rowOf("7", [["8", "Looms"]]),
    rowOf("8", [
      ["7", "Clay Animals"],
      ["9", "Ink"],
    ]),
  ]);
  await openSelections({ ...clay, classId: "7" }, { ...looms, classId: "8" });
  const note = "You also have Looms at the same time.";
  expect(await screen.findByText(note)).toBeVisible();
  expect(boxOf("Clay Animals")).toHaveAccessibleDescription(note);
  expect(screen.getByRole("article", { name: "Clay Animals" })).toHaveAccessibleDescription(note);
  expect(boxOf("Looms")).toHaveAccessibleDescription("You also have Ink at the same time.");
  expect(screen.getAllByRole("note")).toHaveLength(2);
});

test("names a clash that the row above has left out, as it names only the first", async () => {
  const classes = ["Clay Animals", "Looms", "Ink", "Paper", "Felt"].map((nameClass, index) =>
    aSelection({ classId: String(index), nameClass }),
  );
  const rows = classes.map(({ classId }) => {
    const others = classes.filter((other) => other.classId !== classId);
    const clashes = others.slice(0, 3).map((other) => ({ ...other, startsAt: inMinutes(3000) }));
    return { classId, childId: null, clashes };
  });
  api.respond("GET /clashes", rows);
  await openSelections(...classes);
  expect(await screen.findByText("You also have Looms, Ink, and Paper at the same time.")).toBeVisible();
  expect(boxOf("Paper")).not.toHaveAccessibleDescription();
  expect(boxOf("Felt")).toHaveAccessibleDescription(
    "You also have Clay Animals, Looms, and Ink at the same time.",
  );
});

test("a class that cannot be paid for has no check box, nor has the only one that can", async () => {
  await openSelections({ ...clay, seats: 0 }, { ...looms, startsAt: inMinutes(-5) }, paper);
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(payLink("Pay for 1 seat: $21.00")).toBeVisible();
});

test("a seat cannot be paid for after its hold or offer has ended", async () => {
  await openSelections(
    anOffer(1, { _id: "11", nameClass: "Glazing", price: 30 }),
    { ...clay, seats: 0, heldUntil: inMinutes(15) },
    looms,
    paper,
  );
  expect(payLink("Pay for 4 seats: $156.50")).toBeVisible();
  await advanceTime({ minutes: 15 });
  expect(screen.queryByRole("checkbox", { name: "Pay for Clay Animals" })).toBeNull();
  expect(screen.getByText("Sold out.")).toBeVisible();
  expect(payLink("Pay for 3 seats: $111.00")).toBeVisible();
  await advanceTime({ minutes: 45 });
  expect(boxes()).toEqual([boxOf("Looms"), boxOf("Paper Moons")]);
  expect(payLink("Pay for 2 seats: $81.00")).toHaveAttribute("href", "/dashboard/checkout?selections=13,14");
});

test("each check box names who takes part", async () => {
  api.respond("GET /children", [aChild({ _id: "3", name: "Mia" })]);
  await openSelections({ ...clay, childId: "3", childName: "Mia" }, { ...clay, _id: "15" });
  expect(boxOf("Clay Animals for Mia")).toBeVisible();
  expect(boxOf("Clay Animals for you")).toBeVisible();
});

test.each([
  [1, "Book 1 free seat"],
  [2, "Book 2 free seats"],
])("the link says if the chosen classes are free: %s", async (count, text) => {
  const { user } = await openSelections(
    { ...clay, price: 0, priceNow: 0 },
    { ...looms, price: 0, priceNow: 0 },
  );
  for (const box of boxes().slice(count)) await user.click(box);
  expect(payLink(text)).toBeVisible();
});

test("siblings in a class stand in the order in which they were added", async () => {
  await openSelections(
    { ...clay, _id: "15", childId: "4", childName: "Tom" },
    { ...clay, childId: "3", childName: "Mia" },
  );
  expect(boxes()).toEqual([boxOf("Clay Animals for Mia"), boxOf("Clay Animals for Tom")]);
});

test("at most twelve classes can be chosen", async () => {
  const { user } = await openSelections(
    ...Array.from({ length: 13 }, (_, index) => ({
      _id: String(index),
      nameClass: `Class ${index}`,
      price: 10,
    })),
  );
  expect(payLink("Pay for 12 seats: $120.00")).toBeVisible();
  expect(screen.getByText("12 seats chosen. You can pay for up to 12 seats at once.")).toBeVisible();
  expect(boxOf("Class 12")).toBeDisabled();
  await user.click(boxOf("Class 3"));
  expect(boxOf("Class 12")).toBeEnabled();
  expect(screen.queryByText(/You can pay for up to/)).toBeNull();
});
