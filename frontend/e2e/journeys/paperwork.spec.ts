import { expectAccessible } from "../support/accessibility";
import {
  bookSeat,
  createApprovedClass,
  createChild,
  createStudent,
  lessonInDays,
  selectClass,
  signInAdmin,
  signInInstructor,
} from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { openAs } from "../support/login";
import { linksOf, waitForEmail } from "../support/mailbox";
import { horizontalOverflow } from "../support/pages";
import { expectPaymentComplete, payWithCard, VALID_CARD } from "../support/stripe";

const PARENT = "Paula Parent";

/** A day as `2027-07-05`, in this number of days. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test.use({ viewport: { width: 390, height: 844 } });

test("a parent completes the paperwork of two children on a phone, the office reminds those who haven't", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const stamp = Date.now();
  const [admin, parent, late] = await Promise.all([
    signInAdmin(),
    createStudent(PARENT),
    createStudent("Lara Late"),
  ]);
  const season = `Paper ${stamp}`;
  const opensAt = new Date(stamp - 3_600_000).toISOString();
  await admin.request("POST", "/seasons", { name: season, startsOn: day(-1), endsOn: day(60), opensAt });
  const details = { season: `paper-${stamp}`, seats: 8, price: 40, lessons: [lessonInDays(7)] };
  const classId = await createApprovedClass(`Bowls ${stamp}`, details);
  const mia = await createChild(parent, "Mia", null);
  const tom = await createChild(parent, "Tom", null);
  const zoe = await createChild(late, "Zoe", null);
  await bookSeat(late, { _id: classId, price: 40, childId: zoe });

  await test.step("pays for both, and follows the question for the paperwork", async () => {
    const selections = [await selectClass(parent, classId, mia), await selectClass(parent, classId, tom)];
    await openAs(page, parent, `/dashboard/checkout?selections=${selections}`);
    await payWithCard(page, VALID_CARD);
    await expectPaymentComplete(page);
    await page.getByRole("link", { name: "Three minutes of paperwork for Mia and Tom" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Paperwork for Mia and Tom" })).toBeFocused();
    await expectAccessible(page, "the paperwork");
  });

  await test.step("tells the phone number and the people, once for both", async () => {
    await page.getByRole("textbox", { name: "Phone" }).fill("(555) 010-2003");
    await page.getByRole("button", { name: "Save phone number" }).click();
    await addPerson(page, "Rosa Parent", ["Call in an emergency if you can't reach me", "May pick up"]);
    await addPerson(page, "Eve Former", ["Must not pick up"]);
    await expect(page.getByText("must not pick up", { exact: false }).last()).toBeVisible();
    await expectFits(page);
  });

  await test.step("writes one care sheet, and has nothing to tell about the other child", async () => {
    await page.getByRole("button", { name: "No, nothing to tell about Tom" }).click();
    await page.getByRole("button", { name: "Yes, tell us about Mia" }).click();
    await page.getByLabel("Allergies and conditions").fill("Peanuts");
    await page.getByLabel("What to do if symptoms show").fill("The pen is in the red bag.");
    await page.getByRole("button", { name: "Save care sheet" }).click();
    await expect(page.getByRole("button", { name: "Change the care sheet" })).toHaveCount(2);
  });

  await test.step("signs the agreements for both, and reads what was signed", async () => {
    await signAll(page, "Mia or Tom");
    await expect(page.getByText("That's all we need for Mia and Tom.", { exact: false })).toBeVisible();
    await page
      .getByRole("listitem")
      .filter({ hasText: "for Mia" })
      .getByRole("link", { name: "Pictures" })
      .click();
    await expect(page.getByText(`Refused for Mia, signed by ${PARENT}`, { exact: false })).toBeVisible();
    await expectAccessible(page, "the agreement");
    await expectFits(page);
  });

  await test.step("the instructor reads and prints what to know", async () => {
    await openAs(page, await signInInstructor(), `/dashboard/classes/${classId}`);
    await page.getByRole("link", { name: "Care", exact: true }).click();
    const article = page.getByRole("article").filter({ hasText: "Mia" });
    await expect(article.getByText("The pen is in the red bag.")).toBeVisible();
    await expect(article.getByText("Eve Former")).toBeVisible();
    await expectAccessible(page, "care and contacts");
    await page.emulateMedia({ media: "print" });
    await expect(article.getByText("Peanuts")).toHaveCSS("color", "rgb(0, 0, 0)");
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    await page.emulateMedia({ media: "screen" });
  });

  await test.step("the office sees who lacks what, and reminds them", async () => {
    await openAs(page, admin, `/dashboard/manage-classes?season=paper-${stamp}`);
    await page.getByRole("button", { name: "Season Paper" }).click();
    await page.getByRole("button", { name: "Paperwork", exact: true }).click();
    await expect(page.getByText("1 child", { exact: true })).toBeVisible();
    const row = page.getByRole("row").filter({ hasText: "Zoe" });
    await expect(row.getByText("Emergency contact")).toBeVisible();
    await expectAccessible(page, "the office's list");
    await expectFits(page);
    await page.getByRole("button", { name: "Remind all families" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send reminders" }).click();
    await expect(page.locator(".toast").getByText("We're writing to 1 family.")).toBeVisible();
    const email = await waitForEmail({ to: late.email, subject: /paperwork for Paper/ });
    expect(linksOf(email).some((link) => link.endsWith("/dashboard/paperwork"))).toBe(true);
    await page.getByRole("link", { name: "agreements" }).click();
    await expect(page).toHaveURL(/\/dashboard\/settings\/agreements$/);
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    await expectAccessible(page, "the agreements");
  });
});

async function addPerson(page: Page, name: string, duties: string[]): Promise<void> {
  await page.getByRole("button", { name: "Add a person" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a person" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Phone").fill("(555) 010-7001");
  for (const duty of duties) await dialog.getByLabel(duty).check();
  await dialog.getByRole("button", { name: "Add person" }).click();
  await expect(dialog).toHaveCount(0);
}

/** Agrees to all but pictures of the child. */
async function signAll(page: Page, child: string): Promise<void> {
  const part = page.getByRole("region", { name: "Agreements", exact: true });
  for (const box of await part.getByRole("checkbox").all()) await box.check();
  await part.getByRole("radio", { name: `No, not for ${child}` }).check();
  await part.getByLabel("Type your full name to sign").fill(PARENT);
  await part.getByRole("button", { name: "Sign" }).click();
  await expect(part.getByRole("button", { name: "Sign" })).toHaveCount(0);
}

async function expectFits(page: Page): Promise<void> {
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
}
