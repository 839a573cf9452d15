import "@testing-library/jest-dom";
import { api } from "./fakeApi";
import { provider } from "./fakeProvider";
import { till } from "./fakeStripe";
import { FakeUpload } from "./fakeUpload";

jest.mock("../accounts/firebase", () => jest.requireActual("../testing/fakeProvider").fakeFirebase);
jest.mock("../payments/stripe", () => jest.requireActual("../testing/fakeStripe").fakeStripe);

// What jsdom lacks and the pages call.
window.scrollTo = () => {};
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });

let complaints: string[] = [];

beforeEach(() => {
  complaints = [];
  for (const level of ["error", "warn"] as const) {
    jest
      .spyOn(console, level)
      .mockImplementation((...said: unknown[]) => void complaints.push(said.map(String).join(" ")));
  }
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.dataset.bsTheme = "light";
  globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
  provider.reset();
  till.reset();
  api.reset();
});

afterEach(() => {
  jest.restoreAllMocks();
  const said = [...complaints, ...api.unexpected()];
  if (said.length > 0) throw new Error(`The test was not silent:\n${said.join("\n")}`);
});
