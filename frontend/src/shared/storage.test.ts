import { keepInStorage, readKept, removeExpired } from "./storage";

test("removes only the kept values that have expired", () => {
  keepInStorage("draft", { name: "Clay" }, 1);
  keepInStorage("longer", "Wool", 3);
  localStorage.setItem("theme", "dark");
  jest.setSystemTime(Date.now() + 2 * 86_400_000);
  removeExpired();
  expect(Object.keys(localStorage).sort()).toEqual(["longer", "theme"]);
  expect(readKept("longer")).toBe("Wool");
});

test.each([null, "dark"])("reads nothing in an entry that was not kept: %s", (text) => {
  if (text !== null) localStorage.setItem("theme", text);
  expect(readKept("theme")).toBeNull();
});
