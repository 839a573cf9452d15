import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { User } from "../support/api";
import { expect, type Page, test } from "../support/fixtures";
import { openAs } from "../support/login";
import {
  accessibilityViolations,
  createRoleFixture,
  expectLoaded,
  PUBLIC_PATHS,
  publicDetailPaths,
  ROLES,
  setTheme,
  THEMES,
} from "../support/pages";
import { CLASS_STATES } from "./classStates";
import { USER_STATES } from "./pageStates";

const FOLDER = path.join(__dirname, "../../../.test/gallery");
const WIDTHS = [390, 768, 1440];
/** A state shows near the top of the page. */
const MAX_STATE_HEIGHT = 1400;

interface Entry {
  user: string;
  /** The path or the state of the page. */
  name: string;
  images: { file: string; caption: string }[];
}

const entries: Entry[] = [];

test.describe.configure({ mode: "serial" });
// Some of the states are failures.
test.use({ expectedConsoleErrors: /./, actionTimeout: 15_000 });

test.beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
});

test("takes screenshots of the public pages", async ({ page }) => {
  test.setTimeout(900_000);
  await takePageScreenshots(page, "visitor", [
    ...PUBLIC_PATHS,
    ...(await publicDetailPaths()),
    "/no/such/page",
  ]);
});

for (const role of ROLES) {
  test(`takes screenshots of the pages for the role ${role}`, async ({ page }) => {
    test.setTimeout(900_000);
    const { user, paths } = await createRoleFixture(role);
    await openAs(page, user, "/dashboard");
    await takePageScreenshots(page, role, paths);
  });
}

for (const [userName, { createUser, states }] of Object.entries({ ...USER_STATES, ...CLASS_STATES })) {
  test(`takes screenshots of page states: ${userName}`, async ({ page }) => {
    test.setTimeout(900_000);
    const user = await createUser?.();
    if (user) await openAs(page, user, "/dashboard");
    for (const { name, open, media, wholePage } of states) {
      await test.step(name, async () => {
        await page.setViewportSize({ width: 1440, height: 900 });
        // A visitor's states have no user and do not use it.
        await open(page, user as User);
        await page.emulateMedia({ media: media ?? "screen" });
        await takeScreenshots(page, userName, name, wholePage ? Infinity : MAX_STATE_HEIGHT);
        await page.emulateMedia({ media: null });
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await page.context().setOffline(false);
      });
    }
  });
}

test("writes an HTML page with all screenshots", async () => {
  await writeFile(path.join(FOLDER, "index.html"), overviewHtml());
});

async function takePageScreenshots(page: Page, user: string, paths: readonly string[]): Promise<void> {
  for (const pagePath of paths) {
    await test.step(pagePath, async () => {
      await page.goto(pagePath);
      await expectLoaded(page);
      await takeScreenshots(page, user, pagePath);
    });
  }
}

/** Takes a screenshot in each width and theme. With a maximum height, it also checks the color contrast. */
async function takeScreenshots(page: Page, user: string, name: string, maxHeight = Infinity): Promise<void> {
  const images: Entry["images"] = [];
  for (const width of WIDTHS) {
    await fitViewport(page, width, maxHeight);
    for (const theme of THEMES) {
      await setTheme(page, theme);
      await waitForPaint(page);
      if (maxHeight < Infinity) {
        expect.soft(await accessibilityViolations(page, "color-contrast"), name).toEqual([]);
      }
      const file = `${user.replaceAll(" ", "-")}-${entries.length}-${width}-${theme}.jpeg`;
      const options = { path: path.join(FOLDER, file), type: "jpeg", quality: 70 } as const;
      await page.screenshot({ ...options, animations: "disabled" });
      images.push({ file, caption: `${width} px, ${theme}` });
    }
  }
  entries.push({ user, name, images });
}

/** Makes the viewport as high as the page. A full-page screenshot would resize it in the middle of a paint. */
async function fitViewport(page: Page, width: number, maxHeight: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await loadAllImages(page);
  await waitForPaint(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(height, maxHeight) });
}

/** Color transitions and charts need some time after a change of theme or width. */
async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((painted) => {
        setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(painted)), 200);
      }),
  );
}

/** Also loads the images below the viewport, which the browser would load lazily. */
async function loadAllImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = "eager";
    await Promise.allSettled(images.map((image) => image.decode()));
  });
}

function overviewHtml(): string {
  const sections = entries.map(
    ({ user, name, images }) =>
      `<section><h2>${user}: ${name}</h2><div>${images.map(figure).join("")}</div></section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>All pages</title><style>${STYLE}</style>
<h1>All pages, ${new Date().toISOString().slice(0, 16).replace("T", " ")}</h1>
${sections.join("\n")}</html>\n`;
}

function figure({ file, caption }: Entry["images"][number]): string {
  return `<figure><a href="${file}"><img src="${file}" alt="${caption}" loading="lazy"></a><figcaption>${caption}</figcaption></figure>`;
}

const STYLE = `
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1.5rem; background: #777; color: #fff }
section > div { display: flex; gap: .75rem; overflow-x: auto; align-items: start }
figure { margin: 0 } img { height: 34rem; max-width: 44rem; object-fit: cover; object-position: top; background: #999 }
`;
