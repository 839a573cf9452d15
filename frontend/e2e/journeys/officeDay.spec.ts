import type { components } from "../../src/shared/api/api.gen";
import { expectAccessible } from "../support/accessibility";
import {
  createApprovedClass,
  createChild,
  createStudent,
  lessonInDays,
  PASSWORD,
  signInAdmin,
  type User,
} from "../support/api";
import { payAtDesk } from "../support/desk";
import { expect, type Page, test } from "../support/fixtures";
import { openAs } from "../support/login";
import { needTheOffice } from "../support/needs";
import { withStripeFaults } from "../support/stripe";
import { RUNNING_SITE_URL } from "../support/urls";

const PRICE = 45.5;

// The staff pages ask for the password of a login that is not recent.
test.use({ expectedConsoleErrors: /status of 409/, viewport: { width: 390, height: 844 } });

test("a clerk does on a phone what the morning, the family and the bank ask for", async ({ page }) => {
  test.setTimeout(300_000);
  const stamp = Date.now();
  const digits = String(stamp).slice(-4);
  const [admin, parent] = await Promise.all([signInAdmin(), createStudent("Cora Caller")]);
  const name = `Bowls ${stamp}`;
  const classId = await createApprovedClass(name, { seats: 4, price: PRICE, lessons: [lessonInDays(2)] });
  const childId = await createChild(parent, "Mia", null);
  const userId = await payAtDesk(admin, parent, { classId, childId, price: PRICE });
  await admin.request("PATCH", `/families/${userId}`, { phone: `(555) 010-${digits}` });

  await openAs(page, admin, "/dashboard");

  await test.step("finds the family by the last digits of its phone", async () => {
    await page.getByRole("combobox").fill(digits);
    await page.getByRole("option", { name: "Cora Caller" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Cora Caller" })).toBeVisible();
  });

  await test.step("writes the care sheet that the family tells", async () => {
    await page.getByRole("link", { name: "Care sheet of Mia" }).click();
    await page.getByRole("button", { name: "Yes, tell us about Mia" }).click();
    await page.getByLabel("Allergies and conditions").fill("Peanuts");
    await page.getByRole("button", { name: "Save care sheet" }).click();
    await expect(page.getByRole("definition").getByText("Peanuts")).toBeVisible();
    await expectAccessible(page, "a care sheet in the office");
    await page.getByRole("link", { name: "Back to the family" }).click();
  });

  await test.step("records the agreements that are signed on paper", async () => {
    await page.getByRole("link", { name: "Agreements (signed on paper) of Mia" }).click();
    await page.getByRole("radio", { name: "Yes" }).check();
    for (const box of await page.getByRole("checkbox", { name: /is signed$/ }).all()) await box.check();
    await page.getByLabel("Name on the paper").fill("Cora Caller");
    await page.getByRole("button", { name: "Record the paper" }).click();
    await expect(page.getByText(/signed on paper, seen by .* on /).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Record the paper" })).toHaveCount(0);
    await expectAccessible(page, "agreements on paper");
    await page.getByRole("link", { name: "Back to the family" }).click();
    await expect(page.getByText(/^Missing:/)).not.toContainText(/sheet|agreements/);
  });

  await test.step("prints the sign-in sheet of the class", async () => {
    await page.getByRole("link", { name }).click();
    await page.getByRole("link", { name: "Sign-in Sheet" }).click();
    await expect(page.getByRole("row").filter({ hasText: "Mia" })).toContainText("Allergies: Peanuts");
    await expect(page.getByRole("button", { name: "Print" })).toBeVisible();
  });

  await test.step("the deposit list has the check", async () => {
    await page.goto("/dashboard/money/books");
    await page.getByRole("button", { name: "Checks to deposit" }).click();
    const check = page.getByRole("row").filter({ has: page.locator(`a[href$="/families/${userId}"]`) });
    await expect(check).toContainText("No. 7");
    await expect(check).toContainText("$45.50");
    await expectAccessible(page, "the checks to deposit");
  });

  await test.step("a code ends", async () => {
    await page.getByRole("link", { name: "Codes" }).click();
    await page.getByRole("button", { name: "New code" }).click();
    await page.getByLabel("Code", { exact: true }).fill(`KILN${digits}`);
    await page.getByLabel("Percent").fill("10");
    await page.getByRole("button", { name: "Add Code" }).click();
    await page.getByRole("button", { name: `End code KILN${digits}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End code" }).click();
    await expect(page.getByRole("row").filter({ hasText: `KILN${digits}` })).toContainText("Ended");
  });

  await test.step("a role is given, and taken away", async () => {
    await page.goto("/dashboard/all-users");
    await page.getByRole("searchbox").fill(digits);
    const role = page.getByRole("button", { name: "Change the role of Cora Caller" });
    await expect(role).toHaveCount(1); // another family can have this name
    await role.click();
    await page.getByRole("button", { name: "Make Instructor Cora Caller" }).click();
    const confirmation = page.getByRole("dialog").getByRole("button", { name: "Make Instructor" });
    const again = page.getByRole("button", { name: "Student again Cora Caller" });
    await expect(confirmation.or(again)).toBeVisible();
    if (await confirmation.isVisible()) await confirmation.click();
    await again.click();
    await expect(again).toHaveCount(0);
    await expectAccessible(page, "the users");
  });

  await test.step("opens the staff pages from the settings", async () => {
    await page.goto("/dashboard/settings");
    await page.getByRole("button", { name: "Open staff pages" }).click();
    await confirmPassword(page);
    await expect(page).toHaveURL(/\/admin\/$/);
  });

  if (RUNNING_SITE_URL !== undefined) return; // only the database of the demo can be changed
  await test.step("each line of Needs you leads to exactly its rows", async () => {
    await needTheOffice();
    await openAs(page, admin, "/dashboard");
    await expect.poll(async () => (await needsOf(admin)).map(({ kind }) => kind)).toEqual(KINDS);
    await withStripeFaults({ requests: [{ fault: "fail", path: "/v1/account", count: null }] }, async () => {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        for (const need of await needsOf(admin)) await expectRows(page, need);
      }
    });
  });
});

/** Gives the password if the staff pages ask for it. */
async function confirmPassword(page: Page): Promise<void> {
  const password = page.getByRole("dialog").getByLabel("Password", { exact: true });
  await password.or(page.locator("#user-tools")).first().waitFor();
  if (!(await password.isVisible())) return;
  await password.fill(PASSWORD);
  await page.getByRole("dialog").getByRole("button", { name: "Open staff pages" }).click();
}

type Need = components["schemas"]["NeedOutput"];

const KINDS: readonly Need["kind"][] = [
  "review",
  "owed",
  "dispute",
  "reservation",
  "paperwork",
  "below_minimum",
  "offer",
  "email_failed",
  "site_check",
];

function needsOf(admin: User): Promise<Need[]> {
  return admin.request("GET", "/needs");
}

/** Follows the line of the dashboard, and expects as many rows as it says. */
async function expectRows(page: Page, { kind, count, href }: Need): Promise<void> {
  await page.goto("/dashboard");
  const line = page.getByRole("region", { name: "Needs you" }).getByRole("listitem").nth(KINDS.indexOf(kind));
  await expect(line).toContainText(new RegExp(`^${count} `));
  await line.getByRole("link").or(line.getByRole("button")).click();
  if (href.startsWith("/admin/")) await confirmPassword(page);
  await expect(page).toHaveURL(href);
  if (kind !== "site_check") return expect.poll(() => countRows(page, kind), kind).toBe(count);
  // It looks at the present: what the worker has found beside it may be well again.
  await expect(page.getByRole("row", { name: /Card payments .*Doesn't work/ })).toBeVisible();
}

async function countRows(page: Page, kind: Need["kind"]): Promise<number> {
  if (kind === "review") return page.getByRole("button", { name: /^Approve / }).count();
  if (kind === "email_failed") return page.locator(".action-select").count();
  if (kind === "paperwork") {
    const children = await page.locator('td[data-heading="Children"]').allTextContents();
    return children.flatMap((text) => text.split(", ")).length;
  }
  return page.locator("tbody tr").count();
}
