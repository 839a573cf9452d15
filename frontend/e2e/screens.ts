import AxeBuilder from "@axe-core/playwright";
import { aStudent, logIn, openClasses, pay, select } from "./people";
import { expect, type Page } from "./test";

/** What anyone may see. */
export const PUBLIC = [
  "/",
  "/all-instructors",
  "/all-classes",
  "/login",
  "/register",
  "/reset-password",
  "/about",
  "/contact",
  "/terms",
  "/privacy",
  "/cookies",
] as const;

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const ROLES = ["visitor", "student", "instructor", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Becomes somebody of this role, whose screens all have something on them; the addresses of their own screens. */
export function enter(page: Page, role: Role): Promise<string[]> {
  return ENTRANCES[role](page);
}

const ENTRANCES: Record<Role, (page: Page) => Promise<string[]>> = {
  visitor: async () => [],
  student: asStudent,
  instructor: asInstructor,
  admin: async (page) => {
    await logIn(page, "admin@camp.example");
    return [
      "/dashboard/overview",
      "/dashboard/all-users",
      "/dashboard/manage-classes",
      "/dashboard/manage-classes?status=Pending",
      "/dashboard/profile",
    ];
  },
};

async function asStudent(page: Page): Promise<string[]> {
  const student = await aStudent();
  const [paid, selected] = await openClasses();
  if (!paid || !selected) throw new Error("The demo has too few classes with free seats.");
  await select(student, paid._id);
  await pay(student, paid);
  const selection = await select(student, selected._id);
  await logIn(page, student.email);
  return [
    "/dashboard/my-selected-classes",
    "/dashboard/my-enrolled-classes",
    `/dashboard/my-enrolled-classes/${paid._id}`,
    "/dashboard/my-payment-history",
    `/dashboard/payment/${selection}`,
    "/dashboard/profile",
  ];
}

async function asInstructor(page: Page): Promise<string[]> {
  await logIn(page, "instructor@camp.example");
  await page.goto("/dashboard/my-classes");
  const linked = (name: RegExp) => page.getByRole("link", { name }).first().getAttribute("href");
  const update = await linked(/^Update /);
  const roster = await linked(/^Roster /);
  if (!update || !roster) throw new Error("The demo's instructor teaches nothing.");
  return ["/dashboard/my-classes", "/dashboard/add-class", update, roster, "/dashboard/profile"];
}

/** Waits until the screen has all that comes. */
export async function isSettled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.locator("[aria-busy=true], .progress-line, .placeholder")).toHaveCount(0);
}

/** Changes the theme of the screen as it stands. */
export async function paint(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((next) => {
    document.documentElement.dataset.bsTheme = next;
  }, theme);
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What axe finds wrong; with `only`, by that rule alone. */
export async function faults(page: Page, only?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (only ? axe.withRules([only]) : axe.withTags(RULES)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** How many pixels the screen is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
