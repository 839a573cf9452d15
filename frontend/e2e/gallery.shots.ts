import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { enter, isSettled, PUBLIC, paint, ROLES, type Role, THEMES } from "./screens";
import { type Page, test } from "./test";

const FOLDER = path.join(__dirname, "../../.test/gallery");
const WIDTHS = [390, 768, 1440];

interface Screen {
  role: Role;
  address: string;
  pictures: { file: string; what: string }[];
}

const screens: Screen[] = [];

test.describe.configure({ mode: "serial" });
test.use({ mayComplain: /status of 404/ });

test.beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
});

for (const role of ROLES) {
  test(`pictures of every screen: ${role}`, async ({ page }) => {
    test.setTimeout(900_000);
    const own = await enter(page, role);
    for (const address of role === "visitor" ? [...PUBLIC, "/no/such/page"] : own) {
      await test.step(address, async () => screens.push(await photograph(page, role, address)));
    }
  });
}

test("a page shows them side by side", async () => {
  await writeFile(path.join(FOLDER, "index.html"), sheet());
});

/** One screen in each theme and width. */
async function photograph(page: Page, role: Role, address: string): Promise<Screen> {
  const pictures: Screen["pictures"] = [];
  await page.goto(address);
  await isSettled(page);
  for (const width of WIDTHS) {
    await unroll(page, width);
    for (const theme of THEMES) {
      await paint(page, theme);
      const file = `${role}-${screens.length}-${width}-${theme}.jpeg`;
      const shot = { path: path.join(FOLDER, file), type: "jpeg", quality: 70 } as const;
      await page.screenshot({ ...shot, animations: "disabled" });
      pictures.push({ file, what: `${width} px, ${theme}` });
    }
  }
  return { role, address, pictures };
}

/** A window as high as the page: the browser's own pictures of whole pages resize it in the middle of a drawing. */
async function unroll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await seeAllPictures(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
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
    ({ role, address, pictures }) =>
      `<section><h2>${role} <code>${address}</code></h2><div>${pictures.map(figure).join("")}</div></section>`,
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
