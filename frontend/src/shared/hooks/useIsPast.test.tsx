import { renderHook } from "@testing-library/react";
import { advanceTime } from "../../testing/time";
import { useIsPast } from "./useIsPast";

test("is false until the time has passed", async () => {
  const { result } = renderHook(useIsPast, { initialProps: Date.now() + 2000 });
  await advanceTime({ seconds: 1 });
  expect(result.current).toBe(false);
  await advanceTime({ seconds: 1 });
  expect(result.current).toBe(true);
});

test("waits for the clock if the timer fires early", async () => {
  const { result } = renderHook(useIsPast, { initialProps: Date.now() + 2000 });
  jest.setSystemTime(Date.now() - 500);
  await advanceTime({ seconds: 2 });
  expect(result.current).toBe(false);
  await advanceTime({ seconds: 1 });
  expect(result.current).toBe(true);
});
