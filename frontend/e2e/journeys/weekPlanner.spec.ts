import { expectAccessible } from "../support/accessibility";
import { createApprovedClass, createChild, createStudent, lessonInDays, selectClass } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { moveFocusTo } from "../support/keyboard";
import { openAs } from "../support/login";

test("a parent plans the weeks of a child", async ({ page }) => {
  const stamp = Date.now();
  const [fits, tooOld, clash] = [`Plan Bowls ${stamp}`, `Plan Looms ${stamp}`, `Plan Prints ${stamp}`];
  const lessons = [lessonInDays(40)];
  const [parent, fitsId, , clashId] = await Promise.all([
    createStudent("Paula Planner"),
    createApprovedClass(fits, { seats: 5, price: 45.5, lessons }),
    createApprovedClass(tooOld, { seats: 5, price: 30, ageFrom: 3, ageTo: 5, lessons }),
    createApprovedClass(clash, { seats: 1, price: 20, lessons }),
  ]);
  const mia = await createChild(parent, "Mia", "2016-01-01");
  await selectClass(parent, fitsId, mia);
  await selectClass(parent, clashId, mia);
  // A later week, so that there is a next one.
  await createApprovedClass(`Plan Later ${stamp}`, { seats: 5, price: 20, lessons: [lessonInDays(54)] });

  await test.step("switches to the weeks and chooses the child", async () => {
    await openAs(page, parent, "/all-classes");
    await page.getByRole("searchbox").fill(`${stamp}`);
    await page.getByRole("button", { name: "Weeks" }).click();
    await expect(tile(page, tooOld)).toBeVisible();
    await page.getByRole("button", { name: /^Mia, / }).click();
    await expect(page).toHaveURL(new RegExp(`view=weeks&child=${mia}`));
  });

  await test.step("sees what doesn't fit, what is selected, and what clashes", async () => {
    await expect(tile(page, tooOld)).toContainText("Mia: too old for this class");
    await expect(tile(page, fits)).toContainText("Selected for Mia");
    await expect(tile(page, fits)).toContainText(`Mia also has ${clash} at the same time.`);
    await expect(tile(page, clash)).toContainText("$20.00 1 seat left");
    await expectAccessible(page, "the week planner");
  });

  await test.step("opens a class by keyboard, and comes back to the same view", async () => {
    await moveFocusTo(page, tile(page, fits).getByRole("link", { name: fits }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(fits);
    await page.goBack();
    await expect(page.getByRole("button", { name: /^Mia, / })).toHaveAttribute("aria-pressed", "true");
    await expect(tile(page, tooOld)).toContainText("Mia: too old for this class");
  });

  await test.step("goes to the next week on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(tile(page, `Plan Later ${stamp}`)).toHaveCount(0);
    await page.getByRole("button", { name: "Next week" }).click();
    await expect(tile(page, `Plan Later ${stamp}`)).toBeVisible();
    await expect(tile(page, fits)).toHaveCount(0);
    await expect(page).toHaveURL(/week=\d{4}-\d\d-\d\d/);
    await page.reload();
    await expect(tile(page, `Plan Later ${stamp}`)).toBeVisible();
    await expectAccessible(page, "the week planner on a phone");
  });
});

function tile(page: Page, name: string) {
  return page.getByRole("article", { name });
}
