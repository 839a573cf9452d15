import { CLASS_STATES } from "../screenshots/classStates";
import { expectAccessible } from "../support/accessibility";
import type { User } from "../support/api";
import { test } from "../support/fixtures";
import { openAs } from "../support/login";

// Some of the states are refusals.
test.use({ expectedConsoleErrors: /status of 409/ });

for (const [userName, { createUser, states }] of Object.entries(CLASS_STATES)) {
  test(`states of classes are accessible in both themes and fit a small phone: ${userName}`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const user = await createUser?.();
    if (user) await openAs(page, user, "/dashboard");
    for (const { name, open } of states) {
      await test.step(name, async () => {
        await open(page, user as User);
        await expectAccessible(page, name);
      });
    }
  });
}
