/** Helpers for fake timers, which every test uses, so that no result depends on the speed of the machine. */
import { setImmediate, setTimeout } from "node:timers/promises";
import { act, configure, getConfig } from "@testing-library/react";

/** Advances the fake timers, and settles the promises that depend on them. */
export async function advanceTime({ minutes = 0, seconds = 0 }: { minutes?: number; seconds?: number }) {
  await act(() => jest.advanceTimersByTimeAsync((minutes * 60 + seconds) * 1000));
}

/**
 * Makes every user action and every `waitFor` wait for the promises and the renderings that it started. Testing Library
 * waits with a timer of 0 ms, which is not enough with fake timers.
 */
export function settlePromisesAfterActions(): void {
  const { asyncWrapper } = getConfig();
  configure({
    asyncWrapper: (action) =>
      asyncWrapper(async () => {
        const result = await action();
        await settle();
        return result;
      }),
  });
}

/**
 * Waits for ten turns of the event loop. Each turn settles all promises and then runs React's scheduler once. A timer
 * is not reliable: on a busy machine it may fire before React's scheduler runs.
 */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await setImmediate();
}

/** Waits for a component that is loaded on demand: React shows it 0.3 s after its placeholder, by the real clock. */
export async function waitForLazy(): Promise<void> {
  await act(() => setTimeout(400));
}
