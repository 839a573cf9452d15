import { GOOD, isEnrolled, payButton, typeCard } from "./cards";
import { aStudent, logIn, openClasses, select } from "./people";
import { expect, type Page, test } from "./test";
import { isTold } from "./trouble";

const SLOW_MS = 20_000;
const PATIENT = { timeout: SLOW_MS + 15_000 };

// Each answer comes after twenty seconds: whoever waits sees that something is being done, and nothing is given up.
test("a server that takes its time is waited for, and that is seen", async ({ page }) => {
  test.setTimeout(240_000);
  const [student, [wanted]] = await Promise.all([aStudent(), openClasses()]);
  if (!wanted) throw new Error("The demo has no class with a free seat.");
  const id = await select(student, wanted._id);
  await logIn(page, student.email);

  await test.step("finding out who somebody is", async () => {
    await slowly(page, /\/jwt$/, async () => {
      await page.goto("/dashboard/my-selected-classes");
      await isTold(page, /It takes longer than usual/);
      await expect(page.getByRole("article", { name: wanted.nameClass })).toBeVisible(PATIENT);
    });
  });

  await test.step("a list", async () => {
    await slowly(page, /\/enrolledStudent\//, async () => {
      await page.getByRole("link", { name: "My Enrolled Classes" }).click();
      await expect(page.locator("[aria-busy=true]")).toBeVisible();
      await expect(page.getByText("You are not enrolled in a class yet.")).toBeVisible(PATIENT);
    });
  });

  await test.step("holding a seat", async () => {
    await slowly(page, /\/createPaymentIntent$/, async () => {
      await page.goto(`/dashboard/payment/${id}`);
      await isTold(page, /Holding a seat for you/);
      await expect(payButton(page)).toBeDisabled();
      await expect(page.getByRole("timer")).toBeVisible(PATIENT);
    });
  });

  await test.step("writing down the place", async () => {
    await typeCard(page, GOOD);
    await slowly(page, /\/payments$/, async () => {
      await payButton(page).click();
      await isTold(page, /Your card has been charged/);
      await expect(page.getByText(/Transaction complete/)).toBeVisible(PATIENT);
    });
    await isEnrolled(page);
  });

  await test.step("saving a form", async () => {
    await page.goto("/dashboard/profile");
    await page.getByLabel("Name", { exact: true }).fill("Nora Latecomer");
    const save = page.getByRole("button", { name: /^Save/ });
    await slowly(page, /\/users\/me$/, async () => {
      await save.click();
      await expect(save).toHaveAttribute("aria-busy", "true");
      await expect(save).toHaveAttribute("aria-busy", "false", PATIENT);
    });
    await isTold(page, /Your profile is saved/);
  });
});

async function slowly(page: Page, calls: RegExp, there: () => Promise<void>): Promise<void> {
  await page.route(calls, async (route) => {
    await new Promise((later) => setTimeout(later, SLOW_MS));
    await route.continue();
  });
  await there();
  await page.unroute(calls);
}
