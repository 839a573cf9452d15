const HOUR = 3_600_000;
const NOW = Date.parse("2027-07-05T13:30:00Z");

/** The module as a page that has just opened has it. */
function opened(): typeof import("./serverTime") {
  let module: typeof import("./serverTime") | undefined;
  jest.isolateModules(() => {
    module = require("./serverTime");
  });
  if (!module) throw new Error("not loaded");
  return module;
}

beforeEach(() => jest.useFakeTimers({ now: NOW - 3 * HOUR }));

test("knows the server's clock after a reload without a network", () => {
  const before = opened();
  before.noteServerTime(new Date(NOW).toUTCString());
  expect(before.serverNow()).toBe(NOW);
  before.keepServerTime();
  jest.setSystemTime(NOW - HOUR);
  expect(opened().serverNow()).toBe(NOW + 2 * HOUR);
});

test("believes the first response more than what it has kept, and forgets that after a day", () => {
  const before = opened();
  before.noteServerTime(new Date(NOW).toUTCString());
  before.keepServerTime();
  const after = opened();
  // The clock of this device is right again.
  jest.setSystemTime(NOW);
  after.noteServerTime(new Date(NOW).toUTCString());
  expect(after.serverNow()).toBe(NOW);
  after.keepServerTime();
  expect(opened().serverNow()).toBe(NOW);
  before.keepServerTime();
  jest.setSystemTime(NOW + 24 * HOUR);
  expect(opened().serverNow()).toBe(NOW + 24 * HOUR);
});

test("keeps nothing that a response has not told", () => {
  opened().keepServerTime();
  expect(opened().serverNow()).toBe(NOW - 3 * HOUR);
});
