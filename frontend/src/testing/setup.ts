import "@testing-library/jest-dom";
import { clearEmbeddedData } from "./embedInPage";
import { api } from "./fakes/fakeApi";
import { identityProvider } from "./fakes/fakeIdentityProvider";
import { stripeFake } from "./fakes/fakeStripe";
import { FakeXMLHttpRequest } from "./fakes/fakeUpload";
import { settlePromisesAfterActions } from "./time";

settlePromisesAfterActions();

jest.mock("../accounts/firebase", () => jest.requireActual("./fakes/fakeIdentityProvider").fakeFirebase);
jest.mock("../payments/stripe", () => jest.requireActual("./fakes/fakeStripe").fakeStripe);

/** 10 AM in New York. A text of a day tells its year if it is far from today. */
const NOW = new Date("2026-11-27T15:00:00Z");

// Also for what a test file computes while it is loaded.
jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask"], now: NOW });

let consoleMessages: string[] = [];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask"], now: NOW });
  consoleMessages = [];
  for (const level of ["error", "warn"] as const) {
    jest
      .spyOn(console, level)
      .mockImplementation((...args: unknown[]) => void consoleMessages.push(args.map(String).join(" ")));
  }
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.dataset.bsTheme = "light";
  globalThis.XMLHttpRequest = FakeXMLHttpRequest as unknown as typeof XMLHttpRequest;
  identityProvider.reset();
  stripeFake.reset();
  api.reset();
  // Few users see a child of another account, and few children have a second guardian.
  api.respond("GET /sharedChildren", []);
  for (const id of ["31", "32"]) api.respond(`GET /children/${id}/guardians`, []);
  // Few students have two classes at the same time.
  api.respond("GET /clashes", []);
  // Few lessons are planned at the time of others.
  api.respond("POST /lessons/conflicts", []);
  clearEmbeddedData();
});

afterEach(() => {
  jest.restoreAllMocks();
  const problems = [...consoleMessages, ...api.unhandledCalls()];
  if (problems.length > 0) throw new Error(`Unexpected console output or requests:\n${problems.join("\n")}`);
});
