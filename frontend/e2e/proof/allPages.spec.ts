import { expect, type Page, test } from "../support/fixtures";
import { layoutShiftOf, recordLayoutShift } from "../support/layoutShift";
import { openAs } from "../support/login";
import {
  accessibilityViolations,
  createRoleFixture,
  expectLoaded,
  horizontalOverflow,
  PUBLIC_PATHS,
  publicDetailPaths,
  ROLES,
  type Role,
  THEMES,
  type Theme,
} from "../support/pages";
import { expectReadable } from "../support/readability";

const VIEWPORTS = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };
/** Logged-in users are redirected from these. */
const VISITOR_ONLY_PATHS = new Set<string>(["/login", "/register"]);
/** Unknown paths, and objects that do not exist or belong to another user. */
const NOT_FOUND_PATHS: Record<Role | "visitor", readonly string[]> = {
  visitor: ["/no/such/page"],
  student: [
    "/no/such/page",
    "/dashboard/nowhere",
    "/dashboard/my-enrolled-classes/0",
    "/dashboard/payment/0",
    "/dashboard/checkout?selections=0,1",
    "/dashboard/my-children/0/paperwork",
    "/dashboard/my-children/agreements/0",
    "/dashboard/my-payment-history/receipt/0",
  ],
  instructor: ["/dashboard/nowhere", "/dashboard/update-class/0", "/dashboard/classes/0"],
  admin: [
    "/dashboard/nowhere",
    "/dashboard/families/0",
    "/dashboard/families/0/paperwork?child=0&part=sheet",
    "/dashboard/seasons/nowhere/paperwork",
  ],
};
/** For the card field of the Stripe stand-in, which takes two lines on a phone. */
const MAX_LAYOUT_SHIFT = 0.01;
/** The office types the name of a caller at once: its search field has the focus, not the heading. */
const SEARCH_PATH = "/dashboard";

for (const role of ["visitor", ...ROLES] as const) {
  for (const theme of THEMES) {
    for (const [device, viewport] of Object.entries(VIEWPORTS)) {
      test.describe(`${role}, ${theme} theme, ${device}`, () => {
        test.use({ viewport });

        test("every page is accessible, fits the screen and does not shift", async ({ page }) => {
          test.setTimeout(900_000);
          await preparePage(page, theme);
          const failed = recordFailedRequests(page);
          const paths = await startAs(page, role);
          const titles = new Map<string, string>();
          for (const path of paths) {
            await test.step(path, async () => {
              await checkPage(page, path, theme);
              await checkClientNavigation(page, path, role);
              titles.set(path.split("?")[0] ?? path, await page.title());
            });
          }
          expect.soft(new Set(titles.values()).size, "unique titles").toBe(titles.size);
          expect.soft(failed).toEqual([]);
        });

        test.describe("not found", () => {
          test.use({ expectedConsoleErrors: /status of 404/ });

          test("every error page is accessible, fits the screen and does not shift", async ({ page }) => {
            await preparePage(page, theme);
            const failed = recordFailedRequests(page);
            await startAs(page, role);
            for (const path of NOT_FOUND_PATHS[role]) {
              await test.step(path, () => checkPage(page, path, theme));
            }
            expect.soft(failed.filter((request) => !request.startsWith("404 "))).toEqual([]);
          });
        });
      });
    }
  }
}

/** Logs in, unless the role is visitor, and returns the paths of all pages that the role can see. */
async function startAs(page: Page, role: Role | "visitor"): Promise<readonly string[]> {
  const publicPaths = [...PUBLIC_PATHS, ...(await publicDetailPaths())];
  if (role === "visitor") return publicPaths;
  const { user, paths } = await createRoleFixture(role);
  await openAs(page, user, "/dashboard");
  await expectLoaded(page);
  return [...publicPaths.filter((path) => !VISITOR_ONLY_PATHS.has(path)), ...paths];
}

/** Stores the theme as the theme button does, and measures layout shifts from the first paint on. */
async function preparePage(page: Page, theme: Theme): Promise<void> {
  await page.addInitScript((chosen) => {
    if (location.protocol === "http:") localStorage.setItem("theme", chosen);
  }, theme);
  await recordLayoutShift(page);
}

function recordFailedRequests(page: Page): string[] {
  const failed: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // The browser aborts pending requests when the page is left.
    if (reason !== "net::ERR_ABORTED") failed.push(`${reason} ${request.url()}`);
  });
  return failed;
}

/** Opens the page by its URL and checks it. The themes differ only in colors, so one is checked for readability. */
async function checkPage(page: Page, path: string, theme: Theme): Promise<void> {
  await page.goto(path);
  await expectLoaded(page);
  await expect.soft(page, `title of ${path}`).toHaveTitle(/^\S.* \| Craft Camp$/);
  expect.soft(await accessibilityViolations(page), path).toEqual([]);
  expect.soft(await horizontalOverflow(page), `${path} scrolls horizontally`).toBeLessThanOrEqual(0);
  expect.soft(await layoutShiftOf(page), `layout shift of ${path}`).toBeLessThan(MAX_LAYOUT_SHIFT);
  if (theme === "light") await expectReadable(page, path);
}

/** Expects that a navigation inside the client moves the focus to the heading of the new page, or to its search field. */
async function checkClientNavigation(page: Page, path: string, role: Role | "visitor"): Promise<void> {
  await navigateInClient(page, path === "/about" ? "/terms" : "/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await navigateInClient(page, path);
  await expectLoaded(page);
  const searches = role === "admin" && path === SEARCH_PATH;
  const first = searches ? page.getByRole("combobox") : page.getByRole("heading", { level: 1 });
  await expect.soft(first, `focus after a navigation to ${path}`).toBeFocused();
}

/** Navigates as a link does, from a page that has no such link. */
async function navigateInClient(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ usr: null, key: `to${to}`, idx: history.length }, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, path);
  await expect(page).toHaveURL(path);
}
