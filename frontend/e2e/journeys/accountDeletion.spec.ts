import { readFile } from "node:fs/promises";
import { bookSeat, createStudent, findOpenClass, PASSWORD, uniqueEmail } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { logIn, openAs, submitLoginForm } from "../support/login";
import { accessibilityViolations, setTheme, THEMES } from "../support/pages";

// Chromium logs the refusals of Firebase and of the site.
test.use({ expectedConsoleErrors: /status of 40[09]/ });

test("downloads the personal data, deletes the account and registers again", { tag: "@main" }, async ({
  page,
  context,
}) => {
  const email = uniqueEmail("lena");

  await test.step("registers and logs in", async () => {
    await register(page, email);
    await logIn(page, email);
  });

  await test.step("downloads the personal data", async () => {
    await page.goto("/dashboard/profile");
    const downloadStarted = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    const download = await downloadStarted;
    expect(download.suggestedFilename()).toBe("craft-camp-my-data.json");
    const data = JSON.parse(await readFile(await download.path(), "utf8"));
    expect(data).toMatchObject({ account: { name: "Lena Leaves", email }, payments: [], selections: [] });
  });

  const otherTab = await context.newPage();
  await otherTab.goto("/dashboard/my-selected-classes");
  await expect(otherTab.getByText("You haven't selected a class yet.")).toBeVisible();

  await test.step("does not delete the account with a wrong password", async () => {
    await page.getByLabel("Name", { exact: true }).fill("Lena stays a draft");
    await page.getByRole("button", { name: "Delete my account" }).click();
    await confirmDeletion(page, "Wrong-2003!");
    await expect(page.getByText("That password isn't right. Nothing was deleted.")).toBeVisible();
    for (const theme of THEMES) {
      await setTheme(page, theme);
      expect(await accessibilityViolations(page), theme).toEqual([]);
    }
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  });

  await test.step("deletes the account and logs out every tab", async () => {
    await confirmDeletion(page, PASSWORD);
    await expectAccountDeleted(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expectAccountDeleted(otherTab);
    expect(await storedKeys(page)).toEqual([]);
  });

  await test.step("refuses to log in with the deleted account", async () => {
    await page.goto("/login");
    await submitLoginForm(page, email);
    await expect(page.getByText("E-mail or password is not right.")).toBeVisible();
  });

  await test.step("registers the same address again, as an empty account", async () => {
    await register(page, email);
    await logIn(page, email);
    await page.goto("/dashboard/profile");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Lena Leaves");
    await expect(otherTab.getByRole("button", { name: "Log Out" })).toBeVisible();
  });
});

test("deletes an account after confirmation with Google", async ({ page }) => {
  const email = uniqueEmail("gina");
  await page.goto("/login");
  await inGooglePopup(page, "Log In with Google", async (popup) => {
    await popup.getByText("Add new account").click();
    await popup.locator("#email-input").fill(email);
    await popup.locator("#display-name-input").fill("Gina Glaze");
    await popup.locator("#sign-in").click();
  });
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();

  await page.goto("/dashboard/profile");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await inGooglePopup(page, "Continue with Google", async (popup) => {
    // Chromium can ignore close() while the popup still changes from the site's origin to Firebase's.
    await expect(popup.getByText(email)).toBeVisible();
    await popup.close();
  });
  // Firebase waits 8 s before it reports a closed popup.
  await expect(page.getByText(/window closed before you confirmed/)).toBeVisible({ timeout: 20_000 });
  await inGooglePopup(page, "Continue with Google", (popup) => popup.getByText(email).click());
  await expectAccountDeleted(page);
});

test("deletes an account only after its enrollments are canceled", async ({ page }) => {
  const [student, openClass] = await Promise.all([createStudent("Paula Places"), findOpenClass()]);
  await bookSeat(student, openClass);
  await openAs(page, student, "/dashboard/profile");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await confirmDeletion(page, PASSWORD);
  await expect(page.getByText(`This account still has a seat in ${openClass.nameClass}.`)).toBeVisible();
  await page.getByRole("dialog").getByRole("link", { name: "My Enrolled Classes" }).click();
  await expect(page.getByRole("link", { name: "Start Class" })).toBeVisible();
  // Opened by its URL, so that only the cancellation can move the focus.
  await page.goto(`/dashboard/my-enrolled-classes/${openClass._id}`);
  await page.getByRole("button", { name: "Cancel my seat" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel my seat" }).click();
  await expect(page.getByText("You no longer have a seat in this class.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: openClass.nameClass })).toBeFocused();
  await expect(page.getByText(/We've sent .* back/)).toBeVisible();
  await page.getByRole("link", { name: /my profile/ }).click();
  await page.getByRole("button", { name: "Delete my account" }).click();
  await confirmDeletion(page, PASSWORD);
  await expectAccountDeleted(page);
});

async function register(page: Page, email: string): Promise<void> {
  await page.goto("/register");
  await page.getByLabel("Name", { exact: true }).fill("Lena Leaves");
  await page.getByLabel("Photo URL").fill("https://pictures.example/lena.png");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
}

async function confirmDeletion(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
}

/** Clicks the button and runs the callback in the popup that it opens. */
async function inGooglePopup(
  page: Page,
  button: string,
  callback: (popup: Page) => Promise<void>,
): Promise<void> {
  const popupOpened = page.waitForEvent("popup");
  await page.getByRole("button", { name: button }).click();
  await callback(await popupOpened);
}

/** Expects the home page, logged out, with a message that the account was deleted. */
async function expectAccountDeleted(page: Page): Promise<void> {
  await expect(page).toHaveURL("/");
  await expect(page.locator("details").getByText("Your account has been deleted.")).toBeAttached();
  await expect(
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Log In" }),
  ).toBeVisible();
}

/** Returns the keys in the browser's storage, except for React Router's scroll positions. */
async function storedKeys(page: Page): Promise<string[]> {
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  return keys.filter((key) => key !== "react-router-scroll-positions");
}
