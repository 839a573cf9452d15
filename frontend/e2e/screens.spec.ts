import AxeBuilder from "@axe-core/playwright";
import { aStudent, logIn, openClasses, pay, select } from "./people";
import { expect, type Page, test } from "./test";

const PUBLIC = [
  "/",
  "/all-instructors",
  "/all-classes",
  "/login",
  "/register",
  "/reset-password",
  "/about",
  "/contact",
  "/terms",
  "/privacy",
  "/cookies",
];
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

for (const address of PUBLIC) {
  test(`${address} is open to everybody, in both themes`, ({ page }) => isOpenToEverybody(page, address));
}

test("every screen of a student is open to everybody, in both themes", async ({ page }) => {
  const student = await aStudent();
  const [paid, selected] = await openClasses();
  if (!paid || !selected) throw new Error("The demo has too few classes with free seats.");
  await select(student, paid._id);
  await pay(student, paid);
  const selection = await select(student, selected._id);
  await logIn(page, student.email);
  const own = [
    "/dashboard/my-selected-classes",
    "/dashboard/my-enrolled-classes",
    `/dashboard/my-enrolled-classes/${paid._id}`,
    "/dashboard/my-payment-history",
    `/dashboard/payment/${selection}`,
    "/dashboard/profile",
  ];
  for (const address of own) await test.step(address, () => isOpenToEverybody(page, address));
});

test("every screen of an admin is open to everybody, in both themes", async ({ page }) => {
  await logIn(page, "admin@camp.example");
  const own = ["/dashboard/overview", "/dashboard/all-users", "/dashboard/manage-classes"];
  for (const address of own) await test.step(address, () => isOpenToEverybody(page, address));
});

test("every screen of an instructor is open to everybody, in both themes", async ({ page }) => {
  await logIn(page, "instructor@camp.example");
  await page.goto("/dashboard/my-classes");
  const linked = (name: RegExp) => page.getByRole("link", { name }).first().getAttribute("href");
  const update = await linked(/^Update /);
  const roster = await linked(/^Roster /);
  if (!update || !roster) throw new Error("The demo's instructor teaches nothing.");
  const own = ["/dashboard/my-classes", "/dashboard/add-class", update, roster];
  for (const address of own) await test.step(address, () => isOpenToEverybody(page, address));
});

test.describe("an address that leads nowhere", () => {
  test.use({ mayComplain: /status of 404/ });

  test("is the error page, with its status", async ({ page }) => {
    const answer = await page.goto("/no/such/page");
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("404");
    await page.getByRole("link", { name: "Back to the Homepage" }).click();
    await expect(page).toHaveURL("/");
  });
});

/** No fault that axe finds, and nothing that scrolls sideways on a small phone. */
async function isOpenToEverybody(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.locator("[aria-busy=true], .progress-line, .placeholder")).toHaveCount(0);
  for (const theme of ["light", "dark"]) {
    await page.evaluate((next) => {
      document.documentElement.dataset.bsTheme = next;
    }, theme);
    const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
    const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    expect.soft(faults, `${address} in the ${theme} theme`).toEqual([]);
  }
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${address} scrolls sideways at 320 px`).toBeLessThanOrEqual(0);
  if (wide) await page.setViewportSize(wide);
}
