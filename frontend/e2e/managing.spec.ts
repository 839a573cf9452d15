import { readFile } from "node:fs/promises";
import path from "node:path";
import { GOOD, isEnrolled, payWith } from "./cards";
import { aStudent, logIn } from "./people";
import { expect, type Page, test } from "./test";

const ADMIN = "admin@camp.example";
const PICTURE = path.join(__dirname, "../../static/pictures/about-800.webp");
const PRICE = 123.45;

test("from a new instructor's idea to income", async ({ page }) => {
  test.setTimeout(120_000);
  const teacher = await aStudent("Iris Ingram");
  const student = await aStudent("Sonja Sewell");
  const name = `Felt Foxes ${Date.now()}`;
  let before = 0;

  await test.step("an admin makes a registered student an instructor", async () => {
    await logIn(page, ADMIN);
    await page.goto("/dashboard/overview");
    before = await income(page);
    await menu(page, "Manage Users");
    await page.getByRole("searchbox", { name: "Search by name or email" }).fill(teacher.email);
    await expect(page.getByRole("heading", { name: "Users Found: 1" })).toBeVisible();
    await page.getByRole("button", { name: "Make Instructor Iris Ingram" }).click();
    const doubt = page.getByRole("dialog", { name: "Make Iris Ingram an instructor?" });
    await doubt.getByRole("button", { name: "Make Instructor" }).click();
    await isSaid(page, "Iris Ingram is successfully made as an instructor");
  });

  await test.step("who offers a class with a picture from disk", async () => {
    await change(page, teacher.email);
    await page.goto("/dashboard/add-class");
    await page.getByLabel("Class Name").fill(name);
    await page.getByLabel("Available Seats").fill("8");
    await page.getByLabel("Price").fill(String(PRICE));
    await page.getByLabel("Image").setInputFiles(PICTURE);
    await expect(page.getByRole("img", { name: "The picture as it will be seen" })).toHaveAttribute(
      "src",
      /\/media\/.+\.webp$/,
    );
    await page.getByLabel("Description (optional)").fill("Needle, wool, patience.");
    await page.getByRole("button", { name: "Add Class" }).click();
    await isSaid(page, "The class have been added successfully");
    await expect(card(page, name).getByText("Pending")).toBeVisible();
  });

  await test.step("an admin denies it and says why", async () => {
    await change(page, ADMIN);
    await page.goto("/dashboard/manage-classes?status=Pending");
    await page.getByRole("button", { name: `Send Feedback ${name}` }).click();
    const dialog = page.getByRole("dialog", { name: "Class Denied! Write Your Feedback Here" });
    await dialog.getByLabel("Feedback").fill("Eight foxes are many. Six, please.");
    await dialog.getByRole("button", { name: "Deny and Send" }).click();
    await isSaid(page, "Class is Denied!");
  });

  await test.step("the instructor reads it and changes the class", async () => {
    await change(page, teacher.email);
    await page.goto("/dashboard/my-classes");
    await expect(card(page, name).getByText("Eight foxes are many. Six, please.")).toBeVisible();
    await page.getByRole("link", { name: `Update ${name}` }).click();
    await expect(page.getByLabel("Class Name")).toHaveValue(name);
    await page.getByLabel("Available Seats").fill("6");
    await page.getByRole("button", { name: "Update Class" }).click();
    await isSaid(page, /^Good job! Your Class is Updated Successfully/);
    await expect(card(page, name).getByText("Sent for approval again.")).toBeVisible();
  });

  await test.step("an admin approves it", async () => {
    await change(page, ADMIN);
    await page.goto("/dashboard/manage-classes?status=Pending");
    await page.getByRole("button", { name: `Approve ${name}` }).click();
    await isSaid(page, "Class is Approved Successfully");
    await expect(card(page, name)).toHaveCount(0);
  });

  await test.step("a visitor finds it by search", async () => {
    await page.getByRole("button", { name: "Log Out" }).click();
    await page.goto("/all-classes");
    await page.getByRole("searchbox").fill(name);
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(card(page, name).getByText("$123.45")).toBeVisible();
  });

  await test.step("a student books it", async () => {
    await logIn(page, student.email);
    await page.goto("/all-classes");
    await page.getByRole("searchbox").fill(name);
    await card(page, name).getByRole("button", { name: "Select" }).click();
    await card(page, name).getByRole("link", { name: "Go and pay" }).click();
    await page.getByRole("link", { name: `Pay: ${name}` }).click();
    await payWith(page, GOOD);
    await isEnrolled(page);
  });

  await test.step("the instructor finds the student on the roster, and downloads it", async () => {
    await change(page, teacher.email);
    await page.goto("/dashboard/my-classes");
    await page.getByRole("link", { name: `Roster ${name}` }).click();
    await expect(page.getByRole("row").filter({ hasText: student.email })).toContainText("Enrolled");
    const started = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/^roster-felt-foxes-\d+\.csv$/);
    expect(await readFile(await download.path(), "utf8")).toContain(`"Sonja Sewell","${student.email}"`);
  });

  await test.step("the admin sees the income", async () => {
    await change(page, ADMIN);
    await page.goto("/dashboard/overview");
    expect(await income(page)).toBeCloseTo(before + PRICE, 2);
    await expect(page.getByRole("img", { name: /^Bars of the income by week/ })).toBeVisible();
  });
});

function card(page: Page, name: string) {
  return page.getByRole("article", { name });
}

function menu(page: Page, entry: string): Promise<void> {
  return page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: entry }).click();
}

/** A pop-up may have gone already; what it said can be read again. */
async function isSaid(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.locator("details").getByText(text).first()).toBeAttached();
}

async function change(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, email);
}

async function income(page: Page): Promise<number> {
  const figure = page.locator("dt", { hasText: "Income" }).locator("+ dd");
  return Number((await figure.textContent())?.replace(/[$,]/g, ""));
}
