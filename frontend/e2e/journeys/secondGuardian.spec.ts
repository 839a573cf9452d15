import { expectAccessible } from "../support/accessibility";
import { createStudent, signInAdmin, type User } from "../support/api";
import { familyIdOf } from "../support/desk";
import { expect, test } from "../support/fixtures";
import { aLessonToday } from "../support/lessonToday";
import { logIn, openAs } from "../support/login";
import { linksOf, waitForEmail } from "../support/mailbox";

test.use({ viewport: { width: 390, height: 844 } });

test("a second guardian is invited, sees the classes without a price, reports an absence, and is ended", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { nameClass, families } = await aLessonToday(["Mia"]);
  const [owner] = families as [User];
  const [other, admin] = await Promise.all([createStudent("Dana Other"), signInAdmin()]);
  const shared = page.getByRole("region", { name: "Mia's classes" });

  await test.step("the owner invites the other parent", async () => {
    await openAs(page, owner, "/dashboard/my-children");
    await page.getByRole("button", { name: "Share with another adult for Mia" }).click();
    await page.getByLabel("Email").fill(other.email);
    await page.getByRole("button", { name: "Send the invitation" }).click();
    await expect(page.getByText(`${other.email}: invited, classes`)).toBeVisible();
    await expectAccessible(page, "My Children with a second guardian");
  });

  await test.step("the other parent opens the link, logs in and accepts", async () => {
    const email = await waitForEmail({ to: other.email, subject: /invites you to follow Mia's classes$/ });
    const link = linksOf(email).find((each) => each.includes("/guardianship/")) ?? "";
    await page.evaluate(() => localStorage.clear());
    await logIn(page, other.email);
    await page.goto(link);
    await expect(page.getByText("You see no prices, and you pay nothing.")).toBeVisible();
    await expectAccessible(page, "the invitation");
    await page.getByRole("button", { name: "Accept" }).click();
    await expect(page).toHaveURL("/dashboard");
  });

  await test.step("they see the class without a price, and say that Mia can't come", async () => {
    await expect(shared.getByRole("link", { name: nameClass })).toBeVisible();
    await expect(shared).not.toContainText("$");
    await expectAccessible(page, "the dashboard of a second guardian");
    await page.getByRole("button", { name: `Can't come today: Mia, ${nameClass}` }).click();
    await expect(shared.getByText("Today: marked as absent")).toBeVisible();
  });

  await test.step("the office stops it, and allows it again", async () => {
    const familyPath = `/dashboard/families/${await familyIdOf(admin, owner.email)}`;
    await openAs(page, admin, familyPath);
    await page.getByRole("button", { name: "Stop for Dana Other" }).click();
    await page.getByLabel(/^Note for the office/).fill("They asked us to wait.");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await expect(page.getByText("Note: They asked us to wait.")).toBeVisible();
    await expectAccessible(page, "a family with a second guardian");
    await openAs(page, other, "/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(shared).toBeHidden();
    await openAs(page, admin, familyPath);
    await page.getByRole("button", { name: "Allow again for Dana Other" }).click();
    await page.getByRole("button", { name: "Allow again", exact: true }).click();
    await expect(page.getByText(`Dana Other (${other.email}): classes`)).toBeVisible();
  });

  await test.step("the owner ends it", async () => {
    await openAs(page, owner, "/dashboard/my-children");
    await page.getByRole("button", { name: "End for Dana Other" }).click();
    await page.getByRole("button", { name: "Stop sharing" }).click();
    await expect(page.getByText(`Dana Other (${other.email}): classes`)).toBeHidden();
    await openAs(page, other, "/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(shared).toBeHidden();
  });
});
