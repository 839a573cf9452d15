import type { Locator } from "@playwright/test";
import { createApprovedClass } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";

// For a reader in another time zone, React adds the name of the camp's time zone. The server does not know the reader's.
test.use({ timezoneId: "America/New_York" });

const WIDTHS = [360, 768, 1440];
/** What the server renders on every page, some of it only at some widths. */
const FRAME = [".navbar-brand", ".navbar-toggler", ".nav-link", "h1"];
const FORM = [".auth-card p"];
const INSTRUCTOR = [
  ...[".instructor-head img", ".instructor-head a", "section h2"],
  ...["img", "h3", ".class-instructor", ".price"].map((part) => `.class-card ${part}`),
];
const CLASS = [".page-head .lead", ".class-page-picture img", ".class-facts", ".class-foot .price"];
/** What the server renders on each page, at every width. */
const RENDERED: Record<string, string[]> = {
  "/": ["img", ".hero-subtitle", "h2", ".btn"].map((part) => `.carousel-item.active ${part}`),
  "/all-classes": [
    ...[".page-head .lead", ".class-search-text .form-label", ".col:nth-child(3) h2"],
    ...["img", "h2", ".class-instructor", "summary", ".price"].map((part) => `.class-card ${part}`),
  ],
  "/all-instructors": [
    ".page-head .lead",
    ".instructor-card img",
    ".instructor-card p",
    ".col:nth-child(3) h2",
  ],
  "/login": FORM,
  "/register": FORM,
  "/about": [".lead", ".lead + p", ".text-picture"],
  "/contact": [".lead", "dl.contact", ".text-picture"],
};
const AT_SOME_WIDTHS = [
  ...[".class-search-toggle", ".class-search-filters .form-label", ".class-search-check label"],
  "a[href$='.ics']",
];

interface ListedClass {
  _id: string;
  seats: number;
  lessonCount: number;
  instructorEmail: string;
}

/** Other tests add classes without a description. */
test.beforeAll(async () => {
  for (const name of ["Clay", "Wood", "Wool"]) {
    await createApprovedClass(`${name} ${Date.now()}`, {
      seats: 4,
      price: 20,
      description: "Bring an apron.",
    });
  }
});

test("React renders the first screen exactly where the server rendered it", async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const classes = (await (await request.get("/classes")).json()) as ListedClass[];
  const people = (await (await request.get("/instructors")).json()) as { _id: string; email: string }[];
  const instructor = people.find(({ email }) => email === classes[0]?.instructorEmail);
  const kinds = [
    classes.find(({ seats, lessonCount }) => seats > 0 && lessonCount > 1),
    classes.find(({ seats }) => seats === 0),
    classes.find(({ lessonCount }) => lessonCount === 1),
  ];
  const screens = [
    ...Object.entries(RENDERED),
    ...kinds.map((each) => [`/all-classes/${each?._id}`, CLASS] as const),
    [`/all-instructors/${instructor?._id}`, INSTRUCTOR] as const,
  ];
  const context = await browser.newContext({ javaScriptEnabled: false });
  const serverRendered = await context.newPage();
  for (const [path, rendered] of screens) {
    await serverRendered.goto(path);
    for (const width of WIDTHS) {
      await serverRendered.setViewportSize({ width, height: 800 });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await expect(page.locator("footer")).toBeVisible();
      const selectors = [...FRAME, ...rendered, ...AT_SOME_WIDTHS];
      const expected = await visibleElements(serverRendered, selectors);
      const found = expected.map(([selector]) => selector);
      expect(found, `what the server renders of ${path}`).toEqual(
        expect.arrayContaining([...rendered, "h1"]),
      );
      const actual = new Map(await visibleElements(page, selectors));
      for (const [selector, element] of expected) {
        expect.soft(actual.get(selector), `${selector} of ${path} at ${width} px`).toEqual(element);
      }
    }
  }
  await context.close();
});

const FOCUSED: Record<string, (page: Page) => Locator> = {
  "a link of the navigation": (page) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All Instructors" }),
  "one of several elements with the same name": (page) => page.locator("summary").nth(2),
};

for (const [name, locate] of Object.entries(FOCUSED)) {
  test(`React keeps the focus on ${name}`, async ({ page }) => {
    let runClient = () => {};
    const released = new Promise<void>((resolve) => {
      runClient = resolve;
    });
    await page.route(/\/static\/build\/main\..*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto("/all-classes", { waitUntil: "commit" });
    await locate(page).focus();
    runClient();
    await expect(page.locator("footer")).toBeVisible();
    await expect(locate(page)).toBeFocused();
  });
}

/** Returns the box and the text of each selector's first match, when it is visible. */
async function visibleElements(page: Page, selectors: string[]): Promise<[string, unknown][]> {
  const elements: [string, unknown][] = [];
  for (const selector of selectors) {
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
