import { expect, type Page, test } from "../support/fixtures";

test("a visitor finds a morning class in clay for a child of 9 in the second week of July", {
  tag: "@main",
}, async ({ page }) => {
  await page.goto("/all-classes");
  await page.getByRole("searchbox").fill("clay mornings");
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("combobox", { name: "Week" }).selectOption(await secondWeekOfJuly(page));
  await page.getByRole("spinbutton", { name: "Child's age" }).fill("9");
  await expect(page).toHaveURL(/q=clay\+mornings&week=\d{4}-07-\d\d&age=9/);
  await page.getByRole("main").getByRole("link", { name: "Throw Your First Bowl" }).click();

  await expect(page).toHaveURL(/\/all-classes\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Throw Your First Bowl");
  const main = page.getByRole("main");
  await expect(main).toContainText(/5 lessons, 9:00\sAM\s–\s12:00\sPM/);
  await expect(main).toContainText("Pottery");
  await expect(main).toContainText("Ages 8 to 14");
  await expect(page.getByRole("region", { name: "Price and seats" })).toContainText("$");
  await expect(page.getByRole("heading", { name: "Your instructor" })).toBeVisible();
});

/** The Monday on offer that lies in the second week of July. */
async function secondWeekOfJuly(page: Page): Promise<string> {
  const options = page.getByRole("combobox", { name: "Week" }).getByRole("option");
  await expect(options.nth(1)).toBeAttached();
  const weeks = await options.evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
  const second = weeks.find((monday) => /^\d{4}-07-(0[6-9]|1[0-2])$/.test(monday));
  if (!second) throw new Error(`No week of ${weeks.join(", ")} is the second one of July.`);
  return second;
}
