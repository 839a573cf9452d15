import { readFile } from "node:fs/promises";
import path from "node:path";
import { createStudent, signInAdmin } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { openAs } from "../support/login";
import { AFTER_UNDO } from "../support/pages";
import { expectEnrolled, payWithCard, VALID_CARD } from "../support/stripe";

const PICTURE = path.join(__dirname, "../../../static/pictures/about-800.webp");
const PRICE = 123.45;

test("a new instructor offers a class, an admin approves it, and a student pays for it", {
  tag: "@main",
}, async ({ page }) => {
  const [admin, instructor, student] = await Promise.all([
    signInAdmin(),
    createStudent("Iris Ingram"),
    createStudent("Sonja Sewell"),
  ]);
  const name = `Felt Foxes ${Date.now()}`;
  let incomeBefore = 0;

  await test.step("an admin makes a registered student an instructor", async () => {
    await openAs(page, admin, "/dashboard/money/charts");
    incomeBefore = await displayedIncome(page);
    await page
      .getByRole("navigation", { name: "Dashboard" })
      .getByRole("link", { name: "Manage Users" })
      .click();
    await page
      .getByRole("searchbox", { name: "Search by name, email, phone or child" })
      .fill(instructor.email);
    await expect(page.getByRole("heading", { name: "Users Found: 1" })).toBeVisible();
    await page.getByRole("button", { name: "Make Instructor Iris Ingram" }).click();
    await expectNotification(page, "Iris Ingram is successfully made as an instructor");
  });

  await test.step("the instructor offers a class with an uploaded picture", async () => {
    await openAs(page, instructor, "/dashboard/add-class");
    await page.getByLabel("Class Name").fill(name);
    await page.getByLabel("Available Seats").fill("8");
    await page.getByLabel("Price", { exact: true }).fill(String(PRICE));
    await page.getByLabel("Image").setInputFiles(PICTURE);
    await expect(page.getByRole("img", { name: "Preview of your picture" })).toHaveAttribute(
      "src",
      /\/media\/.+\.webp$/,
    );
    await page.getByLabel("Description (optional)").fill("Needle, wool, patience.");
    await page.getByRole("button", { name: "Add Class" }).click();
    await expectNotification(page, "The class have been added successfully");
    await expect(card(page, name).getByText("Pending")).toBeVisible();
  });

  await test.step("an admin denies the class with feedback", async () => {
    await openAs(page, admin, "/dashboard/manage-classes?status=Pending");
    await page.getByRole("button", { name: `Send Feedback ${name}` }).click();
    const dialog = page.getByRole("dialog", { name: "Class Denied! Write Your Feedback Here" });
    await dialog.getByLabel("Feedback").fill("Eight foxes are many. Six, please.");
    await dialog.getByRole("button", { name: "Deny and Send" }).click();
    await expectNotification(page, "Class is Denied!");
  });

  await test.step("the instructor reads the feedback and changes the class", async () => {
    await openAs(page, instructor, "/dashboard/my-classes");
    await expect(card(page, name).getByText("Eight foxes are many. Six, please.")).toBeVisible();
    await page.getByRole("link", { name: `Update ${name}` }).click();
    await expect(page.getByLabel("Class Name")).toHaveValue(name);
    await page.getByLabel("Available Seats").fill("6");
    await page.getByRole("button", { name: "Update Class" }).click();
    await expectNotification(page, /^Good job! Your Class is Updated Successfully/);
    await expect(card(page, name).getByText("Sent for approval again.")).toBeVisible();
  });

  await test.step("an admin reads what has changed on the review page, undoes an approval, and approves", async () => {
    await openAs(page, admin, "/dashboard/manage-classes");
    await card(page, name).getByRole("link", { name, exact: true }).click();
    await expect(page.getByText("Needle, wool, patience.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Changed since then" })).toContainText("8 6");
    await page.getByRole("button", { name: `Approve ${name}` }).click();
    await page.getByRole("button", { name: `Undo the approval of ${name}` }).click();
    await expect(page.getByRole("heading", { level: 2, name })).toBeFocused();
    await page.keyboard.press("a");
    await expectNotification(page, "Class is Approved Successfully", AFTER_UNDO);
  });

  await test.step("a visitor finds the class by search", async () => {
    await page.getByRole("button", { name: "Log Out" }).click();
    await page.goto("/all-classes");
    await page.getByRole("searchbox").fill(name);
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(card(page, name).getByText("$123.45")).toBeVisible();
  });

  await test.step("a student pays for the class", async () => {
    await openAs(page, student, "/all-classes");
    await page.getByRole("searchbox").fill(name);
    await card(page, name).getByRole("button", { name: "Select" }).click();
    await card(page, name).getByRole("link", { name: "Pay now" }).click();
    await payWithCard(page, VALID_CARD);
    await expectEnrolled(page);
  });

  await test.step("the instructor sees the student on the roster and downloads it", async () => {
    await openAs(page, instructor, "/dashboard/my-classes");
    await page.getByRole("link", { name: `Roster ${name}` }).click();
    await expect(page.getByRole("row").filter({ hasText: student.email })).toContainText("Sonja Sewell");
    const downloadStarted = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const download = await downloadStarted;
    expect(download.suggestedFilename()).toMatch(/^roster-felt-foxes-\d+\.csv$/);
    expect(await readFile(await download.path(), "utf8")).toContain(`"Sonja Sewell","${student.email}"`);
  });

  await test.step("the admin sees the income", async () => {
    await openAs(page, admin, "/dashboard/money/charts");
    expect(await displayedIncome(page)).toBeCloseTo(incomeBefore + PRICE, 2);
    await expect(page.getByRole("img", { name: /^Bar chart of income by week/ })).toBeVisible();
  });
});

function card(page: Page, name: string) {
  return page.getByRole("article", { name });
}

/** Looks in the list of past notifications, because the toast may have disappeared already. */
async function expectNotification(
  page: Page,
  text: string | RegExp,
  options?: { timeout: number },
): Promise<void> {
  await expect(page.locator("details").getByText(text).first()).toBeAttached(options);
}

async function displayedIncome(page: Page): Promise<number> {
  const amount = page.locator("dt", { hasText: /^Income after refunds$/ }).locator("+ dd");
  return Number((await amount.textContent())?.replace(/[$,]/g, ""));
}
