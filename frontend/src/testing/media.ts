import { act } from "@testing-library/react";

/** Makes every media query match, until the returned function changes that. */
export function matchMedia(): (matches: boolean) => void {
  const list = Object.assign(window.matchMedia(""), { matches: true });
  jest.spyOn(window, "matchMedia").mockReturnValue(list);
  return (matches) =>
    act(() => {
      Object.assign(list, { matches });
      list.dispatchEvent(new Event("change"));
    });
}
