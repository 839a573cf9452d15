import type { components } from "../../src/shared/api/api.gen";
import {
  bookSeat,
  createApprovedClass,
  findClass,
  lessonInDays,
  paymentsOf,
  signIn,
  signInAdmin,
  signInInstructor,
  uniqueEmail,
} from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { openAs, register } from "../support/login";
import { type Email, linksOf, waitForEmail } from "../support/mailbox";
import { expectLoaded } from "../support/pages";
import { RUNNING_SITE_URL, SITE_URL } from "../support/urls";

type Inserted = components["schemas"]["InsertedOutput"];

const PRICE = 45.5;
const IMAGE = "/static/pictures/about.webp";

test.skip(RUNNING_SITE_URL !== undefined, "only the demo sends the e-mail about a change within seconds");

test("a student gets an e-mail for the registration, a payment, a moved lesson and a cancellation", {
  tag: "@main",
}, async ({ page }) => {
  test.setTimeout(180_000);
  const name = `Linocut Letters ${Date.now()}`;
  const email = uniqueEmail("lena");
  const [instructor, id] = await Promise.all([
    signInInstructor(),
    createApprovedClass(name, { seats: 5, price: PRICE, lessons: [lessonInDays(60)] }),
  ]);
  await register(page, { name: "Lena Letter", email });
  const student = await signIn(email);
  await openAs(page, student, "/dashboard/profile");
  const emailWith = (subject: string) => waitForEmail({ to: email, subject });

  await test.step("registering", async () => {
    await expectLinks(page, await emailWith("Welcome to Craft Camp"), {
      "/dashboard/my-children": "My Children",
      "/all-classes": "All Classes",
    });
  });

  await test.step("paying, with the lessons for a calendar", async () => {
    await bookSeat(student, { _id: id, price: PRICE });
    const booked = await emailWith(`You have a seat in ${name}`);
    expect(booked.text).toContain("$45.50");
    expect(booked.attachments.map(({ text }) => text)).toEqual([expect.stringContaining(`SUMMARY:${name}`)]);
    await expectLinks(page, booked, { "/dashboard/my-enrolled-classes": "My Enrolled Classes" });
  });

  await test.step("moving a lesson", async () => {
    const { nameClass, image, price, seats, enroll } = await findClass(id);
    const lessons = [lessonInDays(61)];
    const body = { nameClass, image, price, seats, enroll, lessons };
    await instructor.request("PUT", `/classes/${id}`, body);
    const changed = await emailWith(`Your class has changed: ${name}`);
    expect(changed.text.replace(/\s+/g, " ")).toMatch(/you can cancel until .* for a full refund/);
    await expectLinks(page, changed, { [`/all-classes/${id}`]: name });
  });

  await test.step("canceling", async () => {
    const [payment] = await paymentsOf(student);
    await student.request("POST", `/payments/cancel/${payment?._id}`);
    const canceled = await emailWith(`You canceled your seat in ${name}`);
    expect(canceled.text).toContain("$45.50");
    await expectLinks(page, canceled, { [`/all-classes/${id}`]: name });
  });
});

test("an instructor gets an e-mail when a class is denied, and when it is approved", async ({ page }) => {
  test.setTimeout(180_000);
  const name = `Felted Soap ${Date.now()}`;
  const [admin, instructor] = await Promise.all([signInAdmin(), signInInstructor()]);
  const details = { nameClass: name, image: IMAGE, price: PRICE, seats: 5 };
  const { insertedId: id } = await instructor.request<Inserted>("POST", "/classes", details);
  await openAs(page, instructor, "/dashboard/my-classes");

  await test.step("denying", async () => {
    await admin.request("PATCH", `/classes/denied/${id}`, { feedback: "Which tools do they use?" });
    const subject = `Your class isn't approved yet: ${name}`;
    const email = await waitForEmail({ to: instructor.email, subject });
    expect(email.text).toContain("Which tools do they use?");
    await expectLinks(page, email, { [`/dashboard/update-class/${id}`]: "Update Class" });
  });

  await test.step("approving", async () => {
    await instructor.request("PUT", `/classes/${id}`, { ...details, enroll: 0, description: "Needles." });
    await admin.request("PATCH", `/classes/approved/${id}`);
    const subject = `Your class is approved: ${name}`;
    const email = await waitForEmail({ to: instructor.email, subject });
    await expectLinks(page, email, { [`/all-classes/${id}`]: name });
  });
});

/** Expects exactly these links to pages of the site, and that each opens the page with the heading. */
async function expectLinks(page: Page, email: Email, headings: Record<string, string>): Promise<void> {
  const paths = linksOf(email)
    .filter((link) => link.startsWith(SITE_URL))
    .map((link) => link.slice(SITE_URL.length));
  expect(paths.sort(), email.subject).toEqual(Object.keys(headings).sort());
  for (const path of paths) {
    await page.goto(path);
    await expectLoaded(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(headings[path] ?? "");
  }
}
