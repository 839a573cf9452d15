import cases from "../../../../testing/presence_cases.json";
import type { TodayEvent } from "./api";
import { presenceAfter } from "./fold";

test.each(cases)("folds the events: $name", ({ events, state, at, with: collector }) => {
  const expected = { state, at, with: collector };
  expect(presenceAfter(events as TodayEvent[])).toMatchObject(expected);
  // In whatever order and however often they arrive.
  expect(presenceAfter([...events, ...events].reverse() as TodayEvent[])).toMatchObject(expected);
});
