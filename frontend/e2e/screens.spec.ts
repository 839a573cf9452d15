import { enter, faults, isSettled, overflow, PUBLIC, paint } from "./screens";
import { expect, type Page, test } from "./test";

const softly = expect.configure({ soft: true });

for (const address of PUBLIC) {
  test(`${address} is open to everybody, in both themes`, ({ page }) => isOpenToEverybody(page, address));
}

for (const role of ["student", "instructor", "admin"] as const) {
  test(`every screen of a role is open to everybody, in both themes: ${role}`, async ({ page }) => {
    const own = await enter(page, role);
    for (const address of own) await test.step(address, () => isOpenToEverybody(page, address));
  });
}

test("payments print black on white, also for who reads in the dark", async ({ page }) => {
  await enter(page, "student");
  await page.goto("/dashboard/my-payment-history");
  await isSettled(page);
  await paint(page, "dark");
  await page.emulateMedia({ media: "print" });
  const cell = page.getByRole("cell").first();
  await expect(cell).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
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
  await isSettled(page);
  expect.soft(await faults(page), address).toEqual([]);
  // The themes differ in colors and in nothing else.
  await paint(page, "dark");
  expect.soft(await faults(page, "color-contrast"), `${address} in the dark`).toEqual([]);
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  // A chart draws itself anew a moment after its room has changed.
  const message = `${address} scrolls sideways at 320 px`;
  await softly.poll(() => overflow(page), { message, timeout: 3_000 }).toBeLessThanOrEqual(0);
  if (wide) await page.setViewportSize(wide);
}
