import { api } from "../testing/fakeApi";
import { isMissingPart, reloadIfRenewed } from "./parts";

const PART = "/static/build/7.0123456789abcdef.js";

function missing(): Error {
  return Object.assign(new Error("Loading chunk 7 failed."), { name: "ChunkLoadError", request: PART });
}

test("webpack's own error is known from any other", () => {
  expect(isMissingPart(missing())).toBe(true);
  expect(isMissingPart(new Error("Loading chunk 7 failed."))).toBe(false);
  expect(isMissingPart(null)).toBe(false);
});

test("nothing is asked about another error", async () => {
  await reloadIfRenewed(new TypeError("undefined is not a function"));
  expect(api.calls).toEqual([]);
});

// jsdom complains about a reload, and the test with it.
test("a part that is there, or cannot be asked for, reloads nothing", async () => {
  api.answer(`HEAD ${PART}`, null);
  await reloadIfRenewed(missing());
  api.on(`HEAD ${PART}`, () => {
    throw new TypeError("Failed to fetch");
  });
  await reloadIfRenewed(missing());
  expect(api.asked(`HEAD ${PART}`)).toHaveLength(2);
});

test("a part that is gone although the page was reloaded for it reloads nothing more", async () => {
  sessionStorage.setItem("reloaded-for", PART);
  api.refuse(`HEAD ${PART}`, 404, "not_found", "There is nothing at this address.");
  await reloadIfRenewed(missing());
  expect(api.asked(`HEAD ${PART}`)).toHaveLength(1);
});
