import { screen, within } from "@testing-library/react";
import { waitForLazy } from "./time";

/** Finds the sheet for the family. Its content is loaded on demand, so the first test of a file waits for it. */
export async function findFamilySheet() {
  const sheet = within(await screen.findByRole("dialog", { name: "Who is it for?" }));
  if (sheet.queryByRole("progressbar")) await waitForLazy();
  return sheet;
}
