import { createApprovedClass, uniqueEmail, verificationLink } from "../support/api";
import { expect, test } from "../support/fixtures";
import { submitLoginForm, submitRegistration } from "../support/login";

test("the link that verifies an address leads in a new tab through the login to the chosen class", async ({
  page,
  context,
}) => {
  const name = `Verified Vases ${Date.now()}`;
  const id = await createApprovedClass(name, { seats: 5, price: 20 });
  const email = uniqueEmail("vera");
  await page.goto(`/all-classes/${id}`);
  await page.getByRole("button", { name: `Select ${name}` }).click();
  await page.getByRole("link", { name: "Login Now!" }).click();
  await page.getByRole("main").getByRole("link", { name: "Register" }).click();
  await submitRegistration(page, email);
  await page.close();

  const tab = await context.newPage();
  await tab.goto(await verificationLink(email));
  await expect(tab.getByText("Your email address is verified. Thank you!")).toBeVisible();
  await tab.getByRole("link", { name: "Log in to continue" }).click();
  await expect(tab).toHaveURL(/\/login$/);
  await expect(tab.getByText(`${name} is waiting for you.`)).toBeVisible();
  await submitLoginForm(tab, email);
  await expect(tab).toHaveURL(`/all-classes/${id}`);
  await expect(tab.getByRole("link", { name: "Pay now" })).toBeVisible();
});

// The free seat that is refused.
test.use({ expectedConsoleErrors: /status of 409/ });

test("the site believes the link that a logged-in user opens in the same browser, and leads back to the checkout", async ({
  page,
  context,
}) => {
  const name = `Free Vases ${Date.now()}`;
  const id = await createApprovedClass(name, { seats: 5, price: 0 });
  const email = uniqueEmail("vera");
  await page.goto("/register");
  await submitRegistration(page, email);
  await submitLoginForm(page, email);
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
  await page.goto(`/all-classes/${id}`);
  await page.getByRole("button", { name: `Select ${name}` }).click();
  await page.goto("/dashboard/my-selected-classes");
  await expect(page.getByText(/can't take a free class/)).toBeVisible();
  await page.getByRole("link", { name: `Enroll for free: ${name}` }).click();
  await page.getByRole("button", { name: "Enroll for free" }).click();
  await expect(page.getByText(/needs a verified email address/)).toBeVisible();

  const tab = await context.newPage();
  await tab.goto(await verificationLink(email));
  await expect(tab.getByText("Your email address is verified. Thank you!")).toBeVisible();
  await tab.getByRole("link", { name: "Continue" }).click();
  await expect(tab.getByRole("heading", { name: "Payment" })).toBeVisible();
  await tab.getByRole("button", { name: "Enroll for free" }).click();
  await expect(tab.getByRole("heading", { level: 1, name: "You're booked" })).toBeVisible();
});
