import type { components } from "../../src/shared/api/api.gen";
import { expectAccessible } from "../support/accessibility";
import { createApprovedClass, createStudent, signInInstructor } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { press } from "../support/keyboard";
import { openAs } from "../support/login";
import { horizontalOverflow } from "../support/pages";
import { expectPaymentComplete, payWithCard, VALID_CARD } from "../support/stripe";

type RosterEntry = components["schemas"]["RosterOutput"];

const AGE = 10;

test.use({ viewport: { width: 390, height: 844 } });

test("a parent books two classes for two children on a phone, and cancels one seat", async ({ page }) => {
  test.setTimeout(240_000);
  const stamp = Date.now();
  const [bowls, looms] = [`Family Bowls ${stamp}`, `Family Looms ${stamp}`];
  const [parent, bowlsId, loomsId] = await Promise.all([
    createStudent("Paula Parent"),
    createApprovedClass(bowls, { seats: 2, price: 45.5, ageFrom: AGE - 2, ageTo: AGE + 4 }),
    createApprovedClass(looms, { seats: 5, price: 0 }),
  ]);

  await test.step("adds two children, one without a date of birth", async () => {
    await openAs(page, parent, "/dashboard/my-selected-classes");
    await page.getByRole("button", { name: "Open Dashboard Menu" }).click();
    await page.getByRole("banner").getByRole("link", { name: "My Children" }).click();
    await expect(page.getByText("You haven't added a child yet.")).toBeVisible();
    await addChild(page, "Mia", bornYearsAgo(AGE));
    await addChild(page, "Tom", "");
    await expectFits(page);
  });

  await test.step("selects a class for one child by keyboard", async () => {
    await page.goto(`/all-classes/${bowlsId}`);
    await press(page, selectButton(page, bowls));
    // Only Mia can come, so she is ticked.
    await press(page, familySheet(page).getByRole("button", { name: "Select for Mia: $45.50" }));
    await expect(familySheet(page)).toHaveCount(0);
    await expect(page.getByText("You've selected this class for Mia.")).toBeVisible();
    await expect(selectButton(page, bowls)).toBeFocused();
  });

  await test.step("adds the date of birth of the other for a class with an age limit, and selects it", async () => {
    await selectButton(page, bowls).click();
    const sheet = familySheet(page);
    await expect(sheet.getByRole("checkbox", { name: /^Mia .*already selected$/ })).toBeDisabled();
    await expect(sheet.getByRole("checkbox", { name: "Tom date of birth missing" })).toBeDisabled();
    await expectFits(page);
    await sheet.getByRole("button", { name: "Add it for Tom" }).click();
    await sheet.getByLabel("Date of birth (optional)").fill(bornYearsAgo(AGE + 2));
    await sheet.getByRole("button", { name: "Save" }).click();
    await expect(sheet.getByRole("checkbox", { name: /^Tom age/ })).toBeChecked();
    await expectAccessible(page, "the question for the family");
    await sheet.getByRole("button", { name: "Select for Tom: $45.50" }).click();
    await expect(page.getByText("You've selected this class for Tom.")).toBeVisible();
  });

  await test.step("pays for both", async () => {
    await page.getByRole("link", { name: "Pay now for Mia" }).click();
    await expect(page.getByText("For Mia", { exact: true })).toBeVisible();
    await payWithCard(page, VALID_CARD);
    await expectPaymentComplete(page);
    await expect(page.getByText("Mia is enrolled in")).toBeVisible();
    await page.getByRole("link", { name: `Pay for the next: ${bowls} for Tom` }).click();
    await payWithCard(page, VALID_CARD);
    await expectPaymentComplete(page);
    await expect(page.getByText("Tom is enrolled in")).toBeVisible();
  });

  await test.step("enrolls one of them in a free class", async () => {
    await page.goto(`/all-classes/${loomsId}`);
    await selectButton(page, looms).click();
    await familySheet(page).getByRole("checkbox", { name: /^Tom/ }).check();
    await familySheet(page).getByRole("button", { name: "Select for Tom" }).click();
    await page.getByRole("link", { name: "Pay now for Tom" }).click();
    await page.getByRole("button", { name: "Enroll for free" }).click();
    await expect(page.getByText("Tom is enrolled in")).toBeVisible();
  });

  await test.step("sees who goes where", async () => {
    await page.goto("/dashboard/my-enrolled-classes");
    await expectClasses(page, "Mia", [bowls]);
    await expectClasses(page, "Tom", [looms, bowls]);
    await expectFits(page);
    await page.goto("/dashboard/my-payment-history");
    await expect(page.getByRole("row").filter({ hasText: "for Mia" })).toHaveCount(1);
    await expect(page.getByRole("row").filter({ hasText: "for Tom" })).toHaveCount(2);
    await expectFits(page);
  });

  await test.step("cancels the seat of one child", async () => {
    await page.goto("/dashboard/my-enrolled-classes");
    await page.getByRole("link", { name: `Start Class: ${bowls} for Mia` }).click();
    await expect(page.getByText("For Mia", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Cancel Mia's seat" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel Mia's seat" }).click();
    await expect(page.getByText("Mia no longer has a seat in this class.")).toBeVisible();
  });

  await test.step("keeps the seats of the other", async () => {
    await page.goto("/dashboard/my-enrolled-classes");
    await expectClasses(page, "Tom", [looms, bowls]);
    await expect(page.getByRole("region", { name: "Mia" })).toHaveCount(0);
    const instructor = await signInInstructor();
    const roster = await instructor.request<RosterEntry[]>("GET", `/classes/${bowlsId}/roster`);
    expect(roster).toMatchObject([{ name: "Tom", guardianName: "Paula Parent", age: AGE + 2 }]);
  });
});

async function addChild(page: Page, name: string, bornOn: string): Promise<void> {
  await page.getByRole("button", { name: "Add a child" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a child" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Date of birth (optional)").fill(bornOn);
  await dialog.getByRole("button", { name: "Add child" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible();
}

/** A day on which a child of this age was born, well before today's day of the year. */
function bornYearsAgo(years: number): string {
  return new Date(Date.now() - (years * 365.25 + 100) * 24 * 3_600_000).toISOString().slice(0, 10);
}

function selectButton(page: Page, nameClass: string) {
  return page.getByRole("button", { name: `Select ${nameClass}` });
}

function familySheet(page: Page) {
  return page.getByRole("dialog", { name: "Who is it for?" });
}

/** Expects exactly these classes, in any order, under the name of the participant. */
async function expectClasses(page: Page, name: string, classes: string[]): Promise<void> {
  const headings = page.getByRole("region", { name, exact: true }).getByRole("heading", { level: 3 });
  await expect(headings).toHaveCount(classes.length);
  expect((await headings.allTextContents()).sort()).toEqual([...classes].sort());
}

async function expectFits(page: Page): Promise<void> {
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
}
