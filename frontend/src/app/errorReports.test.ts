import { api } from "../testing/fakes/fakeApi";

const REPORT = "POST /browserErrors";

/** The module as after a page load. Returns functions that cause errors of each kind. */
function loadPage() {
  const listeners = new Map<string, (event: object) => void>();
  jest
    .spyOn(window, "addEventListener")
    .mockImplementation(
      (type: string, listener: unknown) => void listeners.set(type, listener as () => void),
    );
  let { rootOptions, reportErrors } = {} as typeof import("./errorReports");
  let { ApiError } = {} as typeof import("../shared/api/errors");
  jest.isolateModules(() => {
    ({ rootOptions, reportErrors } = jest.requireActual("./errorReports"));
    ({ ApiError } = jest.requireActual("../shared/api/errors"));
  });
  reportErrors();
  return {
    failInScript: (error: unknown) => listeners.get("error")?.({ error }),
    reject: (reason: unknown) => listeners.get("unhandledrejection")?.({ reason }),
    rejectWithApiError: () =>
      listeners.get("unhandledrejection")?.({
        reason: new ApiError({ status: 503, code: "down", message: "Later." }),
      }),
    failInRender: (error: unknown) => rootOptions.onCaughtError?.(error, {}),
  };
}

const reports = () => api.requests(REPORT).map(({ body }) => body as Record<string, string>);

beforeEach(() => api.respondEmpty(REPORT));

test("reports errors of scripts and rendering and unhandled rejections, without the query of the page", () => {
  window.history.replaceState(null, "", "/reset-password?oobCode=s3cret#x=1");
  const page = loadPage();
  const error = new TypeError("x is undefined");
  page.failInScript(error);
  page.reject("no reason");
  page.failInRender(new Error("in a component"));
  expect(reports()).toEqual([
    { kind: "error", message: "TypeError: x is undefined", stack: error.stack, page: "/reset-password" },
    { kind: "rejection", message: "no reason", stack: "", page: "/reset-password" },
    expect.objectContaining({ kind: "render", message: "Error: in a component" }),
  ]);
  expect(api.requests(REPORT)[0]?.bearer).toBeNull();
});

test("reports each error once, and at most ten per page load", () => {
  const page = loadPage();
  for (let count = 0; count < 30; count += 1) page.reject(new Error(`${count % 15}`));
  expect(reports().map(({ message }) => message)).toEqual(
    Array.from({ length: 10 }, (_, index) => `Error: ${index}`),
  );
});

test("shortens a long report", () => {
  const error = new Error("x".repeat(5000));
  loadPage().reject(error);
  const [{ message = "", stack = "" } = {}] = reports();
  expect([message.length, stack.length]).toEqual([1000, 4000]);
});

test("does not report events without an error and error responses of the server", () => {
  const page = loadPage();
  page.failInScript(null);
  page.rejectWithApiError();
  expect(reports()).toEqual([]);
});

test("ignores that a report cannot be sent", async () => {
  api.disconnect(REPORT);
  loadPage().reject(new Error("offline"));
  await Promise.resolve();
  expect(reports()).toHaveLength(1);
});
