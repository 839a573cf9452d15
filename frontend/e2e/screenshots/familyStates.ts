import {
  bookSeat,
  createApprovedClass,
  createChild,
  createStudent,
  selectClass,
  signInInstructor,
  type User,
} from "../support/api";
import { expect, type Page } from "../support/fixtures";
import { expectLoaded } from "../support/pages";
import type { UserStates } from "./pageStates";

const PRICE = 45.5;

/** States of the pages about children, by user. Ordered: later states need the children and the classes of earlier ones. */
export const FAMILY_STATES: Record<string, UserStates> = {
  parent: {
    createUser: () => createStudent("Paula Parent"),
    states: [
      { name: "no children", open: (page) => openLoaded(page, "/dashboard/my-children") },
      { name: "children", open: openChildren },
      { name: "deleting a child", open: openDeletion },
      // What is typed stays: My Children opens with this dialog from now on.
      { name: "adding a child with invalid input", open: openInvalidChild },
      { name: "who a class is for", open: openQuestion },
      { name: "a child whose date of birth is needed", open: openRefusal },
      { name: "a class selected for a child", open: openSelectedClass },
      { name: "selected classes of a family", open: openSelections },
      { name: "enrolled classes of a family", open: openEnrolled, wholePage: true },
      { name: "a child's class", open: openChildsClass },
      {
        name: "canceling a child's seat",
        open: async (page) => {
          await openChildsClass(page);
          await page.getByRole("button", { name: "Cancel Mia's seat" }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
      { name: "payments of a family", open: (page) => openLoaded(page, "/dashboard/my-payment-history") },
      // Last, because an unverified account holds one seat at a time.
      { name: "paying for a child", open: openPayment },
    ],
  },
  "instructor of children": {
    createUser: signInInstructor,
    states: [
      { name: "a roster with children", open: openRoster },
      { name: "a roster with children, printed", open: openRoster, media: "print" },
    ],
  },
};

async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectLoaded(page);
}

async function openInvalidChild(page: Page): Promise<void> {
  await openLoaded(page, "/dashboard/my-children");
  await page.getByRole("button", { name: "Add a child" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Date of birth (optional)").fill("2199-01-01");
  await dialog.getByRole("button", { name: "Add child" }).click();
  await expect(dialog.getByText("Please enter a name.")).toBeVisible();
}

async function openChildren(page: Page, parent: User): Promise<void> {
  await createChild(parent, "Mia", "2017-03-14");
  await createChild(parent, "Tom", null);
  await openLoaded(page, "/dashboard/my-children");
}

async function openDeletion(page: Page): Promise<void> {
  await openLoaded(page, "/dashboard/my-children");
  await page.getByRole("button", { name: "Delete Tom" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

/** Creates a class with an age limit. */
function createFamilyClass(name: string): Promise<string> {
  return createApprovedClass(name, { seats: 8, price: PRICE, ageFrom: 6, ageTo: 16, place: "Pottery" });
}

async function openQuestion(page: Page): Promise<void> {
  await openLoaded(page, `/all-classes/${await createFamilyClass("Clay for Families")}`);
  await page.getByRole("button", { name: "Select Clay for Families" }).click();
  await expect(page.getByRole("dialog", { name: "Who is it for?" })).toBeVisible();
}

async function openRefusal(page: Page): Promise<void> {
  await openQuestion(page);
  await page.getByRole("button", { name: "Add it for Tom" }).click();
  await expect(page.getByLabel("Date of birth (optional)")).toBeVisible();
}

async function openSelectedClass(page: Page): Promise<void> {
  await openQuestion(page);
  await page.getByRole("dialog").getByRole("button", { name: "Mia" }).click();
  await expect(page.getByText("You've selected this class for Mia.")).toBeVisible();
}

async function openSelections(page: Page, parent: User): Promise<void> {
  await selectClass(parent, await createFamilyClass("Looms for Families"));
  await openLoaded(page, "/dashboard/my-selected-classes");
}

async function openPayment(page: Page): Promise<void> {
  await openLoaded(page, "/dashboard/my-selected-classes");
  await page.getByRole("link", { name: "Pay: Clay for Families for Mia" }).click();
  await expect(page.getByRole("timer")).toBeVisible();
}

/** Opens the roster of a class with a child, a child without a date of birth, and their parent. */
async function openRoster(page: Page): Promise<void> {
  const name = `Family Roster ${Date.now()}`;
  const [parent, classId] = await Promise.all([
    createStudent("Petra Parent"),
    createApprovedClass(name, { seats: 8, price: 0, place: "Pottery" }),
  ]);
  const mia = await createChild(parent, "Mia", "2017-03-14");
  const tom = await createChild(parent, "Tom", null);
  for (const childId of [mia, tom, null]) {
    await parent.request("POST", "/payments", { classId, childId });
  }
  await openLoaded(page, `/dashboard/classes/${classId}`);
}

async function openEnrolled(page: Page, parent: User): Promise<void> {
  const _id = await createFamilyClass("Bowls for Families");
  const [mia] = (await parent.request<{ _id: string; name: string }[]>("GET", "/children")).filter(
    ({ name }) => name === "Mia",
  );
  for (const childId of [mia?._id ?? null, null]) {
    await bookSeat(parent, { _id, price: PRICE, childId });
  }
  await openLoaded(page, "/dashboard/my-enrolled-classes");
}

async function openChildsClass(page: Page): Promise<void> {
  await openLoaded(page, "/dashboard/my-enrolled-classes");
  await page.getByRole("link", { name: "Start Class: Bowls for Families for Mia" }).click();
  await expect(page.getByRole("button", { name: "Cancel Mia's seat" })).toBeVisible();
}
