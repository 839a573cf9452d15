import { readFile } from "node:fs/promises";
import { aStudent, freshEmail, logIn, openClasses, PASSWORD, pay, select } from "./people";
import { faults, paint, THEMES } from "./screens";
import { expect, type Page, test } from "./test";

const GONE = "Your account has been deleted.";

// The browser itself reports the provider's and the site's refusals.
test.use({ mayComplain: /status of 40[09]/ });

test("take everything along, delete the account, and begin anew", async ({ page, context }) => {
  test.setTimeout(120_000);
  const email = freshEmail("lena");

  await test.step("registers and logs in", async () => {
    await register(page, email);
    await logIn(page, email);
  });

  await test.step("downloads what is kept", async () => {
    await page.goto("/dashboard/profile");
    const started = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe("craft-camp-my-data.json");
    const data = JSON.parse(await readFile(await download.path(), "utf8"));
    expect(data).toMatchObject({ account: { name: "Lena Leaves", email }, payments: [], selections: [] });
  });

  const other = await context.newPage();
  await other.goto("/dashboard/my-selected-classes");
  await expect(other.getByText("You have not selected a class yet.")).toBeVisible();

  await test.step("a wrong password deletes nothing", async () => {
    await page.getByLabel("Name", { exact: true }).fill("Lena stays a draft");
    await page.getByRole("button", { name: "Delete my account" }).click();
    await confirm(page, "Wrong-2003!");
    await expect(page.getByText("This password is not right. Nothing was deleted.")).toBeVisible();
    for (const theme of THEMES) {
      await paint(page, theme);
      expect(await faults(page), theme).toEqual([]);
    }
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  });

  await test.step("the right one deletes the account, in every tab", async () => {
    await confirm(page, PASSWORD);
    await isGone(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await isGone(other);
    expect(await kept(page)).toEqual([]);
  });

  await test.step("nobody can log in with it any longer", async () => {
    await page.goto("/login");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log In", exact: true }).click();
    await expect(page.getByText("E-mail or password is not right.")).toBeVisible();
  });

  await test.step("the address can be registered anew, and knows nothing of before", async () => {
    await register(page, email);
    await logIn(page, email);
    await page.goto("/dashboard/profile");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Lena Leaves");
    await expect(other.getByRole("button", { name: "Log Out" })).toBeVisible();
  });
});

test("who joined with Google leaves with Google", async ({ page }) => {
  const email = freshEmail("gina");
  await page.goto("/login");
  await withGoogle(page, "Log In with Google", async (popup) => {
    await popup.getByText("Add new account").click();
    await popup.locator("#email-input").fill(email);
    await popup.locator("#display-name-input").fill("Gina Glaze");
    await popup.locator("#sign-in").click();
  });
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();

  await page.goto("/dashboard/profile");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await withGoogle(page, "Go on with Google", (popup) => popup.close());
  await expect(page.getByText(/window was closed before it could answer/)).toBeVisible({ timeout: 20_000 });
  await withGoogle(page, "Go on with Google", (popup) => popup.getByText(email).click());
  await isGone(page);
});

test("who has a place in a class gives it back first", async ({ page }) => {
  test.setTimeout(120_000);
  const [student, [wanted]] = await Promise.all([aStudent("Paula Places"), openClasses()]);
  if (!wanted) throw new Error("The demo has no class with a free seat.");
  await select(student, wanted._id);
  await pay(student, wanted);
  await logIn(page, student.email);
  await page.goto("/dashboard/profile");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await confirm(page, PASSWORD);
  await expect(page.getByText(`This account still has a place in ${wanted.nameClass}.`)).toBeVisible();
  await page.getByRole("dialog").getByRole("link", { name: "My Enrolled Classes" }).click();
  await expect(page.getByRole("link", { name: "Start Class" })).toBeVisible();
  // By its address, as from a bookmark: nothing but what happens there can move the focus.
  await page.goto(`/dashboard/my-enrolled-classes/${wanted._id}`);
  await page.getByRole("button", { name: "Give the place back" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Give it back" }).click();
  await expect(page.getByText("You have no place in this class any longer.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: wanted.nameClass })).toBeFocused();
  await expect(page.getByText(/have been sent back to your card/)).toBeVisible();
  await page.getByRole("link", { name: /my profile/ }).click();
  await page.getByRole("button", { name: "Delete my account" }).click();
  await confirm(page, PASSWORD);
  await isGone(page);
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

async function confirm(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
}

/** What somebody does in the window that the button opens. */
async function withGoogle(page: Page, button: string, there: (popup: Page) => Promise<void>): Promise<void> {
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: button }).click();
  await there(await opened);
}

/** At home, logged out, and told why. */
async function isGone(page: Page): Promise<void> {
  await expect(page).toHaveURL("/");
  await expect(page.locator("details").getByText(GONE)).toBeAttached();
  await expect(
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Log In" }),
  ).toBeVisible();
}

/** What the browser keeps for this site, but for how far each page was scrolled. */
async function kept(page: Page): Promise<string[]> {
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  return keys.filter((key) => key !== "react-router-scroll-positions");
}
