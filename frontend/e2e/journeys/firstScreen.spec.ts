import { expect, type Page, test } from "../support/fixtures";

// A reader in another time zone than the camp's also sees its name, which the server does not know.
test.use({ timezoneId: "America/New_York" });

const PATHS = ["/", "/all-classes", "/all-instructors", "/login", "/register", "/contact"];
const WIDTHS = [360, 768, 1440];
/** What templates/first_screen.html renders before any script runs. */
const SELECTORS = [
  ...[".navbar-brand", ".navbar-toggler", ".nav-link", "h1", ".page-head .lead"],
  ...[".class-page-picture img", ".class-facts", ".class-foot .price", "a[href$='.ics']"],
  ...[".class-search-text .form-label", ".class-search-toggle", ".class-search-filters .form-label"],
  ...["img", "h2", ".class-instructor", "summary", ".price"].map((part) => `.class-card ${part}`),
  ...["img", "h2"].flatMap((part) => [`.instructor-card ${part}`, `.col:nth-child(3) .card ${part}`]),
  ...[
    ".instructor-head img",
    ".instructor-head .text-pre",
    ".instructor-head a",
    "dl.contact",
    ".text-picture",
  ],
  ...[".class-search-check label", ".col:nth-child(2) .price", ".auth-card p"],
  ...["img", ".hero-subtitle", "h2", ".btn"].map((part) => `.carousel-item.active ${part}`),
];

test("React renders the first screen exactly where the server rendered it", async ({
  page,
  browser,
  request,
}) => {
  const [campClass] = (await (await request.get("/classes")).json()) as { _id: string }[];
  const [instructor] = (await (await request.get("/instructors")).json()) as { _id: string }[];
  expect(campClass).toBeDefined();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const serverRendered = await context.newPage();
  for (const path of [...PATHS, `/all-classes/${campClass?._id}`, `/all-instructors/${instructor?._id}`]) {
    await serverRendered.goto(path);
    for (const width of WIDTHS) {
      await serverRendered.setViewportSize({ width, height: 800 });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await expect(page.locator("footer")).toBeVisible();
      const expected = await visibleElements(serverRendered);
      expect(expected.length, `elements in the first screen of ${path}`).toBeGreaterThan(1);
      const actual = new Map(await visibleElements(page));
      for (const [selector, element] of expected) {
        expect.soft(actual.get(selector), `${selector} of ${path} at ${width} px`).toEqual(element);
      }
    }
  }
  await context.close();
});

test("React keeps the focus on the link that the user has moved it to", async ({ page }) => {
  let runClient = () => {};
  const released = new Promise<void>((resolve) => {
    runClient = resolve;
  });
  await page.route(/\/static\/build\/main\..*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/all-classes", { waitUntil: "commit" });
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All Instructors" });
  await link.focus();
  runClient();
  await expect(page.locator("footer")).toBeVisible();
  await expect(link).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/all-instructors");
});

/** Returns the box and the text of each selector's first match, when it is visible. */
async function visibleElements(page: Page): Promise<[string, unknown][]> {
  const elements: [string, unknown][] = [];
  for (const selector of SELECTORS) {
    // One call into the page per selector: a locator method each for box, visibility and text is slow.
    const element = await page.evaluate((css) => {
      const match = document.querySelector(css);
      if (!match?.checkVisibility({ visibilityProperty: true })) return null;
      const { x, y, width, height } = match.getBoundingClientRect();
      return {
        box: [x, y, width, height].map(Math.round),
        text: match.textContent?.replaceAll(/\n\s*/g, ""),
      };
    }, selector);
    const [, , width, height] = element?.box ?? [];
    if (width && height) elements.push([selector, element]);
  }
  return elements;
}
