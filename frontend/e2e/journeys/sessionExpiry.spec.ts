import path from "node:path";
import { createStudent, signInAdmin, signInInstructor, type User } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { openAs, submitLoginForm } from "../support/login";
import { expectMessage } from "../support/network";

const PICTURE = path.join(__dirname, "../../../static/pictures/about-800.webp");

// Chromium logs the 401.
test.use({ expectedConsoleErrors: /status of 401/ });

test("keeps a new class that was not submitted", async ({ page }) => {
  const instructor = await signInInstructor();
  await openAs(page, instructor, "/dashboard/add-class");
  await page.getByLabel("Class Name").fill("Half a Class");
  await page.getByLabel("Available Seats").fill("9");
  await page.getByLabel("Price", { exact: true }).fill("12.50");
  await page.getByLabel("Image").setInputFiles(PICTURE);
  const preview = page.getByRole("img", { name: "Preview of your picture" });
  await expect(preview).toHaveAttribute("src", /\/media\//);
  await page.getByLabel("Description (optional)").fill("The other half follows.");
  await expireSession(page, () => page.getByRole("button", { name: "Add Class" }).click());
  await logInAgain(page, instructor, "/dashboard/add-class");
  await expect(page.getByLabel("Class Name")).toHaveValue("Half a Class");
  await expect(page.getByLabel("Available Seats")).toHaveValue("9");
  await expect(page.getByLabel("Price", { exact: true })).toHaveValue("12.50");
  await expect(page.getByLabel("Description (optional)")).toHaveValue("The other half follows.");
  await expect(preview).toHaveAttribute("src", /\/media\//);
});

test("keeps the changes to a class", async ({ page }) => {
  const instructor = await signInInstructor();
  await openAs(page, instructor, "/dashboard/my-classes");
  await page
    .getByRole("link", { name: /^Update / })
    .first()
    .click();
  await page.getByLabel("Description (optional)").fill("Now with more glue.");
  const { pathname } = new URL(page.url());
  await expireSession(page, () => page.getByRole("button", { name: "Update Class" }).click());
  await logInAgain(page, instructor, pathname);
  await expect(page.getByLabel("Description (optional)")).toHaveValue("Now with more glue.");
});

test("keeps the changes to a profile", async ({ page }) => {
  const student = await createStudent("Nell Needle");
  await openAs(page, student, "/dashboard/profile");
  await page.getByLabel("Name", { exact: true }).fill("Nell N.");
  await expireSession(page, () => page.getByRole("button", { name: "Save" }).click());
  await logInAgain(page, student, "/dashboard/profile");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nell N.");
});

test("keeps feedback and reopens its dialog", async ({ page }) => {
  const admin = await signInAdmin();
  const pendingClasses = "/dashboard/manage-classes?status=Pending";
  await openAs(page, admin, pendingClasses);
  await page
    .getByRole("button", { name: /^Send Feedback / })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Class Denied! Write Your Feedback Here" });
  await dialog.getByLabel("Feedback").fill("Say what one takes home.");
  await expireSession(page, () => dialog.getByRole("button", { name: "Deny and Send" }).click());
  await logInAgain(page, admin, pendingClasses);
  await expect(dialog.getByLabel("Feedback")).toHaveValue("Say what one takes home.");
  await expect(dialog.getByRole("button", { name: "Deny and Send" })).toBeEnabled();
});

/** Responds with 401 to what the action submits, and to the renewal of the token that follows. */
async function expireSession(page: Page, submit: () => Promise<void>): Promise<void> {
  const refuse: Parameters<Page["route"]>[1] = (route) => {
    const request = route.request();
    // Background reads pass: they must not end the session before the form is submitted.
    if (request.method() === "GET" || !request.headers().authorization) return route.fallback();
    return route.fulfill({ status: 401, json: { code: "not_authenticated", message: "Log in, please." } });
  };
  await page.route("**/*", refuse);
  await submit();
  await expect(page).toHaveURL(/\/login$/);
  await expectMessage(page, /Your session has ended. Please log in again/);
  await page.unroute("**/*", refuse);
}

async function logInAgain(page: Page, user: User, expectedPath: string): Promise<void> {
  await submitLoginForm(page, user.email);
  await expect(page).toHaveURL(expectedPath);
}
