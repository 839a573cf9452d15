/** Helpers for fake timers, which every test uses, so that no result depends on the speed of the machine. */
import { setTimeout } from "node:timers/promises";
import { act, configure, getConfig } from "@testing-library/react";

/** Advances the fake timers, and settles the promises that depend on them. */
export async function advanceTime({ minutes = 0, seconds = 0 }: { minutes?: number; seconds?: number }) {
  await act(() => jest.advanceTimersByTimeAsync((minutes * 60 + seconds) * 1000));
}

/**
 * Makes every user action and every `waitFor` end only after the promises that it started have settled. Testing Library
 * waits for them with a timer of 0 ms, which does not suffice with fake timers.
 */
export function settlePromisesAfterActions(): void {
  const { asyncWrapper } = getConfig();
  configure({
    asyncWrapper: (action) =>
      asyncWrapper(async () => {
        const result = await action();
        await setTimeout(0);
        return result;
      }),
  });
}
