import type { BrowserContext, Locator } from "@playwright/test";
import type { components } from "../../src/shared/api/api.gen";
import type { User } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { aLessonToday } from "../support/lessonToday";
import { openAs } from "../support/login";
import { waitForEmail } from "../support/mailbox";
import { FAILED_REQUESTS } from "../support/network";
import { SITE_URL } from "../support/urls";

type Attendance = components["schemas"]["AttendanceOutput"];

const NAMES = ["Ava", "Ben", "Cleo", "Dan", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jan", "Kim", "Lou"];
const CHECK_IN_MS = 90_000;

test.use({ expectedConsoleErrors: FAILED_REQUESTS });

test("an instructor checks twelve children in and out without a network @main", async ({ page, context }) => {
  const { instructor, classId, nameClass } = await aLessonToday(NAMES);
  const rows = lesson(page, nameClass);
  await openToday(page, instructor);
  await context.setOffline(true);
  await page.reload();
  await expect(rows.getByRole("button", { name: "In: Ava" })).toBeVisible();
  const began = Date.now();
  for (const name of NAMES) {
    await rows.getByRole("button", { name: `In: ${name}` }).click();
    await expect(rows.getByRole("button", { name: `Out: ${name}` })).toBeVisible();
  }
  expect(Date.now() - began).toBeLessThan(CHECK_IN_MS);
  await expect(page.getByText("12 not sent yet")).toBeVisible();
  await rows.getByRole("button", { name: "Ava, 10" }).click();
  const dialog = page.getByRole("dialog", { name: "Ava" });
  await expect(dialog.getByText("EpiPen for Ava")).toBeVisible();
  await expect(dialog.getByRole("link", { name: "555 0100" })).toHaveAttribute("href", "tel:5550100");
  await expect(dialog.getByText("Must not collect")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();

  await reconnect(context, page);
  await expectStates(instructor, classId, "arrived");

  await context.setOffline(true);
  for (const name of NAMES) await collect(rows, name, /^Rosa/);
  await expect(page.getByText("12 not sent yet")).toBeVisible();
  // The phone closes the tab; the page opens again without a network.
  await page.goto("about:blank");
  await page.goto("/dashboard/today");
  await expect(page.getByText("12 not sent yet")).toBeVisible();
  await expect(rows.getByText(/^Left at .* with Rosa$/)).toHaveCount(NAMES.length);
  await reconnect(context, page);
  await expectStates(instructor, classId, "left");
});

test("somebody who is not on the list collects a child: the parent learns of it, and sees the times", async ({
  page,
}) => {
  const { instructor, families, nameClass } = await aLessonToday(["Mia"]);
  const [parent] = families as [User];
  const rows = lesson(page, nameClass);
  await openToday(page, instructor);
  await rows.getByRole("button", { name: "In: Mia" }).click();
  await rows.getByRole("button", { name: "Out: Mia" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("must not collect Mia")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /Eve/ })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Somebody else" }).click();
  await dialog.getByRole("button", { name: "Out" }).click();
  await expect(dialog.getByText("Please say why.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Joan Doe");
  await dialog.getByLabel("Reason").fill("Her parent called us.");
  await dialog.getByRole("button", { name: "Out" }).click();
  await expect(rows.getByText(/^Left at .* with Joan Doe$/)).toBeVisible();

  const email = await waitForEmail({ to: parent.email, subject: "Joan Doe has collected Mia" });
  expect(email.text).toContain("who isn't on the list of people who may collect");
  expect(email.text).toContain("Her parent called us.");

  await openAs(page, parent, "/dashboard/my-enrolled-classes");
  await expect(page.getByText(/^Today: arrived at .*, left at .* with Joan Doe$/)).toBeVisible();
});

test("a parent says that a child can't come today, and then can", async ({ page }) => {
  const { instructor, families, nameClass } = await aLessonToday(["Mia"]);
  const [parent] = families as [User];
  await openAs(page, parent, "/dashboard/my-enrolled-classes");
  await page.getByRole("button", { name: `Can't come today: Mia, ${nameClass}` }).click();
  await expect(page.getByText("Today: marked as absent")).toBeVisible();
  await openToday(page, instructor);
  await expect(lesson(page, nameClass).getByText("Can't come today")).toBeVisible();

  await openAs(page, parent, "/dashboard/my-enrolled-classes");
  await page.getByRole("button", { name: `Mia is coming after all: ${nameClass}` }).click();
  await expect(page.getByText("Today: marked as absent")).toBeHidden();
  await openToday(page, instructor);
  await expect(lesson(page, nameClass).getByText("Not here yet")).toBeVisible();
});

test("two devices agree after both were without a network", async ({ page, context, browser }) => {
  const { instructor, nameClass } = await aLessonToday(["Mia", "Leo"]);
  const other = await browser.newContext({ baseURL: SITE_URL });
  const second = await other.newPage();
  await openToday(page, instructor);
  await openToday(second, instructor);
  await Promise.all([context.setOffline(true), other.setOffline(true)]);
  const [rows, others] = [lesson(page, nameClass), lesson(second, nameClass)];
  await rows.getByRole("button", { name: "In: Mia" }).click();
  await others.getByRole("button", { name: "In: Mia" }).click();
  await others.getByRole("button", { name: "In: Leo" }).click();
  await collect(others, "Mia", /^Rosa/);
  await expect(rows.getByRole("button", { name: "Out: Mia" })).toBeVisible();
  await reconnect(other, second);
  await reconnect(context, page);
  for (const each of [rows, others]) {
    await expect(each.getByText(/^Left at .* with Rosa$/)).toHaveCount(1);
    await expect(each.getByText(/^Here since/)).toHaveCount(1);
  }
  await other.close();
});

async function reconnect(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(false);
  await expect(page.getByText("All sent", { exact: false })).toBeVisible();
  await expect(page.getByRole("region", { name: "Not recorded" })).toHaveCount(0);
}

/** Opens the page, and waits until it can be opened without a network too. */
async function openToday(page: Page, instructor: User): Promise<void> {
  await openAs(page, instructor, "/dashboard/today");
  await expect(page.getByText("All sent", { exact: false })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await expect(page.getByRole("button", { name: /^In: / }).first()).toBeVisible();
}

function lesson(page: Page, nameClass: string): Locator {
  return page.getByRole("region", { name: nameClass });
}

async function collect(rows: Locator, name: string, by: RegExp): Promise<void> {
  await rows.getByRole("button", { name: `Out: ${name}` }).click();
  await rows.page().getByRole("dialog").getByRole("button", { name: by }).click();
  await expect(rows.getByRole("button", { name: `In: ${name}` })).toBeVisible();
}

async function expectStates(instructor: User, classId: string, state: Attendance["state"]): Promise<void> {
  const states = async () => {
    const rows = await instructor.request<Attendance[]>("GET", `/classes/${classId}/attendance`);
    return rows.map((row) => row.state);
  };
  await expect.poll(states).toEqual(NAMES.map(() => state));
}
