import { expectAccessible } from "../support/accessibility";
import { signInAdmin, uniqueEmail, verificationLink } from "../support/api";
import { expect, test } from "../support/fixtures";
import { openAs, submitLoginForm, submitRegistration } from "../support/login";
import { linksOf, waitForEmail } from "../support/mailbox";

// The registration of an address that has an account, before it is verified.
test.use({ expectedConsoleErrors: /status of 403/ });

test("an admin imports families and invites them, and a family finds its children", async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const email = uniqueEmail("ann");
  const sheet = [
    "Parent,Email,Phone,Child,Birth date,Emergency contact,Emergency phone",
    `Ann Lee,${email.toUpperCase()},555 010-2003,Mia Lee,3/14/2017,Joan Lee,555 010-2004`,
    `Ann Lee,<${email}>,555 010-2003,Leo Lee,5/20/2019,Joan Lee,555 010-2004`,
    `Cora Caller,,555 010-7777,Kit ${Date.now()},4,,`,
  ].join("\n");
  await openAs(page, await signInAdmin(), "/dashboard/all-users");

  await test.step("imports a spreadsheet", async () => {
    await page.getByRole("button", { name: "Import families" }).click();
    const dialog = page.getByRole("dialog", { name: "Import families" });
    await dialog
      .getByLabel("Spreadsheet")
      .setInputFiles({ name: "families.csv", mimeType: "text/csv", buffer: Buffer.from(sheet) });
    await expect(dialog.getByText("2 families will be added.")).toBeVisible();
    await expect(dialog.getByText(/"4" is not a birth date/)).toBeVisible();
    await expectAccessible(page, "import of families");
    await dialog.getByRole("button", { name: "Import 2 families" }).click();
    await expect(page.locator(".toast", { hasText: "2 families imported." })).toBeVisible();
    await expect(page.getByRole("link", { name: "Ann Lee" }).first()).toBeVisible();
  });

  await test.step("invites them", async () => {
    await page.getByRole("button", { name: "Invite families" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite families" });
    // A long list is folded.
    await dialog.locator("details").evaluate((list: HTMLDetailsElement) => {
      list.open = true;
    });
    await expect(dialog.getByRole("link", { name: "555 010-7777" }).first()).toBeVisible();
    await expectAccessible(page, "invitation of families");
    await dialog.getByRole("button", { name: /^Invite \d+ famil/ }).click();
    await expect(page.locator(".toast", { hasText: "will get an invitation." })).toBeVisible();
  });

  const family = await browser.newPage();
  await test.step("the family opens its account", async () => {
    const invitation = await waitForEmail({ to: email, subject: /^Your account at / });
    expect(invitation.text).toContain("- Mia Lee");
    const link = linksOf(invitation).find((each) => each.endsWith("/register")) ?? "";
    await family.goto(link);
    await submitRegistration(family, email);
    await family.goto(await verificationLink(email));
    await family.goto("/login");
    await submitLoginForm(family, email);
    await expect(family.getByRole("button", { name: "Log Out" })).toBeVisible();
    await family.goto("/dashboard/my-children");
    await expect(family.getByRole("button", { name: "Edit Mia Lee" })).toBeVisible();
    await expect(family.getByRole("button", { name: "Edit Leo Lee" })).toBeVisible();
  });
  await family.close();
});
