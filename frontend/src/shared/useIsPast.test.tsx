import { act, renderHook } from "@testing-library/react";
import { useIsPast } from "./useIsPast";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function advance(ms: number): void {
  act(() => jest.advanceTimersByTime(ms));
}

test("is false until the time has passed", () => {
  const { result } = renderHook(useIsPast, { initialProps: Date.now() + 1000 });
  advance(999);
  expect(result.current).toBe(false);
  advance(1);
  expect(result.current).toBe(true);
});

test("waits for the clock if the timer fires early", () => {
  const { result } = renderHook(useIsPast, { initialProps: Date.now() + 1000 });
  jest.setSystemTime(Date.now() - 500);
  advance(1000);
  expect(result.current).toBe(false);
  advance(500);
  expect(result.current).toBe(true);
});
