import { aListedUser, aPayment } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { fakeSession } from "../../testing/fakes/fakeSession";
import { calls, withQuery } from "../paths";
import { ApiError, errorMessage } from "./errors";
import { type AuthSession, request, setAuthSession } from "./request";
import { parseFile, parseListPage } from "./responses";

function setFakeSession(overrides: Partial<AuthSession> = {}): jest.Mocked<AuthSession> {
  const fake = fakeSession(overrides);
  restoreSession = setAuthSession(fake);
  return fake;
}

let restoreSession = () => {};
afterEach(() => restoreSession());

const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: ApiError) => error,
  );

test("sends the bearer token and JSON", async () => {
  setFakeSession();
  api.respond("POST /selectClass", { insertedId: "5", clashes: [] }, 201);
  await expect(request(calls.select, { method: "POST", body: { classId: "7" } })).resolves.toEqual({
    insertedId: "5",
    clashes: [],
  });
  expect(api.allRequests).toEqual([
    { method: "POST", path: "/selectClass", bearer: "old", tag: null, body: { classId: "7" } },
  ]);
});

test("waits longer for a change, which may be in the server's line, than for data", async () => {
  setFakeSession();
  const timeout = jest.spyOn(AbortSignal, "timeout");
  api.respond("GET /crafts", []);
  await request(calls.crafts);
  expect(timeout).toHaveBeenLastCalledWith(30_000);
  api.respond("POST /selectClass", { insertedId: "5", clashes: [] }, 201);
  await request(calls.select, { method: "POST", body: { classId: "7" } });
  expect(timeout).toHaveBeenLastCalledWith(60_000);
});

test("sends no token with an anonymous request", async () => {
  setFakeSession();
  api.respond("GET /classes", []);
  await request(calls.classes, { as: "anonymous" });
  expect(api.allRequests[0]?.bearer).toBeNull();
});

test("renews the token once and retries once after a 401", async () => {
  const payment = aPayment();
  const authSession = setFakeSession();
  api.handle("GET /payments/a", ({ bearer }) =>
    bearer === "fresh" ? { body: [payment] } : { status: 401, body: {} },
  );
  await expect(request(calls.paymentsOf("a"))).resolves.toEqual([payment]);
  expect(authSession.renew).toHaveBeenCalledTimes(1);
  expect(authSession.end).not.toHaveBeenCalled();
});

test("ends the session without a third attempt when the retry is rejected too", async () => {
  const authSession = setFakeSession();
  api.fail("GET /payments/a", 401, "not_authenticated", "Log in first.");
  expect(await failure(request(calls.paymentsOf("a")))).toMatchObject({
    status: 401,
    code: "not_authenticated",
  });
  expect(api.allRequests).toHaveLength(2);
  expect(authSession.end).toHaveBeenCalledWith("expired");
});

test("ends the session without a retry if there is no new token", async () => {
  const authSession = setFakeSession({ renew: jest.fn(async () => null) });
  api.fail("GET /payments/a", 401, "not_authenticated", "Log in first.");
  expect(await failure(request(calls.paymentsOf("a")))).toMatchObject({ status: 401 });
  expect(api.allRequests).toHaveLength(1);
  expect(authSession.end).toHaveBeenCalledWith("expired");
});

test("reports an unreachable identity provider as a network error", async () => {
  const authSession = setFakeSession({
    renew: jest.fn(async () => Promise.reject(new Error("auth/network-request-failed"))),
  });
  api.fail("GET /crafts", 401, "token_expired", "Log in again.");
  expect(await failure(request(calls.crafts))).toMatchObject({ code: "network", status: 0 });
  expect(authSession.end).not.toHaveBeenCalled();
});

test("keeps the session when the renewal fails with a network error", async () => {
  const networkError = new ApiError({ status: 0, code: "network", message: "Gone." });
  const authSession = setFakeSession({ renew: jest.fn(async () => Promise.reject(networkError)) });
  api.fail("GET /payments/a", 401, "not_authenticated", "Log in first.");
  expect(await failure(request(calls.paymentsOf("a")))).toBe(networkError);
  expect(authSession.end).not.toHaveBeenCalled();
});

test("ends the session after a 403 but not after a 409", async () => {
  const authSession = setFakeSession();
  api.fail("POST /selectClass", 409, "class_full", "This class is full.");
  expect(await failure(request(calls.select, { method: "POST" }))).toMatchObject({ code: "class_full" });
  expect(authSession.end).not.toHaveBeenCalled();
  api.fail("POST /selectClass", 403, "permission_denied", "Not you.");
  expect(await failure(request(calls.select, { method: "POST" }))).toMatchObject({ status: 403 });
  expect(authSession.end).toHaveBeenCalledWith("forbidden");
});

test("keeps the session when the token exchange is rejected", async () => {
  const authSession = setFakeSession();
  api.fail("POST /jwt", 403, "email_not_verified", "Verify first.");
  const error = await failure(request(calls.jwt, { method: "POST", as: { bearer: "id-token" } }));
  expect(error).toMatchObject({ code: "email_not_verified" });
  expect(authSession.end).not.toHaveBeenCalled();
});

test("drops a response that arrives after the user has changed", async () => {
  let login = 1;
  setFakeSession({ login: () => login });
  api.handle("GET /payments/a", () => {
    login = 2;
    return { body: [aPayment()] };
  });
  expect(await failure(request(calls.paymentsOf("a")))).toMatchObject({ code: "superseded" });
});

test("reports a network error", async () => {
  api.disconnect("GET /classes");
  const error = await failure(request(calls.classes));
  expect(error).toMatchObject({ status: 0, code: "network", isTransient: true });
  expect(errorMessage(error)).toBe("We couldn't reach Craft Camp. Check your connection and try again.");
});

test("includes the field errors", async () => {
  const fields = { photo: ["An https address is required."] };
  api.fail("POST /users", 400, "invalid", "Check the fields.", { fields });
  expect(await failure(request(calls.users, { method: "POST" }))).toMatchObject({ status: 400, fields });
});

test("includes when to retry in the message", async () => {
  api.fail("GET /classes", 503, "busy", "Too many people at once.", { headers: { "Retry-After": "3" } });
  expect(errorMessage(await failure(request(calls.classes)))).toBe(
    "Too many people at once. Try again in 3 seconds.",
  );
});

test("reports an error that is not JSON as unexpected", async () => {
  globalThis.fetch = async () => new Response("<h1>Bad gateway</h1>", { status: 502 });
  expect(await failure(request(calls.classes))).toMatchObject({
    status: 502,
    code: "unexpected",
    fields: {},
  });
});

test("treats a response that breaks off as no response", async () => {
  api.breakOff("GET /classes");
  expect(await failure(request(calls.classes))).toMatchObject({ code: "network", isTransient: true });
});

test("treats the login page of a network as no response", async () => {
  globalThis.fetch = async () => new Response("<h1>Welcome to our guest network</h1>");
  expect(await failure(request(calls.classes))).toMatchObject({ code: "network", isTransient: true });
});

test("reads the total of a paginated list, and where it goes on", async () => {
  const rows = [aListedUser(), aListedUser()];
  api.respond("GET /users?limit=2", rows, 200, { "X-Total-Count": "41", "X-Next-After": "7" });
  await expect(request(withQuery(calls.users, { limit: "2" }), {}, parseListPage)).resolves.toEqual({
    rows,
    total: 41,
    next: "7",
  });
});

test("reads the file name from the response", async () => {
  const acceptHeaders: (string | null)[] = [];
  globalThis.fetch = async (_path, init) => {
    acceptHeaders.push(new Headers(init?.headers).get("Accept"));
    return new Response("a,b", { headers: { "Content-Disposition": 'attachment; filename="roster.csv"' } });
  };
  const { name, content } = await request(calls.roster("1"), { accept: "text/csv" }, parseFile("file.csv"));
  expect(name).toBe("roster.csv");
  await expect(content.text()).resolves.toBe("a,b");
  expect(acceptHeaders).toEqual(["text/csv"]);
});

const picture = { success: true, data: { display_url: "http://camp.test/media/clay.webp" } };
const upload = (onProgress = jest.fn()) =>
  request(calls.images, {
    method: "POST",
    body: new FormData(),
    upload: { onProgress, signal: new AbortController().signal },
  });

test("reports the upload progress and sends the token", async () => {
  setFakeSession();
  api.respond("POST /images", picture);
  const onProgress = jest.fn();
  await expect(upload(onProgress)).resolves.toEqual(picture);
  expect(onProgress).toHaveBeenCalledWith(0.5);
  expect(api.allRequests[0]).toMatchObject({ bearer: "old", body: expect.any(FormData) });
});

test("reports a rejected upload and an interrupted one like any other call", async () => {
  api.fail("POST /images", 415, "not_a_picture", "This is no picture.");
  expect(await failure(upload())).toMatchObject({ status: 415, message: "This is no picture." });
  api.disconnect("POST /images");
  expect(await failure(upload())).toMatchObject({ status: 0, code: "network" });
});
