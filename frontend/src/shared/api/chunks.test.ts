import { api } from "../../testing/fakes/fakeApi";
import { isChunkLoadError, reloadAfterDeploy } from "./chunks";

const CHUNK_URL = "/static/build/7.0123456789abcdef.js";

function chunkLoadError(): Error {
  return Object.assign(new Error("Loading chunk 7 failed."), { name: "ChunkLoadError", request: CHUNK_URL });
}

test("recognizes only the chunk load error of webpack", () => {
  expect(isChunkLoadError(chunkLoadError())).toBe(true);
  expect(isChunkLoadError(new Error("Loading chunk 7 failed."))).toBe(false);
  expect(isChunkLoadError(null)).toBe(false);
});

test("ignores any other error", async () => {
  await reloadAfterDeploy(new TypeError("undefined is not a function"));
  expect(api.allRequests).toEqual([]);
});

// A reload would fail the test, because jsdom logs an error for it.
test("does not reload if the chunk exists or the server is unreachable", async () => {
  api.respondEmpty(`HEAD ${CHUNK_URL}`);
  await reloadAfterDeploy(chunkLoadError());
  api.disconnect(`HEAD ${CHUNK_URL}`);
  await reloadAfterDeploy(chunkLoadError());
  expect(api.requests(`HEAD ${CHUNK_URL}`)).toHaveLength(2);
});

test("does not reload twice for the same missing chunk", async () => {
  sessionStorage.setItem("reloaded-for", CHUNK_URL);
  api.fail(`HEAD ${CHUNK_URL}`, 404, "not_found", "Sorry, we can't find that page.");
  await reloadAfterDeploy(chunkLoadError());
  expect(api.requests(`HEAD ${CHUNK_URL}`)).toHaveLength(1);
});
