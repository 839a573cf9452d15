import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { enter, faults, isSettled, PUBLIC, paint, ROLES, THEMES } from "./screens";
import { STATES } from "./states";
import { expect, type Page, test } from "./test";

const FOLDER = path.join(__dirname, "../../.test/gallery");
const WIDTHS = [390, 768, 1440];
/** What has happened is seen near the top. */
const STATE_HEIGHT = 1400;

interface Screen {
  who: string;
  /** Its address, or what has happened on it. */
  what: string;
  pictures: { file: string; what: string }[];
}

const screens: Screen[] = [];

test.describe.configure({ mode: "serial" });
// Some of the states are failures.
test.use({ mayComplain: /./, actionTimeout: 15_000 });

test.beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
});

for (const role of ROLES) {
  test(`pictures of every screen: ${role}`, async ({ page }) => {
    test.setTimeout(900_000);
    const own = await enter(page, role);
    for (const address of role === "visitor" ? [...PUBLIC, "/no/such/page"] : own) {
      await test.step(address, async () => {
        await page.goto(address);
        await isSettled(page);
        await photograph(page, role, address);
      });
    }
  });
}

for (const [who, { enter, states }] of Object.entries(STATES)) {
  test(`pictures of what no address shows by itself: ${who}`, async ({ page }) => {
    test.setTimeout(900_000);
    const me = await enter(page);
    for (const { what, open, media } of states) {
      await test.step(what, async () => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await open(page, me);
        await page.emulateMedia({ media: media ?? "screen" });
        await photograph(page, who, what, STATE_HEIGHT);
        await page.emulateMedia({ media: null });
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await page.context().setOffline(false);
      });
    }
  });
}

test("a page shows them side by side", async () => {
  await writeFile(path.join(FOLDER, "index.html"), sheet());
});

/** The screen as it stands, in each theme and width, down to `most` pixels. */
async function photograph(page: Page, who: string, what: string, most = Infinity): Promise<void> {
  const pictures: Screen["pictures"] = [];
  for (const width of WIDTHS) {
    await unroll(page, width, most);
    for (const theme of THEMES) {
      await paint(page, theme);
      await isDrawn(page);
      if (most < Infinity) expect.soft(await faults(page, "color-contrast"), what).toEqual([]);
      const file = `${who.replace(" ", "-")}-${screens.length}-${width}-${theme}.jpeg`;
      const shot = { path: path.join(FOLDER, file), type: "jpeg", quality: 70 } as const;
      await page.screenshot({ ...shot, animations: "disabled" });
      pictures.push({ file, what: `${width} px, ${theme}` });
    }
  }
  screens.push({ who, what, pictures });
}

/** A window as high as the page: the browser's own pictures of whole pages resize it in the middle of a drawing. */
async function unroll(page: Page, width: number, most: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await seeAllPictures(page);
  await isDrawn(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(height, most) });
}

/** Colors that change and a chart that finds its new width take a moment longer than a frame. */
async function isDrawn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((drawn) => {
        setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(drawn)), 200);
      }),
  );
}

/** Also those far below, which a browser would leave for later. */
async function seeAllPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = "eager";
    await Promise.allSettled(images.map((image) => image.decode()));
  });
}

function sheet(): string {
  const sections = screens.map(
    ({ who, what, pictures }) =>
      `<section><h2>${who}: ${what}</h2><div>${pictures.map(figure).join("")}</div></section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every screen</title><style>${STYLE}</style>
<h1>Every screen, ${new Date().toISOString().slice(0, 16).replace("T", " ")}</h1>
${sections.join("\n")}</html>\n`;
}

function figure({ file, what }: Screen["pictures"][number]): string {
  return `<figure><a href="${file}"><img src="${file}" alt="${what}" loading="lazy"></a><figcaption>${what}</figcaption></figure>`;
}

const STYLE = `
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1.5rem; background: #777; color: #fff }
section > div { display: flex; gap: .75rem; overflow-x: auto; align-items: start }
figure { margin: 0 } img { height: 34rem; max-width: 44rem; object-fit: cover; object-position: top; background: #999 }
`;
