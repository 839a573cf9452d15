import type { components } from "../../src/shared/api/api.gen";
import { expectAccessible } from "../support/accessibility";
import {
  bookSeat,
  createApprovedClass,
  createChild,
  createStudent,
  findClass,
  lessonInDays,
  paymentsOf,
  selectClass,
  signInAdmin,
  signInInstructor,
  type User,
} from "../support/api";
import { startWorkerTasks } from "../support/database";
import { expect, type Page, test } from "../support/fixtures";
import { press, type } from "../support/keyboard";
import { openAs } from "../support/login";
import { waitForEmail } from "../support/mailbox";
import { expectMessage } from "../support/network";
import { payButton } from "../support/stripe";

type Overview = components["schemas"]["OverviewOutput"];
type OwnClass = components["schemas"]["OwnClassOutput"];

const PRICE = 45.5;
const REASON = "Ines has broken her wrist.\nWe haven't found anybody to take her place.";
/** The worker sends refunds each minute, and the page asks at intervals of up to 30 seconds. */
const AFTER_REFUNDS = { timeout: 120_000 };
const MANAGE_PATH = "/dashboard/manage-classes";

// The withdrawn class has no public page (404) and cannot be paid for (409).
test.use({ expectedConsoleErrors: /status of (404|409)/ });

test("an admin withdraws a full class, and everybody gets their money back and an e-mail", {
  tag: "@main",
}, async ({ page }) => {
  test.setTimeout(300_000);
  const name = `Raku Firing ${Date.now()}`;
  const [admin, instructor, sam, parent, guest, onlooker] = await Promise.all([
    signInAdmin(),
    signInInstructor(),
    createStudent("Sam Sculptor"),
    createStudent("Paula Parent"),
    createStudent("Greta Guest"),
    createStudent("Otto Onlooker"),
  ]);
  const readOverview = () => admin.request<Overview>("GET", "/overview");
  const before = await readOverview();
  const lessons = [lessonInDays(60)];
  const id = await createApprovedClass(name, { seats: 4, price: 0, lessons });
  const childId = await createChild(parent, "Mia", null);
  await enrollForFree(guest, id);
  await changePrice(instructor, id, name);
  const selection = await selectClass(onlooker, id);
  for (const student of [sam, parent]) await bookSeat(student, { _id: id, price: PRICE });
  await bookSeat(parent, { _id: id, price: PRICE, childId });
  expect((await readOverview()).income).toBeCloseTo(before.income + 3 * PRICE, 2);

  await test.step("gives the reason, by keyboard", async () => {
    await openAs(page, admin, `${MANAGE_PATH}?view=cards&status=Approved`);
    await press(page, page.getByRole("button", { name: `Change ${name}` }));
    await press(page, card(page, name).getByRole("button", { name: "Withdraw" }));
    const dialog = page.getByRole("dialog", { name: `Withdraw “${name}”?` });
    await expect(dialog).toContainText("All 4 seats that are taken will be released");
    await expectAccessible(page, "the question before a withdrawal");
    await type(page, "Reason", REASON.split("\n")[0] ?? "");
    await page.keyboard.press("Enter");
    await page.keyboard.type(REASON.split("\n")[1] ?? "");
    await press(page, dialog.getByRole("button", { name: "Withdraw Class" }));
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(card(page, name)).toHaveCount(0);
    await startWorkerTasks();
  });

  await test.step("sees that everybody is refunded", async () => {
    await page.goto(`${MANAGE_PATH}?view=cards&status=Denied`);
    await expect(card(page, name)).toContainText("Withdrawn on");
    await expect(card(page, name).getByRole("button")).toHaveText([/^Change/]);
    await press(page, card(page, name).getByRole("link", { name: "See Refunds" }));
    await expect(page.getByText("All refunds have been sent.")).toBeVisible(AFTER_REFUNDS);
    await expect(page.locator("dl.facts").getByRole("definition")).toHaveText([
      ...["4", "3 ($136.50)", "0 ($0.00)"],
    ]);
    await expectAccessible(page, "the refunds of a withdrawn class");
  });

  await test.step("the overview no longer counts the seats", async () => {
    const after = await readOverview();
    expect(after.income).toBeCloseTo(before.income, 2);
    expect(after.seats).toEqual(before.seats);
    const paid = (await Promise.all([sam, parent, guest].map(paymentsOf))).flat();
    expect(paid.map(({ status, refundedAmount, price }) => [status, refundedAmount === price])).toEqual(
      Array(4).fill(["refunded", true]),
    );
  });

  await test.step("the instructor sees when and why, and cannot change the class", async () => {
    await openAs(page, instructor, "/dashboard/my-classes");
    await expect(card(page, name)).toContainText("Ines has broken her wrist.");
    await expect(card(page, name).getByRole("link", { name: "Update" })).toHaveCount(0);
    await page.goto(`/dashboard/update-class/${id}`);
    await expect(page.getByText(/can't be changed anymore/)).toBeVisible();
    const email = await waitForEmail({ to: instructor.email, subject: `${name} won't take place` });
    expect(email.text).toContain("Ines has broken her wrist.");
  });

  await test.step("nothing is sold anymore", async () => {
    await expect(findClass(id)).rejects.toThrow("404");
    await expect(selectClass(onlooker, id)).rejects.toThrow("404");
    await openAs(page, onlooker, `/dashboard/payment/${selection}`);
    await expectMessage(page, /no longer/);
    await expect(payButton(page)).toBeDisabled();
  });

  await test.step("a parent sees why, when, and both refunds", async () => {
    await openAs(page, parent, "/dashboard/my-enrolled-classes");
    await expect(page.getByText(/won't take place/)).toHaveCount(2);
    await page.getByRole("link", { name: `See why, and your refund for ${name} for Mia` }).click();
    await expect(page.getByText(/^The school canceled this class on/)).toBeVisible();
    await expect(page.getByText(/Ines has broken her wrist/)).toBeVisible();
    await expect(page.getByText(/^We've sent \$45.50 back/)).toBeVisible();
    await expectAccessible(page, "a class that the school canceled");
    await page.goto("/dashboard/my-payment-history");
    await expect(page.getByText(/^Total paid/)).toHaveText("Total paid: $91.00, refunded: $91.00");
  });

  await test.step("every student has an e-mail", async () => {
    for (const [student, money] of [
      [sam, "$45.50"],
      [parent, "$45.50"],
      [guest, "nothing to refund"],
    ] as const) {
      const email = await waitForEmail({ to: student.email, subject: `${name} won't take place` });
      expect(email.text).toContain("Ines has broken her wrist.");
      expect(email.text.replace(/\s+/g, " ")).toContain(money);
    }
  });
});

function card(page: Page, name: string) {
  return page.getByRole("article", { name, exact: true });
}

async function enrollForFree(student: User, classId: string): Promise<void> {
  await selectClass(student, classId);
  await student.request("POST", "/payments", { classId });
}

/** Sets the price of the free class. The seat that was booked for free stays free. */
async function changePrice(instructor: User, id: string, nameClass: string): Promise<void> {
  const classes = await instructor.request<OwnClass[]>("GET", `/myClasses/${instructor.email}`);
  const found = classes.find(({ _id }) => _id === id);
  if (!found) throw new Error("The instructor does not have the class.");
  const { image, seats, enroll } = found;
  await instructor.request("PUT", `/classes/${id}`, { nameClass, image, seats, enroll, price: PRICE });
}
