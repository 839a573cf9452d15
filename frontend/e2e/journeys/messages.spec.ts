import type { components } from "../../src/shared/api/api.gen";
import { expectAccessible } from "../support/accessibility";
import {
  bookSeat,
  createApprovedClass,
  createChild,
  createStudent,
  lessonInDays,
  signInAdmin,
  signInInstructor,
} from "../support/api";
import { ageAlerts, startWorkerTasks } from "../support/database";
import { expect, test } from "../support/fixtures";
import { openAs } from "../support/login";
import { linksOf, recipientsOf, waitForEmail } from "../support/mailbox";
import { expectMessage } from "../support/network";
import { RUNNING_SITE_URL, SITE_URL } from "../support/urls";

type Inserted = components["schemas"]["InsertedOutput"];

const PRICE = 45.5;

test("an instructor writes to a class: each family gets one e-mail, and a later family reads it on the page of the class", {
  tag: "@main",
}, async ({ page }) => {
  test.setTimeout(180_000);
  const name = `Block Prints ${Date.now()}`;
  const subject = `Please bring an apron ${Date.now()}`;
  const id = await createApprovedClass(name, { seats: 4, price: PRICE, lessons: [lessonInDays(60)] });
  const [parent, solo, later] = await Promise.all([
    createStudent("Paula Parent"),
    createStudent("Sol Solo"),
    createStudent("Lara Later"),
  ]);
  for (const child of ["Mia", "Leo"])
    await bookSeat(parent, { _id: id, price: PRICE, childId: await createChild(parent, child, null) });
  await bookSeat(solo, { _id: id, price: PRICE });

  await test.step("writing, after seeing how many families it goes to", async () => {
    await openAs(page, await signInInstructor(), `/dashboard/classes/${id}?tab=messages`);
    await page.getByRole("button", { name: "Write a message" }).click();
    const dialog = page.getByRole("dialog", { name: `Write to ${name}` });
    await expect(dialog.getByText("This goes to 2 families.")).toBeVisible();
    await dialog.getByLabel("Subject").fill(subject);
    await dialog.getByLabel("Message").fill("We print with oil colors.\n<b>Old clothes</b> are fine.");
    await expectAccessible(page, "the dialog for a message");
    await dialog.getByRole("button", { name: "Send" }).dblclick();
    await expectMessage(page, /^We're emailing your message to 2 families/);
    await expect(page.getByRole("article", { name: subject })).toBeVisible();
    await expectAccessible(page, "the messages of a class");
  });

  await test.step("one e-mail for each account", async () => {
    const email = await waitForEmail({ to: parent.email, subject });
    await waitForEmail({ to: solo.email, subject });
    expect((await recipientsOf(subject)).sort()).toEqual([parent.email, solo.email].sort());
    expect(email.text).toContain("<b>Old clothes</b> are fine.");
    expect(email.html).not.toContain("<b>Old clothes");
    expect(linksOf(email)).toContain(`${SITE_URL}/all-classes/${id}`);
  });

  await test.step("a family that books later", async () => {
    await openAs(page, later, `/all-classes/${id}`);
    await expect(page.getByRole("button", { name: `Select ${name}` })).toBeEnabled();
    await expect(page.getByText(subject)).toHaveCount(0);
    await bookSeat(later, { _id: id, price: PRICE });
    await page.reload();
    await expect(page.getByRole("article", { name: subject })).toContainText("We print with oil colors.");
    expect(await recipientsOf(subject)).toHaveLength(2);
  });
});

test("an admin gets one e-mail a day about what needs a decision, and can change that", async ({ page }) => {
  test.skip(RUNNING_SITE_URL !== undefined, "only the demo's alerts can be made older");
  test.setTimeout(180_000);
  const name = `Rope Baskets ${Date.now()}`;
  const [admin, instructor] = await Promise.all([signInAdmin(), signInInstructor()]);
  const details = { nameClass: name, image: "/static/pictures/about.webp", price: PRICE, seats: 1 };
  const { insertedId: id } = await instructor.request<Inserted>("POST", "/classes", details);
  await ageAlerts();
  await startWorkerTasks();

  const digest = await waitForEmail({ to: admin.email, subject: "Craft Camp: what needs your attention" });
  expect(digest.text).toContain(`- ${name} waits for your approval.`);
  const link = `${SITE_URL}/dashboard/manage-classes/${id}`;
  expect(linksOf(digest)).toContain(link);
  await openAs(page, admin, `/dashboard/manage-classes/${id}`);
  await expect(page.getByRole("heading", { name })).toBeVisible();

  await openAs(page, admin, "/dashboard/settings");
  const choice = page.getByRole("combobox", { name: /^Tell me what needs a decision/ });
  await choice.selectOption("In an email at once");
  await expectMessage(page, /^Your choice has been saved/);
  await admin.request("PATCH", `/classes/approved/${id}`);
  await instructor.request("PATCH", `/classes/${id}`, { price: 50 });
  const subject = new RegExp(
    `^The instructor of ${name} has changed it after the approval. Price: \\$45.50, now \\$50.00.$`,
  );
  const alert = await waitForEmail({ to: admin.email, subject });
  expect(linksOf(alert)).toContain(link);
  await choice.selectOption("In one email a day, at 7:00 AM");
  await expect(page.getByRole("combobox", { name: /^Tell me/ })).toHaveValue("daily");
});
