import path from "node:path";
import { createApprovedClass, PASSWORD, uniqueEmail } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { chooseFile, expectFocusIndicator, moveFocusTo, press, type } from "../support/keyboard";
import { AFTER_UNDO } from "../support/pages";
import { expectEnrolled, VALID_CARD } from "../support/stripe";

const PICTURE = path.join(__dirname, "../../../static/pictures/about-800.webp");
const TEXT_FILE = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Buy reed.") };

test("registers, logs in, selects a class and pays by keyboard", async ({ page }) => {
  const nameClass = `Keyed Kites ${Date.now()}`;
  await createApprovedClass(nameClass, { seats: 6, price: 42.5 });
  const email = uniqueEmail("kay");

  await test.step("registers", async () => {
    await page.goto("/register");
    await type(page, "Name", "Kay Keys");
    await type(page, "Photo URL", "https://pictures.example/kay.png");
    await type(page, "Email", email);
    await type(page, "Password", PASSWORD);
    await type(page, "Confirm Password", PASSWORD);
    await press(page, page.getByRole("button", { name: "Register", exact: true }));
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step("logs in", async () => {
    const emailField = page.getByLabel("Email");
    if ((await emailField.inputValue()) !== email) await type(page, "Email", email);
    await type(page, "Password", PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
  });

  await test.step("searches for the class and selects it", async () => {
    await press(
      page,
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All Classes" }),
    );
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await moveFocusTo(page, page.getByRole("searchbox"));
    await page.keyboard.type(nameClass);
    const card = page.getByRole("article", { name: nameClass });
    await expect(page.getByRole("article")).toHaveCount(1);
    await press(page, card.getByRole("button", { name: "Select" }));
    await press(page, card.getByRole("link", { name: "Pay now" }));
  });

  await test.step("pays", async () => {
    await expect(page.getByRole("timer")).toBeVisible();
    const form = page.getByRole("group", { name: "Credit or debit card" });
    await moveFocusTo(page, form.getByLabel("Card number"));
    await page.keyboard.type(VALID_CARD);
    await moveFocusTo(page, form.getByLabel(/Expiration date/));
    await page.keyboard.type("1234");
    await moveFocusTo(page, form.getByLabel(/Security code/));
    await page.keyboard.type("123");
    await press(page, page.getByRole("button", { name: /^Confirm Payment/ }));
    await expectEnrolled(page);
  });
});

test("offers classes, denies one and approves the other by keyboard", async ({ page }) => {
  const stamp = Date.now();
  test.setTimeout(180_000);
  // Playwright intercepts file choosers only while a listener exists, and starts to do so asynchronously.
  page.on("filechooser", () => {});
  const [first, second] = [`Reed Rafts ${stamp}`, `Kite Tails ${stamp}`];

  await test.step("an instructor opens the form from the menu", async () => {
    await logIn(page, "instructor@camp.example");
    await press(page, mainMenu(page).getByRole("link", { name: "Instructor Dashboard" }));
    await expectFocusedHeading(page, "My Classes");
    await press(page, dashboardMenu(page).getByRole("link", { name: "Add a Class" }));
    await expectFocusedHeading(page, "Add a Class");
  });

  await test.step("an empty form moves the focus to its first field", async () => {
    await press(page, page.getByRole("button", { name: "Add Class" }));
    await expectInvalidField(page, "Class Name", /Class Name - is required/);
  });

  await test.step("an invalid price moves the focus to the price", async () => {
    await type(page, "Class Name", first);
    await type(page, "Available Seats", "8");
    await type(page, "Price", "0.20");
    await chooseFile(page, imageField(page), TEXT_FILE);
    await expect(page.getByRole("alert").filter({ hasText: "We can't use this file" })).toBeVisible();
    await expect(imageField(page)).toBeFocused();
    await chooseFile(page, imageField(page), PICTURE);
    await expectUploaded(page);
    await press(page, page.getByRole("button", { name: "Add Class" }));
    await expectInvalidField(page, "Price", /0 for a free class, or \$0.50/);
  });

  await test.step("submits the corrected class", async () => {
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("20");
    await page.keyboard.press("Enter");
    await expectFocusedHeading(page, "My Classes");
    await expect(classCard(page, first).getByText("Pending")).toBeVisible();
  });

  await test.step("submits a second class", async () => {
    await press(page, dashboardMenu(page).getByRole("link", { name: "Add a Class" }));
    await expectFocusedHeading(page, "Add a Class");
    await type(page, "Class Name", second);
    await type(page, "Available Seats", "5");
    await type(page, "Price", "0");
    await chooseFile(page, imageField(page), PICTURE);
    await expectUploaded(page);
    await type(page, "Description (optional)", "Paper, string and wind.");
    await press(page, page.getByRole("button", { name: "Add Class" }));
    await expectFocusedHeading(page, "My Classes");
    await press(page, page.getByRole("button", { name: "Log Out" }));
    await expectFocusedHeading(page, "Log In");
  });

  await test.step("an admin opens the pending classes", async () => {
    await logIn(page, "admin@camp.example");
    await press(page, mainMenu(page).getByRole("link", { name: "Admin Dashboard" }));
    await expectFocusedHeading(page, "Manage Users");
    await press(page, dashboardMenu(page).getByRole("link", { name: "Manage Classes" }));
    await expectFocusedHeading(page, "Manage Classes");
    await press(page, page.getByRole("link", { name: /^Pending/ }));
    await expect(page).toHaveURL(/status=Pending/);
  });

  await test.step("denies one with feedback", async () => {
    const openDialog = page.getByRole("button", { name: `Send Feedback ${second}` });
    const dialog = page.getByRole("dialog", { name: "Class Denied! Write Your Feedback Here" });
    await press(page, openDialog);
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(openDialog).toBeFocused();
    await page.keyboard.press("Enter");
    await press(page, dialog.getByRole("button", { name: "Deny and Send" }));
    await expect(dialog.getByLabel("Feedback")).toBeFocused();
    await expect(dialog.getByText("Please write your feedback.")).toBeVisible();
    await page.keyboard.type("Five tails are few. Eight, please.");
    await press(page, dialog.getByRole("button", { name: "Deny and Send" }));
    await expect(dialog).toHaveCount(0);
    await expect(classCard(page, second)).toHaveCount(0);
    // The focus moves to the next class in the list.
    await expect(classCard(page, first)).toBeFocused();
    await expectFocusIndicator(classCard(page, first));
  });

  await test.step("approves the other", async () => {
    await press(page, page.getByRole("link", { name: /^All \(/ }));
    await type(page, "Search by class, instructor or place", String(stamp));
    await press(page, page.getByRole("button", { name: `Approve ${first}` }));
    await expect(classCard(page, first).getByText("Approved")).toBeVisible(AFTER_UNDO);
    await expect(classCard(page, first)).toBeFocused();
    await expect(classCard(page, second).getByText("Five tails are few. Eight, please.")).toBeVisible();
  });
});

function mainMenu(page: Page) {
  return page.getByRole("navigation", { name: "Main" });
}

function dashboardMenu(page: Page) {
  return page.getByRole("navigation", { name: "Dashboard" });
}

function classCard(page: Page, name: string) {
  return page.getByRole("article", { name });
}

function imageField(page: Page) {
  return page.getByLabel("Image", { exact: true });
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await type(page, "Email", email);
  await type(page, "Password", PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
}

/** Expects the focus on the heading, where a new page starts. */
async function expectFocusedHeading(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeFocused();
}

/** Expects the focus on a field that is marked as invalid and described by the message. */
async function expectInvalidField(page: Page, label: string, message: RegExp): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toBeFocused();
  await expectFocusIndicator(field);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(message);
}

async function expectUploaded(page: Page): Promise<void> {
  const preview = page.getByRole("img", { name: "Preview of your picture" });
  await expect(preview).toHaveAttribute("src", /\/media\/.+\.webp$/);
}
