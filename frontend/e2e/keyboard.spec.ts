import { GOOD, isEnrolled } from "./cards";
import { freshEmail, openClasses, PASSWORD } from "./people";
import { expect, type Page, test } from "./test";

/** More stops than any page has. */
const FAR = 250;

test("register, log in, select and pay without a mouse", async ({ page }) => {
  test.setTimeout(120_000);
  const [, wanted] = await openClasses();
  if (!wanted) throw new Error("The demo has too few classes with free seats.");
  const { nameClass } = wanted;
  const email = freshEmail("kay");

  await test.step("registers", async () => {
    await page.goto("/register");
    await write(page, "Name", "Kay Keys");
    await write(page, "Photo URL", "https://pictures.example/kay.png");
    await write(page, "Email", email);
    await write(page, "Password", PASSWORD);
    await write(page, "Confirm Password", PASSWORD);
    await press(page, page.getByRole("button", { name: "Register", exact: true }));
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step("logs in", async () => {
    const known = page.getByLabel("Email");
    if ((await known.inputValue()) !== email) await write(page, "Email", email);
    await write(page, "Password", PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
  });

  await test.step("skips the navigation, finds the class and selects it", async () => {
    await press(
      page,
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All Classes" }),
    );
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await reach(page, page.getByRole("searchbox"));
    await page.keyboard.type(nameClass);
    const card = page.getByRole("article", { name: nameClass });
    await expect(page.getByRole("article")).toHaveCount(1);
    await press(page, card.getByRole("button", { name: "Select" }));
    await press(page, card.getByRole("link", { name: "Go and pay" }));
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await press(page, page.getByRole("link", { name: `Pay: ${nameClass}` }));
  });

  await test.step("pays", async () => {
    await expect(page.getByRole("timer")).toBeVisible();
    const form = page.getByRole("group", { name: "Credit or debit card" });
    await reach(page, form.getByLabel("Card number"));
    await page.keyboard.type(GOOD);
    await reach(page, form.getByLabel(/Expiration date/));
    await page.keyboard.type("1234");
    await reach(page, form.getByLabel(/Security code/));
    await page.keyboard.type("123");
    await press(page, page.getByRole("button", { name: /^Confirm Payment/ }));
    await isEnrolled(page);
  });
});

type Target = ReturnType<Page["locator"]>;

/** Tabs to the target, whose focus must then be seen and lie within the window. */
async function reach(page: Page, target: Target): Promise<void> {
  await expect(target).toBeEnabled();
  for (let stops = 0; stops < FAR; stops += 1) {
    if (await target.evaluate((element) => element.matches(":focus"))) break;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
}

async function press(page: Page, target: Target): Promise<void> {
  await reach(page, target);
  await page.keyboard.press("Enter");
}

async function write(page: Page, label: string, text: string): Promise<void> {
  await reach(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}
