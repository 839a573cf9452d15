import type { components } from "../../src/shared/api/api.gen";
import { createApprovedClass, lessonInDays, signInInstructor } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { openAs } from "../support/login";

type Participant = components["schemas"]["ParticipantCareOutput"];

/** About 16 on each page, if their cells take three lines. */
const ROWS = 45;
const PAGES = 3;

test("a printed sign-in sheet has about 16 rows on a page", async ({ page }) => {
  const [instructor, id] = await Promise.all([
    signInInstructor(),
    createApprovedClass(`Printed Roster ${Date.now()}`, {
      seats: 60,
      price: 0,
      lessons: [lessonInDays(1)],
      place: "Barn",
    }),
  ]);
  const rows = Array.from({ length: ROWS }, (_, index) => participant(index));
  await page.route(`**/classes/${id}/care`, (route) => route.fulfill({ json: rows }));
  await openAs(page, instructor, `/dashboard/classes/${id}?tab=sheet`);
  await expect(page.getByText(`Wintersberg ${ROWS}`).first()).toBeVisible();
  expect(await printedPages(page)).toBe(PAGES);
});

/** A child whose name takes two lines, with the allergies below. */
function participant(index: number): Participant {
  return {
    enrollmentId: String(index),
    childId: String(index),
    name: `Maximiliane Wintersberg ${index + 1}`,
    age: 9,
    ...{ allergies: "Peanuts", whatToDo: "", medication: "", needs: "", diet: "", doctor: "" },
    ...{ readable: true, nothingToTell: false, confirmedAt: "2027-01-05T12:00:00Z", missing: [] },
    guardianName: "Theodora Parent",
    guardianPhone: "(555) 010-7000",
    secondGuardians: [],
    contacts: [],
  };
}

/** Counts the page objects of the PDF, which Chromium does not compress. */
async function printedPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: "Letter", preferCSSPageSize: true });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}
