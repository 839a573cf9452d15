import { screen, waitFor, within } from "@testing-library/react";
import { aClass, aClassPage, anOrder, aSelection, inMinutes } from "../../testing/builders";
import {
  grantFreeOrder,
  grantOrder,
  lineOf,
  openCheckout,
  openPaymentPage,
  orderRequests,
  payButton,
} from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { renderAt } from "../../testing/renderAt";

const clay = aSelection({ _id: "12", classId: "7", nameClass: "Clay Animals", price: 50 });
const looms = aSelection({ _id: "13", classId: "8", nameClass: "Looms", price: 60 });
const EARLY = { price: 50, earlyPrice: 40, earlyUntil: "2099-05-01", priceNow: 40 };
const SIBLING = { price: 54, listPrice: 60, discount: 6, discountText: "Sibling discount, 10%" };

const USED = { usesCode: true, replaced: null };
const UNUSED = { usesCode: false, replaced: null };

const KEPT = "Reserved seats keep their code: we've agreed on their price.";

/** What an order costs with a code that takes a fifth off the first class. */
const QUOTE = {
  lines: [
    { selectionId: "12", price: 40, listPrice: 50, discount: 10, discountText: "Code", ...USED },
    { selectionId: "13", price: 60, listPrice: 60, discount: 0, discountText: "", ...UNUSED },
  ],
  total: 100,
};

/** Makes the server hold the seats of both classes at these prices. */
function grantAt(prices: readonly { price: number }[]) {
  const order = anOrder([clay, looms]);
  const lines = order.lines.map((line, index) => ({ ...line, ...prices[index] }));
  api.respond("POST /orders", { ...order, lines });
}

async function applyCode(user: Awaited<ReturnType<typeof openCheckout>>["user"], code: string) {
  await user.click(await screen.findByText("Have a code?"));
  await user.type(screen.getByLabelText("Code"), code);
  await user.click(screen.getByRole("button", { name: "Apply" }));
}

describe("the early price", () => {
  test("is on the card with its last day, beside the list price", async () => {
    api.respond("GET /classes", [aClass({ nameClass: "Felt", ...EARLY })]);
    await renderAt("/all-classes");
    const card = within(await screen.findByRole("article", { name: "Felt" }));
    expect(card.getByText(/^\$40.00/)).toHaveTextContent("$40.00 instead of $50.00");
    expect(card.getByText(/^Early price until\sMay\s1, 2099$/)).toBeVisible();
  });

  test("is not shown anymore after its last day", async () => {
    api.respond("GET /classes", [aClass({ nameClass: "Felt", ...EARLY, priceNow: 50 })]);
    await renderAt("/all-classes");
    const card = within(await screen.findByRole("article", { name: "Felt" }));
    expect(card.getByText("$50.00")).toBeVisible();
    expect(card.queryByText(/Early price/)).toBeNull();
  });

  test("is on the page of the class", async () => {
    api.respond("GET /classes", []);
    api.respond("GET /classes/7", aClassPage({ _id: "7", ...EARLY }));
    await renderAt("/all-classes/7");
    const bar = within(await screen.findByRole("region", { name: "Price and seats" }));
    expect(bar.getByText(/^Early price until/)).toBeVisible();
    expect(bar.getByText("$50.00").tagName).toBe("S");
  });

  test("is what a selected class costs", async () => {
    const early = { ...clay, ...EARLY };
    grantOrder([{ ...early, price: 40 }]);
    await openPaymentPage(early, { grantsHold: false });
    await waitFor(() => expect(payButton()).toBeEnabled());
    expect(payButton()).toHaveTextContent("$40.00");
    expect(orderRequests()).toEqual([{ selections: ["12"], total: 40 }]);
  });

  test("doesn't lower the price that the office has agreed on", async () => {
    const reserved = {
      ...clay,
      ...EARLY,
      price: 45,
      priceNow: 45,
      listPrice: 50,
      reservedUntil: "2099-01-01T00:00:00Z",
    };
    grantOrder([reserved]);
    await openPaymentPage(reserved, { grantsHold: false });
    await waitFor(() => expect(payButton()).toBeEnabled());
    expect(payButton()).toHaveTextContent("$45.00");
    expect(orderRequests()).toEqual([{ selections: ["12"], total: 45 }]);
  });
});

test("charges a lower total without asking, and says why it is lower", async () => {
  grantAt([{ price: 50 }, SIBLING]);
  await openCheckout([clay, looms], { grantsHold: false });
  await waitFor(() => expect(payButton()).toBeEnabled());
  expect(payButton()).toHaveTextContent("$104.00");
  expect(lineOf("Looms").getByText("Sibling discount, 10%: $6.00 off")).toBeVisible();
  expect(lineOf("Looms").getByText("$60.00").tagName).toBe("S");
  expect(orderRequests()).toEqual([{ selections: ["12", "13"], total: 110 }]);
});

describe("a code", () => {
  test("lowers the price of the seats that are held", async () => {
    const { user } = await openCheckout([clay, looms]);
    await waitFor(() => expect(payButton()).toBeEnabled());
    api.respond("POST /orders/quote", QUOTE);
    grantAt(QUOTE.lines);
    await applyCode(user, " kiln ");
    expect(await screen.findByText("Code KILN is applied.")).toBeVisible();
    await waitFor(() => expect(payButton()).toBeEnabled());
    expect(payButton()).toHaveTextContent("$100.00");
    expect(lineOf("Clay Animals").getByText("Code: $10.00 off")).toBeVisible();
    expect(api.requests("POST /orders/quote")[0]?.body).toEqual({ selections: ["12", "13"], code: "kiln" });
    expect(orderRequests().at(-1)).toEqual({ selections: ["12", "13"], total: 100, code: "kiln" });
  });

  test("can be taken back", async () => {
    const { user } = await openCheckout([clay, looms]);
    api.respond("POST /orders/quote", QUOTE);
    grantAt(QUOTE.lines);
    await applyCode(user, "kiln");
    const remove = await screen.findByRole("button", { name: "Remove the code" });
    const lines = [clay, looms].map(({ _id, price }) => ({
      selectionId: _id,
      price,
      listPrice: price,
      discount: 0,
      discountText: "",
      ...UNUSED,
    }));
    api.respond("POST /orders/quote", { lines, total: 110 });
    grantOrder([clay, looms]);
    await user.click(remove);
    await waitFor(() => expect(payButton()).toHaveTextContent("$110.00"));
    expect(screen.getByText("Have a code?")).toBeVisible();
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    expect(api.requests("POST /orders/quote").at(-1)?.body).toEqual({ selections: ["12", "13"], code: "" });
    expect(orderRequests().at(-1)).toEqual({ selections: ["12", "13"], total: 110, code: "" });
  });

  describe("of seats that are held already, as after a reload,", () => {
    const reduced = { ...clay, priceNow: 40, listPrice: 50, discount: 10, discountText: "Code" };

    test("can be taken back", async () => {
      grantAt(QUOTE.lines);
      const { user } = await openCheckout([reduced, looms], { grantsHold: false });
      expect(await screen.findByText("A code is applied.")).toBeVisible();
      const lines = [
        { ...QUOTE.lines[0], price: 50, discount: 0, discountText: "", ...UNUSED },
        QUOTE.lines[1],
      ];
      api.respond("POST /orders/quote", { lines, total: 110 } as typeof QUOTE);
      grantOrder([clay, looms]);
      await user.click(screen.getByRole("button", { name: "Remove the code" }));
      await waitFor(() => expect(payButton()).toHaveTextContent("$110.00"));
      expect(orderRequests().at(-1)).toEqual({ selections: ["12", "13"], total: 110, code: "" });
      expect(screen.queryByText("A code is applied.")).toBeNull();
      expect(screen.getByText("Have a code?")).toBeVisible();
    });

    test("stays with a price that the office has agreed on", async () => {
      grantAt(QUOTE.lines);
      const reserved = { ...reduced, reservedUntil: inMinutes(999), heldUntil: inMinutes(999) };
      await openCheckout([reserved, looms], { grantsHold: false });
      await waitFor(() => expect(payButton()).toBeEnabled());
      expect(screen.queryByRole("button", { name: "Remove the code" })).toBeNull();
      expect(screen.getByText("Have a code?")).toBeVisible();
      expect(screen.getByText(KEPT)).toBeVisible();
    });
  });

  test("stays on a reserved seat when it is taken back from the others, and says why", async () => {
    const reserved = { ...clay, reservedUntil: inMinutes(999), heldUntil: inMinutes(999) };
    const { user } = await openCheckout([reserved, looms]);
    const lines = QUOTE.lines.map((line) => ({ ...line, ...USED }));
    api.respond("POST /orders/quote", { lines, total: 100 });
    grantAt(lines);
    await applyCode(user, "kiln");
    await waitFor(() => expect(payButton()).toBeEnabled());
    expect(screen.queryByText(KEPT)).toBeNull();
    api.respond("POST /orders/quote", QUOTE);
    grantAt(QUOTE.lines);
    await user.click(screen.getByRole("button", { name: "Remove the code" }));
    expect(await screen.findByText(KEPT)).toBeVisible();
    expect(screen.getByText("Have a code?")).toBeVisible();
    expect(payButton()).toHaveTextContent("$100.00");
  });

  test("stays if it can't be taken back, and says why", async () => {
    const { user } = await openCheckout([clay, looms]);
    api.respond("POST /orders/quote", QUOTE);
    grantAt(QUOTE.lines);
    await applyCode(user, "kiln");
    const remove = await screen.findByRole("button", { name: "Remove the code" });
    api.fail("POST /orders/quote", 503, "database_unavailable", "The site is very busy.");
    await user.click(remove);
    expect(await screen.findByText("The site is very busy.")).toBeVisible();
    expect(screen.getByText("Code KILN is applied.")).toBeVisible();
  });

  test("says which discounts it replaces", async () => {
    const { user } = await openCheckout([clay, looms]);
    const replaced = { discount: 6, discountText: "Sibling discount, 10%" };
    const lines = QUOTE.lines.map((line) => ({ ...line, usesCode: true, replaced }));
    api.respond("POST /orders/quote", { lines, total: 100 });
    grantAt(lines);
    await applyCode(user, "kiln");
    expect(await screen.findByText(/It replaces/)).toHaveTextContent(
      "Code KILN is applied. It replaces: Sibling discount, 10% ($12.00 off).",
    );
  });

  test("says that it is not used where the other discounts are better", async () => {
    const { user } = await openCheckout([clay, looms]);
    const lines = QUOTE.lines.map((line) => ({ ...line, ...UNUSED }));
    api.respond("POST /orders/quote", { lines, total: 100 });
    grantAt(lines);
    await applyCode(user, "kiln");
    expect(await screen.findByText(/^Code KILN isn't used/)).toBeVisible();
    expect(screen.queryByText(/is applied/)).toBeNull();
  });

  test("that is refused changes nothing, and says why", async () => {
    const { user } = await openCheckout([clay, looms]);
    await waitFor(() => expect(payButton()).toBeEnabled());
    api.fail("POST /orders/quote", 409, "code_unknown", "We don't know this code.");
    await applyCode(user, "nope");
    expect(await screen.findByText("We don't know this code.")).toBeVisible();
    expect(screen.getByLabelText("Code")).toHaveValue("nope");
    expect(payButton()).toBeEnabled();
    expect(orderRequests()).toHaveLength(1);
  });

  test("that pays for everything needs no card, and enrolls only after a click", async () => {
    const { user } = await openPaymentPage(clay);
    await waitFor(() => expect(payButton()).toBeEnabled());
    const free = { selectionId: "12", price: 0, listPrice: 50, discount: 50, discountText: "Code", ...USED };
    api.respond("POST /orders/quote", { lines: [free], total: 0 });
    await applyCode(user, "aid");
    const enroll = await screen.findByRole("button", { name: "Enroll for free" });
    expect(orderRequests()).toHaveLength(1);
    grantFreeOrder([clay]);
    await user.click(enroll);
    expect(await screen.findByRole("heading", { name: /booked/ })).toBeVisible();
    expect(orderRequests().at(-1)).toEqual({ selections: ["12"], total: 0, code: "aid" });
  });

  test("that pays for everything can be taken back", async () => {
    const { user } = await openPaymentPage(clay);
    await waitFor(() => expect(payButton()).toBeEnabled());
    const line = { selectionId: "12", price: 0, listPrice: 50, discount: 50, discountText: "Code", ...USED };
    api.respond("POST /orders/quote", { lines: [line], total: 0 });
    await applyCode(user, "aid");
    await screen.findByRole("button", { name: "Enroll for free" });
    const full = { ...line, price: 50, discount: 0, discountText: "", ...UNUSED };
    api.respond("POST /orders/quote", { lines: [full], total: 50 });
    await user.click(screen.getByRole("button", { name: "Remove the code" }));
    await waitFor(() => expect(payButton()).toHaveTextContent("$50.00"));
    expect(orderRequests().at(-1)).toEqual({ selections: ["12"], total: 50, code: "" });
  });
});
