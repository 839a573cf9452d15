import type { components } from "../../src/shared/api/api.gen";
import { expectAccessible } from "../support/accessibility";
import { createApprovedClass, createChild, createStudent, signInAdmin } from "../support/api";
import { ageLessons } from "../support/database";
import { familyIdOf } from "../support/desk";
import { expect, test } from "../support/fixtures";
import { openAs } from "../support/login";

const PHONE = { width: 390, height: 844 };
const SEASON = "season=none";

type MyClass = components["schemas"]["MyClassOutput"];

test("the office corrects an absence, prints the sign-in sheet, and is back where it was @main", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const name = `Bowls ${Date.now()}`;
  const lessons = [3, 4, 5].map(lessonInDays);
  const [parent, admin, id] = await Promise.all([
    createStudent("Paula Parent"),
    signInAdmin(),
    createApprovedClass(name, { seats: 8, price: 0, lessons, place: "Barn" }),
  ]);
  for (const child of ["Mia", "Leo"]) {
    const childId = await createChild(parent, child, "2017-03-14");
    await parent.request("POST", "/payments", { classId: id, childId });
  }
  const rosa = { name: "Rosa", relation: "aunt", phone: "555 0100", emergency: true };
  const children = await parent.request<{ _id: string }[]>("GET", "/children");
  const childIds = children.map(({ _id }) => _id);
  await parent.request("POST", "/contacts", { ...rosa, mayPickUp: true, barred: false, childIds });
  const substitute = await createStudent("Olive Other");
  const substituteId = await familyIdOf(admin, substitute.email);
  await admin.request("PATCH", `/users/instructor/${substituteId}`);
  const {
    lessons: [, , last],
  } = await admin.request<MyClass>("GET", `/myClass/${id}`);
  await admin.request("PATCH", `/lessons/${last?._id}`, { substituteId });
  // The last lesson is today.
  await ageLessons(id, 5);

  await test.step("from a table to the roster of the last lesson", async () => {
    await openAs(page, admin, `/dashboard/money/classes?${SEASON}`);
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
    await page.getByRole("link", { name: "Care", exact: true }).click();
    await expect(page.getByText("Rosa, aunt, 555 0100").first()).toBeVisible();
    await page.getByRole("link", { name: "Roster (2)" }).click();
    await expectAccessible(page, "the roster");
  });

  await test.step("a correction, on a phone", async () => {
    await page.setViewportSize(PHONE);
    await page.getByLabel("Attendance of").selectOption({ index: 0 });
    const mia = page.getByRole("row").filter({ hasText: "Mia" });
    const box = await mia.boundingBox();
    expect(box?.height).toBeLessThanOrEqual(57);
    await mia.getByRole("button", { name: "Not recorded (attendance of Mia)" }).click();
    await page.getByRole("button", { name: "Was absent" }).click();
    await mia.getByRole("button", { name: "Absent (attendance of Mia)" }).click();
    await page.getByRole("button", { name: "Was here" }).click();
    await expect(mia.getByRole("button", { name: /^Came at 9:00/ })).toBeVisible();
    await expectAccessible(page, "the attendance of a past day");
  });

  await test.step("the sign-in sheet", async () => {
    await page.getByRole("link", { name: "Sign-in Sheet" }).click();
    const mia = page.getByRole("row").filter({ hasText: "Mia" });
    await expect(mia).toContainText("Allergies: Not known");
    await expect(mia).toContainText("emergency: Rosa, 555 0100");
    await expectAccessible(page, "the sign-in sheet");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { level: 1, name })).toHaveCSS("color", "rgb(0, 0, 0)");
    await expect(page.getByRole("navigation", { name: "Parts of the class" })).toBeHidden();
    await page.emulateMedia({ media: "screen" });
  });

  await test.step("one step back to the table", async () => {
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await expect(page).toHaveURL(`/dashboard/money/classes?${SEASON}`);
    await page.goto(`/dashboard/my-classes/${id}/care?from=mail`);
    await expect(page).toHaveURL(`/dashboard/classes/${id}?tab=care`);
  });

  await test.step("a substitute sees on the day what the instructor sees, and no money", async () => {
    await openAs(page, substitute, `/dashboard/classes/${id}?tab=money`);
    await expect(page.getByRole("row").filter({ hasText: "Mia" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Money" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: `Change ${name}` })).toHaveCount(0);
    await page.getByRole("link", { name: "Care", exact: true }).click();
    await expect(page.getByText("Rosa, aunt, 555 0100").first()).toBeVisible();
  });
});

/** A lesson on a day of the camp's calendar, as the API takes it. */
function lessonInDays(days: number) {
  const calendar = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: "America/New_York" });
  const date = calendar.format(Date.now() + days * 24 * 3_600_000);
  return { date, from: "09:00", to: "12:00", place: "" };
}
