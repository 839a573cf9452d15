import { createStudent, findOpenClass, selectClass } from "../support/api";
import { expect, test } from "../support/fixtures";
import { openAs } from "../support/login";
import { expectEnrolled, payWithCard, VALID_CARD } from "../support/stripe";

const HOUR_MS = 3_600_000;

for (const [description, error] of [
  ["an hour ahead", HOUR_MS],
  ["a day behind", -24 * HOUR_MS],
] as const) {
  test(`a student pays on a device whose clock is ${description}`, async ({ page }) => {
    const [student, openClass] = await Promise.all([createStudent(), findOpenClass()]);
    const selectionId = await selectClass(student, openClass._id);
    let exchanges = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/jwt")) exchanges += 1;
    });
    await page.clock.install({ time: Date.now() + error });
    await openAs(page, student, `/dashboard/payment/${selectionId}`);
    await expect(page.getByRole("timer")).toHaveText(/1[45]:\d\d/);
    await payWithCard(page, VALID_CARD);
    await expectEnrolled(page);
    expect(exchanges).toBe(1);
  });
}
