import { api } from "../testing/fakeApi";
import { fileOf, partOf } from "./answers";
import { ApiError, explain } from "./apiError";
import { type BearerKeeper, keepBearerWith, request } from "./request";

function keeper(given: Partial<BearerKeeper> = {}): jest.Mocked<BearerKeeper> {
  const made = {
    person: jest.fn(() => "student@camp.example"),
    token: jest.fn(() => "old"),
    renew: jest.fn(async () => "fresh"),
    end: jest.fn(),
    ...given,
  } as jest.Mocked<BearerKeeper>;
  release = keepBearerWith(made);
  return made;
}

let release = () => {};
afterEach(() => release());

const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: ApiError) => error,
  );

test("it sends the bearer and JSON", async () => {
  keeper();
  api.answer("POST /selectClass", { insertedId: "5" }, 201);
  await expect(request("/selectClass", { method: "POST", body: { classId: "7" } })).resolves.toEqual({
    insertedId: "5",
  });
  expect(api.calls).toEqual([
    { method: "POST", path: "/selectClass", bearer: "old", body: { classId: "7" } },
  ]);
});

test("it does not say who asks for what anyone may see", async () => {
  keeper();
  api.answer("GET /classes", []);
  await request("/classes", { as: "anyone" });
  expect(api.calls[0]?.bearer).toBeNull();
});

test("it answers a 401 with one fresh token and one retry", async () => {
  const kept = keeper();
  api.on("GET /payments/a", ({ bearer }) =>
    bearer === "fresh" ? { body: ["paid"] } : { status: 401, body: {} },
  );
  await expect(request("/payments/a")).resolves.toEqual(["paid"]);
  expect(kept.renew).toHaveBeenCalledTimes(1);
  expect(kept.end).not.toHaveBeenCalled();
});

test("it ends the session when the retry is refused too, and does not try a third time", async () => {
  const kept = keeper();
  api.refuse("GET /payments/a", 401, "not_authenticated", "Log in first.");
  expect(await failure(request("/payments/a"))).toMatchObject({ status: 401, code: "not_authenticated" });
  expect(api.calls).toHaveLength(2);
  expect(kept.end).toHaveBeenCalledWith("expired");
});

test("it ends the session without a retry where there is no fresh token", async () => {
  const kept = keeper({ renew: jest.fn(async () => null) });
  api.refuse("GET /payments/a", 401, "not_authenticated", "Log in first.");
  expect(await failure(request("/payments/a"))).toMatchObject({ status: 401 });
  expect(api.calls).toHaveLength(1);
  expect(kept.end).toHaveBeenCalledWith("expired");
});

test("an identity provider that cannot be asked is a silence like any other", async () => {
  const kept = keeper({
    renew: jest.fn(async () => Promise.reject(new Error("auth/network-request-failed"))),
  });
  api.refuse("GET /overview", 401, "token_expired", "Log in again.");
  expect(await failure(request("/overview"))).toMatchObject({ code: "network", status: 0 });
  expect(kept.end).not.toHaveBeenCalled();
});

test("it keeps the session when the renewal only found no network", async () => {
  const gone = new ApiError({ status: 0, code: "network", message: "Gone." });
  const kept = keeper({ renew: jest.fn(async () => Promise.reject(gone)) });
  api.refuse("GET /payments/a", 401, "not_authenticated", "Log in first.");
  expect(await failure(request("/payments/a"))).toBe(gone);
  expect(kept.end).not.toHaveBeenCalled();
});

test("it ends the session on a 403, and leaves it alone on a 409", async () => {
  const kept = keeper();
  api.refuse("POST /selectClass", 409, "class_full", "This class is full.");
  expect(await failure(request("/selectClass", { method: "POST" }))).toMatchObject({ code: "class_full" });
  expect(kept.end).not.toHaveBeenCalled();
  api.refuse("POST /selectClass", 403, "permission_denied", "Not you.");
  expect(await failure(request("/selectClass", { method: "POST" }))).toMatchObject({ status: 403 });
  expect(kept.end).toHaveBeenCalledWith("forbidden");
});

test("a refused exchange ends no session", async () => {
  const kept = keeper();
  api.refuse("POST /jwt", 403, "email_not_verified", "Verify first.");
  const refused = await failure(request("/jwt", { method: "POST", as: { bearer: "id-token" } }));
  expect(refused).toMatchObject({ code: "email_not_verified" });
  expect(kept.end).not.toHaveBeenCalled();
});

test("it drops an answer that comes after the person has changed", async () => {
  let who = "student@camp.example";
  keeper({ person: () => who });
  api.on("GET /payments/a", () => {
    who = "other@camp.example";
    return { body: ["somebody else's"] };
  });
  expect(await failure(request("/payments/a"))).toMatchObject({ code: "superseded" });
});

test("it says so when there is no network", async () => {
  api.on("GET /classes", () => {
    throw new TypeError("Failed to fetch");
  });
  const error = await failure(request("/classes"));
  expect(error).toMatchObject({ status: 0, code: "network", passing: true });
  expect(explain(error)).toBe("We could not reach Craft Camp. Check your connection and try again.");
});

test("it carries the fields that are to blame", async () => {
  const fields = { photo: ["An https address is required."] };
  api.refuse("POST /users", 400, "invalid", "Check the fields.", fields);
  expect(await failure(request("/users", { method: "POST" }))).toMatchObject({ status: 400, fields });
});

test("it says when to try again", async () => {
  const busy = { code: "busy", message: "Too many people at once." };
  api.answer("GET /classes", busy, 503, { "Retry-After": "3" });
  expect(explain(await failure(request("/classes")))).toBe(
    "Too many people at once. Try again in 3 seconds.",
  );
});

test("an answer that is not the server's is an unexpected one", async () => {
  globalThis.fetch = async () => new Response("<h1>Bad gateway</h1>", { status: 502 });
  expect(await failure(request("/classes"))).toMatchObject({ status: 502, code: "unexpected", fields: {} });
  globalThis.fetch = async () => new Response("<h1>Captive portal</h1>", { status: 200 });
  expect(await failure(request("/classes"))).toMatchObject({ code: "unexpected" });
});

test("a part of a list knows how long the list is", async () => {
  api.answer("GET /users?limit=2", ["a", "b"], 200, { "X-Total-Count": "41" });
  await expect(request("/users?limit=2", {}, partOf)).resolves.toEqual({ rows: ["a", "b"], total: 41 });
});

test("a file keeps the name that the server gives it", async () => {
  const asked: (string | null)[] = [];
  globalThis.fetch = async (_path, init) => {
    asked.push(new Headers(init?.headers).get("Accept"));
    return new Response("a,b", { headers: { "Content-Disposition": 'attachment; filename="roster.csv"' } });
  };
  const { name, content } = await request("/classes/1/roster", { accept: "text/csv" }, fileOf);
  expect(name).toBe("roster.csv");
  await expect(content.text()).resolves.toBe("a,b");
  expect(asked).toEqual(["text/csv"]);
});

const upload = (onProgress = jest.fn()) =>
  request("/images", { method: "POST", body: new FormData(), onProgress });

test("an upload tells how much of it has been sent, and bears the token", async () => {
  keeper();
  api.answer("POST /images", { success: true });
  const onProgress = jest.fn();
  await expect(upload(onProgress)).resolves.toEqual({ success: true });
  expect(onProgress).toHaveBeenCalledWith(0.5);
  expect(api.calls[0]).toMatchObject({ bearer: "old", body: expect.any(FormData) });
});

test("a refused upload is refused as any call, and a cut-off one has no answer", async () => {
  api.refuse("POST /images", 415, "not_a_picture", "This is no picture.");
  expect(await failure(upload())).toMatchObject({ status: 415, message: "This is no picture." });
  api.on("POST /images", () => {
    throw new TypeError("Failed to fetch");
  });
  expect(await failure(upload())).toMatchObject({ status: 0, code: "network" });
});
