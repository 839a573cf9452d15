import path from "node:path";
import { createStudent, signInAdmin, signInInstructor } from "../support/api";
import { expect, test } from "../support/fixtures";
import { openAs } from "../support/login";
import { expectMessage, FAILED_REQUESTS, whileOffline, whileResponsesAreLost } from "../support/network";
import { AFTER_UNDO } from "../support/pages";

const PICTURE = path.join(__dirname, "../../../static/pictures/about-800.webp");

test.use({ expectedConsoleErrors: FAILED_REQUESTS });

test("an instructor offers a class and changes it", async ({ page }) => {
  await openAs(page, await signInInstructor(), "/dashboard/add-class");
  const name = `Net Knots ${Date.now()}`;
  await page.getByLabel("Class Name").fill(name);
  await page.getByLabel("Available Seats").fill("5");
  await page.getByLabel("Price", { exact: true }).fill("31.50");
  await whileOffline(page, async () => {
    await page.getByLabel("Image").setInputFiles(PICTURE);
    await expectMessage(page);
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("img", { name: "Preview of your picture" })).toHaveAttribute(
    "src",
    /\/media\//,
  );
  const add = page.getByRole("button", { name: "Add Class" });
  await whileOffline(page, async () => {
    await add.click();
    await expectMessage(page);
    await expect(page.getByLabel("Class Name")).toHaveValue(name);
  });
  await whileResponsesAreLost(page, /\/classes$/, async () => {
    await add.click();
    await expectMessage(page);
  });
  await add.click();
  await expect(page).toHaveURL(/\/my-classes$/);
  // The server had created the class although its response was lost. It is not created twice.
  await expect(page.getByRole("article", { name })).toHaveCount(1);

  await page.getByRole("link", { name: `Update ${name}` }).click();
  await page.getByLabel("Available Seats").fill("7");
  const update = page.getByRole("button", { name: "Update Class" });
  await whileOffline(page, async () => {
    await update.click();
    await expectMessage(page);
    await expect(page.getByLabel("Available Seats")).toHaveValue("7");
  });
  await update.click();
  await expect(
    page.getByRole("article", { name }).getByRole("definition").getByText("7", { exact: true }),
  ).toBeVisible();
});

test("an admin changes a role, denies a class and approves another", async ({ page }) => {
  const [admin, instructor, student] = await Promise.all([
    signInAdmin(),
    createStudent("Tilda Twine"),
    createStudent("Pia Paste"),
  ]);
  const name = `Loose Ends ${Date.now()}`;
  await openAs(page, admin, `/dashboard/all-users?q=${instructor.email}`);
  const promote = page.getByRole("button", { name: "Make Instructor Tilda Twine" });
  await expect(promote).toBeEnabled();
  await whileOffline(page, async () => {
    await promote.click();
    await expectMessage(page);
  });
  await promote.click();
  // The button is also disabled while the request is pending.
  await expect(page.getByRole("button", { name: "Student again Tilda Twine" })).toBeEnabled();
  await expect(promote).toBeDisabled();
  await expect(page.getByRole("button", { name: /^Make Instructor Pia/ })).toHaveCount(0);
  await whileOffline(page, async () => {
    await page.getByRole("searchbox").fill(student.email);
    await expectMessage(page);
  });
  await expect(page.getByRole("button", { name: "Make Instructor Pia Paste" })).toBeVisible();

  const newClass = { nameClass: name, seats: 3, price: 20, image: "/static/pictures/about.webp" };
  await instructor.request("POST", "/classes", newClass);
  await page.goto("/dashboard/manage-classes?status=Pending");
  await page.getByRole("button", { name: `Send Feedback ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Class Denied! Write Your Feedback Here" });
  await dialog.getByLabel("Feedback").fill("Tie them, please.");
  await whileOffline(page, async () => {
    await dialog.getByRole("button", { name: "Deny and Send" }).click();
    await expectMessage(page);
    await expect(dialog.getByLabel("Feedback")).toHaveValue("Tie them, please.");
  });
  await dialog.getByRole("button", { name: "Deny and Send" }).click();
  await expect(page.getByRole("article", { name })).toHaveCount(0);

  await instructor.request("POST", "/classes", { ...newClass, nameClass: `${name} II` });
  await page.reload();
  const approve = page.getByRole("button", { name: `Approve ${name} II` });
  await expect(approve).toBeEnabled();
  const notApproved = new RegExp(`^“${name} II”: We couldn't reach`);
  await whileOffline(page, async () => {
    await approve.click();
    await expectMessage(page, notApproved, AFTER_UNDO);
  });
  await whileResponsesAreLost(page, /\/classes\/approved\//, async () => {
    await approve.click();
    await expect(page.getByRole("article", { name: `${name} II` })).toHaveCount(0, AFTER_UNDO);
  });
});

test.describe("statistics", () => {
  test.use({ expectedConsoleErrors: /status of 503/ });

  test("an admin sees the chart when the statistics load at the second try", async ({ page }) => {
    let failing = true;
    const failure = { code: "database_unavailable", message: "The site is very busy." };
    await page.route(/\/overview(\?|$)/, (route) =>
      failing && route.request().resourceType() === "fetch"
        ? route.fulfill({ status: 503, json: failure })
        : route.continue(),
    );
    await openAs(page, await signInAdmin(), "/dashboard/money/charts");
    await expect(page.getByText("The site is very busy.")).toBeVisible();
    failing = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("img", { name: /^Bar chart/ })).toBeVisible();
  });
});
