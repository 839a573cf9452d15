import { createApprovedClass, createChild, createStudent, lessonInDays, selectClass } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { layoutShiftOf, recordLayoutShift } from "../support/layoutShift";
import { openAs } from "../support/login";
import { expectLoaded, publicDetailPaths } from "../support/pages";

/** Bytes per second, and milliseconds. */
const SLOW_3G = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 };

test.use({
  // In another time zone, the pages also name the camp's.
  timezoneId: "Asia/Tokyo",
  // Scripts and fonts come seconds after the page.
  expectedConsoleErrors: /was preloaded using link preload but not used/,
});

const PHONE = { width: 390, height: 844 };

for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
  test(`nothing jumps for a visitor, ${viewport.width} px wide`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(viewport);
    await recordLayoutShift(page);
    await expectNoShift(page);
  });
}

test("nothing jumps for a parent who has selected a class, on a phone", async ({ page }) => {
  test.slow();
  await page.setViewportSize(PHONE);
  // The earliest class is the first in the list.
  const lessons = [lessonInDays(2)];
  const [parent, classId] = await Promise.all([
    createStudent(),
    createApprovedClass(`Slow Clay ${Date.now()}`, { seats: 5, price: 20, lessons }),
  ]);
  await selectClass(parent, classId, await createChild(parent, "Mia", "2016-01-01"));
  await recordLayoutShift(page);
  await openAs(page, parent, "/about");
  await expectNoShift(page, `/all-classes/${classId}`);
});

async function expectNoShift(page: Page, ...others: string[]): Promise<void> {
  const paths = ["/", "/all-classes", "/all-classes?view=weeks", "/all-instructors", ...others];
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", SLOW_3G);
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  for (const path of [...paths, ...(await publicDetailPaths())]) {
    await page.goto(path);
    await expectLoaded(page);
    await page.waitForLoadState("networkidle");
    expect.soft(await layoutShiftOf(page), path).toBe(0);
  }
}
