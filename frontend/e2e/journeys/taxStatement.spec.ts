import { readFile } from "node:fs/promises";
import { expectAccessible } from "../support/accessibility";
import { bookSeat, createApprovedClass, createChild, createStudent, paymentsOf } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { openAs } from "../support/login";

/** In the coming year: what was paid is in this year's statement, the lessons are in the next one's. */
const NEXT_YEAR = new Date().getFullYear() + 1;
const LESSONS = ["06-08", "06-09"].map((day) => ({
  date: `${NEXT_YEAR}-${day}`,
  from: "09:00",
  to: "12:00",
  place: "",
}));

test("a parent prints the year's tax statement of two children", { tag: "@main" }, async ({ page }) => {
  const stamp = Date.now();
  const [bowls, looms] = [`Bowls ${stamp}`, `Looms ${stamp}`];
  const parent = await createStudent("Paula Parent");
  const [mia, tom] = await Promise.all([createChild(parent, "Mia", null), createChild(parent, "Tom", null)]);
  for (const [name, price, childId] of [
    [bowls, 45.5, mia],
    [looms, 60, tom],
  ] as const) {
    const _id = await createApprovedClass(name, { seats: 5, price, lessons: LESSONS });
    await bookSeat(parent, { _id, price, childId });
  }
  const payment = (await paymentsOf(parent)).find(({ nameClass }) => nameClass === looms);
  await parent.request("POST", `/payments/cancel/${payment?._id}`, {});

  await test.step("finds the statement in the payment history", async () => {
    await openAs(page, parent, "/dashboard/my-payment-history");
    await page.getByRole("link", { name: "Tax statement" }).click();
    await expect(page.getByRole("heading", { name: /^Tax Statement \d{4}$/ })).toBeVisible();
    await expect(page.getByText("Paid $45.50, refunded $0.00")).toBeVisible();
    await expect(page.getByText("Paid $60.00, refunded $60.00")).toBeVisible();
    await expect(entries(page)).toContainText([
      "Amount",
      /Paid by card.*Bowls.*\$45\.50/,
      /Paid by card.*Looms.*\$60\.00/,
      /Refunded to the card.*Looms.*-\$60\.00/,
    ]);
    await expect(page.getByText(/Tax ID 12-3456789/)).toBeVisible();
    await expectAccessible(page, "Tax Statement");
  });

  await test.step("prints it without what is not part of it", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.getByLabel("Year")).toBeHidden();
    await expect(entries(page)).toHaveCount(4);
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
    const lessons = page.getByRole("table", { name: "Lessons of Mia" });
    await expect(lessons).toContainText(`Jun 8, ${NEXT_YEAR}; Jun 9, ${NEXT_YEAR}`);
    await expect(page.getByRole("table", { name: "Lessons of Tom" })).toHaveCount(0);
  });
});

function entries(page: Page) {
  return page.getByRole("table", { name: "All payments and refunds, the oldest first" }).getByRole("row");
}
