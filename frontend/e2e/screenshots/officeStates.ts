import type { User } from "../support/api";
import { familyIdOf } from "../support/desk";
import { expect, type Page } from "../support/fixtures";
import { expectLoaded } from "../support/pages";
import type { PageState } from "./paymentStates";

/** The dialogs of a family's page, by the button that opens each. */
const DIALOGS = ["Enroll", "Take payment", "The check came back", "Move", "Refund part", "Cancel seat"];

const IN_MENU = new Set(["Move", "Refund part", "Cancel seat"]);

/** States of the pages of the office. The demo's family Whitfield has paid by check and by card, and has a reserved seat. */
export const OFFICE_STATES: PageState[] = [
  {
    name: "families found",
    open: async (page) => {
      await page.goto("/dashboard");
      await page.getByRole("combobox", { name: "Find a family, a child or a class" }).fill("whitfield");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
  { name: "a family", open: openFamily, wholePage: true },
  ...DIALOGS.map((button) => ({
    name: `a family: ${button}`,
    open: async (page: Page, admin: User) => {
      await openFamily(page, admin);
      if (IN_MENU.has(button))
        await page
          .getByRole("region", { name: /^Check/ })
          .getByText("Change")
          .click();
      await page
        .getByRole("button", { name: new RegExp(`^${button}\\b`) })
        .first()
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  })),
  {
    name: "a new code",
    open: async (page) => {
      await page.goto("/dashboard/money/codes");
      await page.getByRole("button", { name: "New code" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
];

async function openFamily(page: Page, admin: User): Promise<void> {
  await page.goto(`/dashboard/families/${await familyIdOf(admin, "student@camp.example")}`);
  await expectLoaded(page);
}
