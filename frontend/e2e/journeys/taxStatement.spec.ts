import { readFile } from "node:fs/promises";
import { expectAccessible } from "../support/accessibility";
import {
  bookSeat,
  createApprovedClass,
  createChild,
  createStudent,
  paymentsOf,
  signInAdmin,
  type User,
} from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { openAs } from "../support/login";

/** In the coming year: what was paid is in this year's statement, the lessons are in the next one's. */
const NEXT_YEAR = new Date().getFullYear() + 1;
const MORNING = { from: "09:00", to: "12:00", place: "" };
const LESSONS = ["06-08", "06-09"].map((day) => ({ ...MORNING, date: `${NEXT_YEAR}-${day}` }));

interface Prices {
  price: number;
  earlyPrice?: number;
  earlyUntil?: string;
}

test("a parent prints the year's tax statement of two children", { tag: "@main" }, async ({ page }) => {
  const stamp = Date.now();
  const [bowls, looms] = [`Bowls ${stamp}`, `Looms ${stamp}`];
  const [glass, wood] = [`Glass ${stamp}`, `Wood ${stamp}`];
  const parent = await createStudent("Paula Parent");
  const [mia, tom] = await Promise.all([createChild(parent, "Mia", null), createChild(parent, "Tom", null)]);
  await book(parent, bowls, mia, { price: 50, earlyPrice: 45.5, earlyUntil: `${NEXT_YEAR}-01-31` });
  await refundPart(await book(parent, looms, tom, { price: 60 }));
  await move(await book(parent, glass, tom, { price: 30 }), wood);

  await test.step("finds the statement in the payment history", async () => {
    await openAs(page, parent, "/dashboard/my-payment-history");
    await page.getByRole("link", { name: "Tax statement" }).click();
    await expect(page.getByRole("heading", { name: /^Tax Statement \d{4}$/ })).toBeVisible();
    await expect(page.getByText("Paid $45.50, refunded $0.00")).toBeVisible();
    await expect(page.getByText("Paid $90.00, refunded $20.00")).toBeVisible();
    await expect(entries(page)).toContainText([
      "Amount",
      /Paid by card.*Bowls.*\$45\.50/,
      /Paid by card.*Looms.*\$60\.00/,
      /Refunded to the card.*Looms.*-\$20\.00/,
      /Paid by card.*Glass.*\$30\.00/,
    ]);
    await expect(page.getByText(/Tax ID 12-3456789/)).toBeVisible();
    await expectAccessible(page, "Tax Statement");
  });

  await test.step("prints it without what is not part of it", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.getByLabel("Year")).toBeHidden();
    await expect(entries(page)).toHaveCount(5);
    await page.emulateMedia({ media: "screen" });
  });

  await test.step("downloads the PDF", async () => {
    const started = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download PDF" }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/^tax-statement-\d{4}\.pdf$/);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");
  });

  await test.step("has the days of the lessons in the statement of their year", async () => {
    await page.goto(`/dashboard/my-payment-history/statement?year=${NEXT_YEAR}`);
    const days = `Jun 8 – 9, ${NEXT_YEAR} (2 days)`;
    await expect(rowsOf(page, "Lessons of Mia")).toContainText(["Class", `${bowls}${days}`]);
    await expect(rowsOf(page, "Lessons of Tom")).toContainText([
      "Class",
      `${looms}${days}`,
      `${wood}Jul 8, ${NEXT_YEAR}`,
    ]);
  });

  await test.step("has the discount and the part refund in the receipts", async () => {
    await page.goto("/dashboard/my-payment-history");
    await page.getByRole("link", { name: `Receipt for ${bowls}` }).click();
    await expect(rowsOf(page, "What was paid").nth(1)).toContainText("$50.00$4.50$45.50$0.00");
    await page.getByRole("link", { name: "Back to My Payment History" }).click();
    await page.getByRole("link", { name: `Receipt for ${looms}` }).click();
    await expect(rowsOf(page, "What was paid").nth(1)).toContainText("$60.00$0.00$60.00$20.00");
    await expectAccessible(page, "Receipt");
  });
});

/** Books a seat in a new class with lessons on two days, at its price or less. Returns the id of the payment. */
async function book(parent: User, name: string, childId: string, prices: Prices): Promise<string> {
  const _id = await createApprovedClass(name, { seats: 5, lessons: LESSONS, ...prices });
  await bookSeat(parent, { _id, price: prices.price, childId });
  const payment = (await paymentsOf(parent)).find(({ nameClass }) => nameClass === name);
  return payment?._id ?? "";
}

/** The office gives $20 back, and the seat stays. */
async function refundPart(paymentId: string): Promise<void> {
  const refund = { amount: 20, note: "The kiln was cold", key: crypto.randomUUID() };
  await (await signInAdmin()).request("POST", `/payments/${paymentId}/refunds`, refund);
}

/** The office moves the seat to a new class at the same price, with a lesson in July. */
async function move(paymentId: string, name: string): Promise<void> {
  const lessons = [{ ...MORNING, date: `${NEXT_YEAR}-07-08` }];
  const classId = await createApprovedClass(name, { seats: 5, price: 30, lessons });
  await (await signInAdmin()).request("POST", `/payments/${paymentId}/move`, { classId, reason: "A friend" });
}

function entries(page: Page) {
  return rowsOf(page, "All payments and refunds, the oldest first");
}

function rowsOf(page: Page, table: string) {
  return page.getByRole("table", { name: table }).getByRole("row");
}
