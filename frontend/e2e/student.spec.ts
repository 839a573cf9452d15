import { GOOD, isEnrolled, payWith } from "./cards";
import { freshEmail, openClasses, PASSWORD } from "./people";
import { expect, type Page, test } from "./test";

test("from the home page to a paid place in a class", async ({ page }) => {
  const [wanted] = await openClasses();
  if (!wanted) throw new Error("The demo has no class with a free seat.");
  const { nameClass } = wanted;
  const card = page.getByRole("article", { name: nameClass });

  await test.step("a visitor browses and wants a class", async () => {
    await page.goto("/");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All Classes" }).click();
    // The class may stand on the home page as well, until the other one is there.
    await expect(page.getByRole("heading", { level: 1, name: "All Classes" })).toBeVisible();
    await expect(seatsOf(page, nameClass)).toHaveText(String(wanted.seats));
    await card.getByRole("button", { name: "Select" }).click();
    const warning = page.getByRole("dialog", { name: "Please Login at First to Select this Class" });
    await warning.getByRole("link", { name: "Login Now!" }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step("registers, told how far the password is", async () => {
    await page.getByRole("main").getByRole("link", { name: "Register" }).click();
    await register(page, freshEmail("wanda"));
    await expect(page.getByText("You have been successfully registered").first()).toBeAttached();
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step("logs in, is back at the class, and has it selected", async () => {
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log In", exact: true }).click();
    await expect(page).toHaveURL(/\/all-classes/);
    await expect(card.getByText("You have selected this class.")).toBeVisible();
    await expect(card.getByRole("button", { name: "Select" })).toBeDisabled();
  });

  await test.step("pays", async () => {
    await card.getByRole("link", { name: "Go and pay" }).click();
    await page.getByRole("link", { name: `Pay: ${nameClass}` }).click();
    await payWith(page, GOOD);
    await isEnrolled(page);
  });

  await test.step("finds the place, the payment and one seat less", async () => {
    await page.getByRole("link", { name: "Start Class" }).click();
    await expect(page.getByRole("heading", { level: 1, name: nameClass })).toBeVisible();
    const menu = page.getByRole("navigation", { name: "Dashboard" });
    await menu.getByRole("link", { name: "My Enrolled Classes" }).click();
    await expect(card.getByText("Enrolled")).toBeVisible();
    await menu.getByRole("link", { name: "My Payment History" }).click();
    await expect(page.getByRole("row").filter({ hasText: nameClass })).toContainText(/\$[\d.]+.*Enrolled/);
    await menu.getByRole("link", { name: "All Classes" }).click();
    await expect(seatsOf(page, nameClass)).toHaveText(String(wanted.seats - 1));
    await expect(card.getByText("You are enrolled in this class.")).toBeVisible();
  });

  await test.step("going back to the payment tells that it is paid", async () => {
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "This class is paid already" })).toBeVisible();
  });
});

async function register(page: Page, email: string): Promise<void> {
  await page.getByLabel("Name").fill("Wanda Whittle");
  await page.getByLabel("Photo URL").fill("https://pictures.example/wanda.png");
  await page.getByLabel("Email").fill(email);
  const password = page.getByLabel("Password", { exact: true });
  const unmet = page.getByText("(not met yet)");
  await password.pressSequentially("Camp-");
  await expect(unmet).not.toHaveCount(0);
  await password.pressSequentially("2003!");
  await expect(unmet).toHaveCount(0);
  await page.getByLabel("Confirm Password", { exact: true }).pressSequentially(PASSWORD);
  await page.getByRole("button", { name: "Register", exact: true }).click();
}

function seatsOf(page: Page, nameClass: string) {
  return page
    .getByRole("article", { name: nameClass })
    .getByText(/^Available seats:/)
    .locator("strong");
}
