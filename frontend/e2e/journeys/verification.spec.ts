import { createApprovedClass, PASSWORD, uniqueEmail, verificationLink } from "../support/api";
import { expect, test } from "../support/fixtures";
import { submitLoginForm } from "../support/login";

test("the link that verifies an address leads in a new tab to the login, which selects the chosen class", async ({
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
  await page.getByLabel("Photo URL").fill("https://pictures.example/portrait.png");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.close();

  const tab = await context.newPage();
  await tab.goto(await verificationLink(email));
  await expect(tab).toHaveURL(/\/login$/);
  await expect(tab.getByText(`${name} is waiting for you.`)).toBeVisible();
  await submitLoginForm(tab, email);
  await expect(tab).toHaveURL(`/all-classes/${id}`);
  await expect(tab.getByRole("link", { name: "Pay now" })).toBeVisible();
});
