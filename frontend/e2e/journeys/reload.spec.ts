import { createApprovedClass, createStudent, findOpenClass, selectClass, type User } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { openAs, storedSession } from "../support/login";

const PAGE = "/dashboard/my-selected-classes";

/** Opens the page as a student who has selected a class, so that the browser remembers the student. Returns a part of the selection. */
async function openSelection(page: Page) {
  const [student, { _id, nameClass }] = await Promise.all([createStudent(), findOpenClass()]);
  await selectClass(student, _id);
  await openAs(page, student, PAGE);
  const selection = page.getByRole("button", { name: `Remove (Delete): ${nameClass}` });
  await expect(selection).toBeVisible();
  return selection;
}

/** Delays the identity provider until the returned function is called. */
async function holdVerification(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/accounts:lookup/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const exchange = (page: Page) => page.waitForResponse((response) => response.url().endsWith("/jwt"));

test("shows the data of a returning user before the identity provider responds", async ({ page }) => {
  const selection = await openSelection(page);
  const verify = await holdVerification(page);
  await page.reload();
  await expect(selection).toBeVisible();
  const exchanged = exchange(page);
  verify();
  expect((await exchanged).status()).toBe(200);
  await expect(selection).toBeVisible();
  await page.getByRole("button", { name: "Log Out" }).first().click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(PAGE);
  await expect(page).toHaveURL(/\/login$/);
});

test("shows nothing of the remembered user when another account is logged in", async ({ page }) => {
  const selection = await openSelection(page);
  const other = await createStudent("Otto Other");
  await page.evaluate(replaceIdentity, identityEntry(other));
  const verify = await holdVerification(page);
  await page.reload();
  await expect(selection).toBeVisible();
  verify();
  await expect(page.getByText("You haven't selected a class yet.")).toBeVisible();
  await expect(selection).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Otto Other" }).first()).toBeVisible();
});

test("logs out in a tab that is not verified yet when another tab logs out", async ({ page, context }) => {
  const selection = await openSelection(page);
  const otherTab = await context.newPage();
  await otherTab.goto("/");
  const verify = await holdVerification(page);
  await page.reload();
  await expect(selection).toBeVisible();
  await otherTab.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  verify();
  await expect(page.getByRole("button", { name: "Log In", exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test("keeps a child typed in the family sheet", async ({ page }) => {
  const nameClass = `Kept Clay ${Date.now()}`;
  const [parent, classId] = await Promise.all([
    createStudent(),
    createApprovedClass(nameClass, { seats: 5, price: 20, ageFrom: 6, ageTo: 14 }),
  ]);
  await openAs(page, parent, `/all-classes/${classId}`);
  await page.getByRole("button", { name: `Select ${nameClass}` }).click();
  const name = page.getByRole("dialog", { name: "Who is it for?" }).getByLabel("Name");
  await name.fill("Mia");
  await page.reload();
  await expect(name).toHaveValue("Mia");
});

function identityEntry(user: User): { name: string; value: string } {
  const entry = storedSession(user).find(({ name }) => name.startsWith("firebase:"));
  if (!entry) throw new Error("A stored session has no entry of the identity provider.");
  return entry;
}

/** Replaces the account at the identity provider, which has moved its entry from the local storage to its database. */
function replaceIdentity({ name, value }: { name: string; value: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("firebaseLocalStorageDb");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("firebaseLocalStorage", "readwrite");
      transaction.objectStore("firebaseLocalStorage").put({ fbase_key: name, value: JSON.parse(value) });
      transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}
