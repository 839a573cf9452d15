import type { components } from "../../src/shared/api/api.gen";
import { createApprovedClass, lessonInDays, signInInstructor } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { openAs } from "../support/login";

type RosterEntry = components["schemas"]["RosterOutput"];

/** About 20 on each page. The first has fewer, because it begins with the lessons. */
const ROWS = 55;
const PAGES = 3;

for (const tab of ["students", "sheet"]) {
  test(`a printed roster has about 20 rows on a page: ${tab}`, async ({ page }) => {
    const lessons = [1, 2, 3, 4, 5].map((days) => lessonInDays(days));
    const [instructor, id] = await Promise.all([
      signInInstructor(),
      createApprovedClass(`Printed Roster ${Date.now()}`, { seats: 60, price: 0, lessons, place: "Barn" }),
    ]);
    const entries = Array.from({ length: ROWS }, (_, index) => entry(index));
    await page.route(`**/classes/${id}/roster`, (route) => route.fulfill({ json: entries }));
    await openAs(page, instructor, `/dashboard/my-classes/${id}/roster?tab=${tab}`);
    await expect(page.getByText(`Parent ${ROWS}`).first()).toBeVisible();
    expect(await printedPages(page)).toBe(PAGES);
  });
}

/** A student whose names take two lines on the sign-in sheet. */
function entry(index: number): RosterEntry {
  return {
    _id: String(index),
    name: `Maximiliane Wintersberg ${index + 1}`,
    email: `family.wintersberg.${index + 1}@camp.example`,
    since: "2027-01-05T12:00:00Z",
    state: "enrolled",
    guardianName: `Theodora Parent ${index + 1}`,
    age: 9,
  };
}

/** Counts the page objects of the PDF, which Chromium does not compress. */
async function printedPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: "Letter", preferCSSPageSize: true });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}
