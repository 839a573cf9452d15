import AxeBuilder from "@axe-core/playwright";
import { dashboardPages } from "../../src/app/pageTable";
import type { components } from "../../src/shared/api/api.gen";
import {
  bookSeat,
  createApprovedClass,
  createChild,
  createStudent,
  findClass,
  lessonInDays,
  listOpenClasses,
  paymentsOf,
  selectClass,
  signInAdmin,
  signInInstructor,
  type User,
} from "./api";
import { familyIdOf } from "./desk";
import { expect, type Page } from "./fixtures";

type Schemas = components["schemas"];
type OwnClass = Schemas["OwnClassOutput"];
type Season = Schemas["ListedSeasonOutput"];

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
  if (!campClass) throw new Error("The demo has no class with lessons and open seats.");
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

/** Throws if a page of the role's dashboard is not among its paths; the pages of every user belong to the student. */
export async function createRoleFixture(role: Role): Promise<RoleFixture> {
  const fixture = await FACTORIES[role]();
  const pages = dashboardPages.filter(({ roles }) => (roles ?? ["student"]).includes(role));
  const missing = pages.filter(({ path }) => {
    const pattern = new RegExp(`^/dashboard/${path.replaceAll(/:\w+/g, "[^/?]+")}(\\?|$)`);
    return !fixture.paths.some((each) => pattern.test(each));
  });
  if (missing.length > 0) throw new Error(`Pages without a path: ${missing.map(({ path }) => path)}`);
  return fixture;
}

const FACTORIES: Record<Role, () => Promise<RoleFixture>> = {
  student: studentFixture,
  instructor: instructorFixture,
  admin: adminFixture,
};

async function adminFixture(): Promise<RoleFixture> {
  const [user, { family, classId, childId, season }] = await Promise.all([signInAdmin(), bookedClass()]);
  const classes = await user.request<{ _id: string; status: string }[]>("GET", "/classes");
  const familyPath = `/dashboard/families/${await familyIdOf(user, family.email)}`;
  const pending = classes.find(({ status }) => status === "Pending");
  if (!pending) throw new Error("The demo has no pending class.");
  return {
    user,
    paths: [
      "/dashboard",
      "/dashboard/today",
      "/dashboard/money",
      "/dashboard/money/books",
      "/dashboard/money/classes",
      "/dashboard/money/instructors",
      "/dashboard/money/codes",
      "/dashboard/money/charts",
      familyPath,
      ...["sheet", "contacts", "agreements"].map(
        (part) => `${familyPath}/paperwork?part=${part}&child=${childId}`,
      ),
      "/dashboard/settings",
      "/dashboard/settings/agreements",
      "/dashboard/settings/check",
      `/dashboard/seasons/${season}/paperwork`,
      "/dashboard/all-users",
      "/dashboard/manage-classes",
      "/dashboard/manage-classes?view=table",
      "/dashboard/manage-classes?view=cards",
      "/dashboard/manage-classes?season=none",
      `/dashboard/manage-classes?season=${season}`,
      `/dashboard/manage-classes/${pending._id}`,
      "/dashboard/add-class",
      `/dashboard/update-class/${classId}`,
      `/dashboard/classes/${classId}`,
      `/dashboard/classes/${classId}?tab=facts`,
      `/dashboard/classes/${classId}?tab=sheet`,
      `/dashboard/classes/${classId}?tab=waitlist`,
      `/dashboard/classes/${classId}?tab=money`,
      `/dashboard/classes/${classId}?tab=messages`,
      `/dashboard/classes/${classId}?tab=care`,
      "/dashboard/profile",
    ],
  };
}

async function studentFixture(): Promise<RoleFixture> {
  const [{ family: user, classId, childId }, [selected, another]] = await Promise.all([
    bookedClass(),
    listOpenClasses(),
  ]);
  if (!selected || !another) throw new Error("The demo has too few classes with available seats.");
  const selection = await selectClass(user, selected._id);
  const secondSelection = await selectClass(user, another._id);
  const [payment] = await paymentsOf(user);
  return {
    user,
    paths: [
      "/dashboard",
      "/dashboard/my-children",
      "/dashboard/paperwork",
      `/dashboard/my-children/${childId}/paperwork`,
      `/dashboard/my-children/agreements/${await signAgreement(user, childId)}`,
      "/dashboard/my-selected-classes",
      "/dashboard/my-enrolled-classes",
      `/dashboard/my-enrolled-classes/${classId}`,
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
  const [user, { classId }] = await Promise.all([signInInstructor(), bookedClass()]);
  const classes = await user.request<OwnClass[]>("GET", `/myClasses/${user.email}`);
  const [popular] = classes.sort((a, b) => b.enroll - a.enroll);
  if (!popular) throw new Error("The demo's instructor has no class.");
  return {
    user,
    paths: [
      "/dashboard",
      "/dashboard/today",
      "/dashboard/my-classes",
      "/dashboard/add-class",
      `/dashboard/add-class?duplicate=${popular._id}`,
      `/dashboard/update-class/${popular._id}`,
      `/dashboard/classes/${popular._id}`,
      `/dashboard/classes/${classId}?tab=sheet`,
      `/dashboard/classes/${popular._id}?tab=waitlist`,
      `/dashboard/classes/${popular._id}?tab=messages`,
      `/dashboard/classes/${classId}?tab=care`,
      "/dashboard/profile",
    ],
  };
}

/** A class of an open season and the demo's instructor. It begins in a week, and a new family has paid for a child. */
async function bookedClass() {
  const [admin, family] = await Promise.all([signInAdmin(), createStudent("Paula Parent")]);
  const seasons = await admin.request<Season[]>("GET", "/seasons");
  const season = seasons.find(({ opensAt }) => opensAt !== null && Date.parse(opensAt) <= Date.now())?.slug;
  if (!season) throw new Error("The demo has no open season.");
  const details = { season, seats: 8, price: 40, lessons: [lessonInDays(7)] };
  const classId = await createApprovedClass(`Bowls ${Date.now()}`, details);
  const childId = await createChild(family, "Mia Parent", null);
  await bookSeat(family, { _id: classId, price: details.price, childId });
  return { family, classId, childId, season };
}

/** Signs one of the agreements for the child, and returns its id. */
async function signAgreement(parent: User, childId: string): Promise<string> {
  const { toSign } = await parent.request<Schemas["AgreementsOutput"]>(
    "GET",
    `/agreements?childId=${childId}`,
  );
  // Its page also asks for another answer.
  const photos = toSign.find(({ kind }) => kind === "photo");
  const signature = { textId: photos?._id, childId, accepted: true, typedName: "Paula Parent" };
  const signed = await parent.request<Schemas["InsertedOutput"]>("POST", "/agreements", signature);
  return signed.insertedId;
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
