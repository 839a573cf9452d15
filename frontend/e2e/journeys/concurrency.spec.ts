import { createApprovedClass, createStudent, findOpenClass, payForClass, selectClass } from "../support/api";
import { expect, test } from "../support/fixtures";
import { openAs } from "../support/login";
import { expectMessage } from "../support/network";
import { expectEnrolled, fillCard, payButton, VALID_CARD } from "../support/stripe";

test.describe("two tabs", () => {
  // Stripe refuses the second confirmation of a payment.
  test.use({ expectedConsoleErrors: /status of 400/ });

  test("logging out in one tab logs out the other and hides its private pages", async ({ page, context }) => {
    await openAs(page, await createStudent(), "/");
    const otherTab = await context.newPage();
    await otherTab.goto("/dashboard/my-payment-history");
    await expect(otherTab.getByText("You haven't paid for a class yet.")).toBeVisible();
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(otherTab).toHaveURL(/\/login$/);
    await otherTab.goBack();
    await expect(otherTab.getByText("You haven't paid for a class yet.")).toHaveCount(0);
  });

  test("paying in both tabs charges the card once, and both show the enrollment", { tag: "@main" }, async ({
    page,
    context,
  }) => {
    const [student, openClass] = await Promise.all([createStudent(), findOpenClass()]);
    const paymentPath = `/dashboard/payment/${await selectClass(student, openClass._id)}`;
    await openAs(page, student, paymentPath);
    const otherTab = await context.newPage();
    await otherTab.goto(paymentPath);
    const tabs = [page, otherTab];
    for (const tab of tabs) {
      await expect(tab.getByRole("timer")).toBeVisible();
      await fillCard(tab, VALID_CARD);
    }
    await Promise.all(tabs.map((tab) => payButton(tab).dblclick()));
    for (const tab of tabs) await expectEnrolled(tab);
    expect(await student.request("GET", `/payments/${student.email}`)).toHaveLength(1);
    expect(await student.request("GET", `/enrolledStudent/${student.email}`)).toHaveLength(1);
  });
});

test.describe("a class fills up while a student looks at it", () => {
  test.use({ expectedConsoleErrors: /status of 409/ });

  test("selecting it shows that it is sold out", async ({ page }) => {
    const name = `Last Chair ${Date.now()}`;
    const [classId, student, fasterStudent] = await Promise.all([
      createApprovedClass(name, { seats: 1, price: 0 }),
      createStudent(),
      createStudent("Quentin Quick"),
    ]);
    // The page shows the first 24 of all classes.
    await openAs(page, student, `/all-classes?q=${encodeURIComponent(name)}`);
    const card = page.getByRole("article", { name });
    await expect(async () => {
      await page.reload(); // another process may serve a public list for 0.3 seconds after the approval
      await expect(card.getByRole("button", { name: "Select" })).toBeEnabled({ timeout: 2_000 });
    }).toPass();
    await selectClass(fasterStudent, classId);
    await fasterStudent.request("POST", "/payments", { classId });
    await card.getByRole("button", { name: "Select" }).dblclick();
    await expectMessage(page, /This class is full/);
    await expect(card.getByText("Sold out", { exact: true })).toBeVisible();
    await expect(card.getByRole("button", { name: "Select" })).toBeDisabled();
  });

  test("its payment page disables payment and links to other classes", async ({ page }) => {
    const price = 20;
    const [_id, student, fasterStudent] = await Promise.all([
      createApprovedClass(`Last Stool ${Date.now()}`, { seats: 1, price }),
      createStudent(),
      createStudent("Quinn Quick"),
    ]);
    const [selectionId] = await Promise.all([selectClass(student, _id), selectClass(fasterStudent, _id)]);
    await openAs(page, student, "/dashboard/my-selected-classes");
    await expect(page.getByRole("link", { name: /^Pay: / })).toBeVisible();
    await payForClass(fasterStudent, { _id, price });
    await page.getByRole("link", { name: /^Pay: / }).click();
    await expect(page).toHaveURL(new RegExp(`/payment/${selectionId}$`));
    await expectMessage(page, /This class is full/);
    await expect(payButton(page)).toBeDisabled();
    await page.getByRole("link", { name: "See other classes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "All Classes" })).toBeVisible();
  });
});
