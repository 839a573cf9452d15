import AxeBuilder from "@axe-core/playwright";
import type { components } from "../../src/shared/api/api.gen";
import {
  bookSeat,
  createStudent,
  findClass,
  listOpenClasses,
  paymentsOf,
  selectClass,
  signInAdmin,
  signInInstructor,
  type User,
} from "./api";
import { expect, type Page } from "./fixtures";

type OwnClass = components["schemas"]["OwnClassOutput"];

export const PUBLIC_PATHS = [
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

/** The paths of the page of a class with lessons, and of its instructor. */
export async function publicDetailPaths(): Promise<[classPath: string, instructorPath: string]> {
  const campClass = (await listOpenClasses()).find(({ lessonCount }) => lessonCount > 1);
  if (!campClass) throw new Error("The demo has no class with lessons and free seats.");
  const { instructorId } = await findClass(campClass._id);
  return [`/all-classes/${campClass._id}`, `/all-instructors/${instructorId}`];
}

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** An approval is sent after ten seconds, in which it can be undone. */
export const AFTER_UNDO = { timeout: 30_000 };

export const ROLES = ["student", "instructor", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** A user of a role, and the paths of the role's own pages. Each page has content for this user. */
interface RoleFixture {
  user: User;
  paths: string[];
}

export function createRoleFixture(role: Role): Promise<RoleFixture> {
  return FACTORIES[role]();
}

const FACTORIES: Record<Role, () => Promise<RoleFixture>> = {
  student: studentFixture,
  instructor: instructorFixture,
  admin: adminFixture,
};

async function adminFixture(): Promise<RoleFixture> {
  const [user, [openClass]] = await Promise.all([signInAdmin(), listOpenClasses()]);
  const classes = await user.request<{ _id: string; status: string }[]>("GET", "/classes");
  const pending = classes.find(({ status }) => status === "Pending");
  const [family] = await user.request<{ _id: string }[]>("GET", "/families?limit=1");
  if (!openClass || !pending || !family)
    throw new Error("The demo has no paid class with a free seat, or none pending.");
  return {
    user,
    paths: [
      "/dashboard",
      "/dashboard/overview",
      "/dashboard/desk",
      `/dashboard/families/${family._id}`,
      "/dashboard/setup",
      "/dashboard/seasons",
      "/dashboard/seasons/none",
      "/dashboard/vouchers",
      "/dashboard/reports",
      "/dashboard/reports?report=classes",
      "/dashboard/reports?report=instructors",
      "/dashboard/all-users",
      "/dashboard/manage-classes",
      "/dashboard/manage-classes?status=All",
      `/dashboard/manage-classes/${pending._id}`,
      `/dashboard/my-classes/${openClass._id}/roster`,
      "/dashboard/profile",
    ],
  };
}

async function studentFixture(): Promise<RoleFixture> {
  const [user, [paid, selected, another]] = await Promise.all([createStudent(), listOpenClasses()]);
  if (!paid || !selected || !another) throw new Error("The demo has too few classes with available seats.");
  await bookSeat(user, paid);
  const selection = await selectClass(user, selected._id);
  const secondSelection = await selectClass(user, another._id);
  const [payment] = await paymentsOf(user);
  return {
    user,
    paths: [
      "/dashboard",
      "/dashboard/my-children",
      "/dashboard/my-selected-classes",
      "/dashboard/my-enrolled-classes",
      `/dashboard/my-enrolled-classes/${paid._id}`,
      "/dashboard/my-payment-history",
      `/dashboard/my-payment-history/receipt/${payment?._id}`,
      "/dashboard/my-payment-history/statement",
      `/dashboard/payment/${selection}`,
      `/dashboard/checkout?selections=${selection},${secondSelection}`,
      "/dashboard/profile",
    ],
  };
}

async function instructorFixture(): Promise<RoleFixture> {
  const user = await signInInstructor();
  const classes = await user.request<OwnClass[]>("GET", `/myClasses/${user.email}`);
  const [popular] = classes.sort((a, b) => b.enroll - a.enroll);
  if (!popular) throw new Error("The demo's instructor has no class.");
  return {
    user,
    paths: [
      "/dashboard",
      "/dashboard/my-classes",
      "/dashboard/add-class",
      `/dashboard/add-class?duplicate=${popular._id}`,
      `/dashboard/update-class/${popular._id}`,
      `/dashboard/my-classes/${popular._id}/roster`,
      `/dashboard/my-classes/${popular._id}/roster?tab=sheet`,
      `/dashboard/my-classes/${popular._id}/roster?tab=waitlist`,
      `/dashboard/my-classes/${popular._id}/roster?tab=messages`,
      "/dashboard/profile",
    ],
  };
}

/** Waits until the page has a heading and no loading indicator. */
export async function expectLoaded(page: Page): Promise<void> {
  // Waits until React has replaced the server-rendered first screen.
  await expect(page.locator("#root nav + main:not([id])")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.locator("[aria-busy=true], .progress-line, .placeholder")).toHaveCount(0);
}

/** Acts as if the user came back to the tab of the page: what it polls is requested at once. */
export async function returnToPage(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

/** Changes the theme of the open page without reloading it. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((next) => {
    document.documentElement.dataset.bsTheme = next;
  }, theme);
}

const WCAG_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Returns axe's WCAG violations, or only those of one rule. */
export async function accessibilityViolations(page: Page, rule?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // Without iframes, axe needs no second page to merge the results of several frames.
    .setLegacyMode(page.frames().length === 1)
    // Reports of passed checks are large and not used.
    .options({ resultTypes: ["violations"] });
  const { violations } = await (rule ? axe.withRules([rule]) : axe.withTags(WCAG_TAGS)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Returns by how many pixels the page is wider than the window. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
