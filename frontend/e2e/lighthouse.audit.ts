import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { cpus, release, totalmem, type } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import type { Result } from "lighthouse";
import { SITE } from "./addresses";
import { expect, installedBrowser, test } from "./test";

const PAGES = {
  Home: "/",
  "All Classes": "/all-classes",
  "All Instructors": "/all-instructors",
  "Log In": "/login",
};
/** Lighthouse multiplies what this machine happens to be doing: of so many runs the middle one counts. */
const RUNS = 3;
/** How much may be asked for before something can be seen. */
const MOST_REQUESTS = 8;
const LEAST = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const DEBUGGING_PORT = 19222;
const ROOT = path.join(__dirname, "../..");
const REPORTS = path.join(ROOT, ".test/audit");

type Category = keyof typeof LEAST;
interface Figures {
  scores: Record<Category, number>;
  requests: number;
  metrics: string[];
}

const figures = new Map<string, Figures>();

test("Lighthouse finds nothing to mend", async () => {
  test.setTimeout(1_200_000);
  for (const [name, address] of Object.entries(PAGES)) {
    await test.step(name, async () => {
      const found = await middleOf(name, address);
      const { scores, requests } = keep(name, found);
      expect
        .soft(requests, `requests of ${address} before its first content`)
        .toBeLessThanOrEqual(MOST_REQUESTS);
      for (const [category, least] of Object.entries(LEAST) as [Category, number][]) {
        const why = `${category} of ${address}: ${faultsOf(found, category).join("; ")}`;
        expect.soft(scores[category], why).toBeGreaterThanOrEqual(least);
      }
    });
  }
  await writeFile(path.join(ROOT, "docs/audit.md"), await table());
});

async function middleOf(name: string, address: string): Promise<Result> {
  const runs: Result[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await audit(name, address));
  const performance = ({ categories }: Result) => categories.performance?.score ?? 0;
  const middle = runs.sort((one, other) => performance(one) - performance(other))[Math.floor(RUNS / 2)];
  if (!middle) throw new Error("There was no run.");
  return middle;
}

/** Lighthouse's own phone settings: a slow phone on slow 4G, simulated. Each page in a browser that knows nothing. */
async function audit(name: string, address: string): Promise<Result> {
  const { default: lighthouse } = await import("lighthouse");
  const options = await installedBrowser();
  const args = [...options.args, `--remote-debugging-port=${DEBUGGING_PORT}`];
  const browser = await chromium.launch({ ...options, args });
  try {
    const onlyCategories = Object.keys(LEAST);
    const run = await lighthouse(SITE + address, { port: DEBUGGING_PORT, output: "html", onlyCategories });
    if (!run) throw new Error("Lighthouse says nothing.");
    await mkdir(REPORTS, { recursive: true });
    await writeFile(
      path.join(REPORTS, `${name.replaceAll(" ", "-").toLowerCase()}.html`),
      String(run.report),
    );
    if (run.lhr.runtimeError) throw new Error(run.lhr.runtimeError.message);
    return run.lhr;
  } finally {
    await browser.close();
  }
}

function keep(name: string, { categories, audits }: Result): Figures {
  const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100);
  const scores = Object.fromEntries(
    (Object.keys(LEAST) as Category[]).map((category) => [category, score(category)]),
  ) as Figures["scores"];
  const shown = [
    "first-contentful-paint",
    "largest-contentful-paint",
    "total-blocking-time",
    "cumulative-layout-shift",
  ];
  const metrics = shown.map((id) => audits[id]?.displayValue ?? "?");
  const found = { scores, requests: requestsBeforeContent(audits), metrics };
  figures.set(name, found);
  return found;
}

/** How many requests were begun before the first content was seen, on this machine, where nothing is slow. */
function requestsBeforeContent(audits: Result["audits"]): number {
  const [metrics] = itemsOf(audits.metrics) as { observedFirstContentfulPaint: number }[];
  const requests = itemsOf(audits["network-requests"]) as { url: string; networkRequestTime: number }[];
  if (!metrics || requests.length === 0) throw new Error("Lighthouse does not say what was asked for.");
  return requests.filter(
    ({ url, networkRequestTime }) =>
      url.startsWith("http") && networkRequestTime < metrics.observedFirstContentfulPaint,
  ).length;
}

function itemsOf(audit: Result["audits"][string] | undefined): unknown[] {
  return audit?.details && "items" in audit.details ? (audit.details.items as unknown[]) : [];
}

/** What costs points, with the first things that it names. */
function faultsOf({ categories, audits }: Result, category: Category): string[] {
  const weighed = categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return weighed.flatMap(({ id }) => {
    const { score, title, displayValue = "", details } = audits[id] ?? {};
    if (score === undefined || score === null || score >= 0.9) return [];
    const items = details && "items" in details ? JSON.stringify(details.items).slice(0, 600) : "";
    return [`${title} ${displayValue} ${items}`];
  });
}

async function table(): Promise<string> {
  const { stdout: revision } = await promisify(execFile)("git", ["rev-parse", "--short", "HEAD"], {
    cwd: ROOT,
  });
  const memory = Math.round(totalmem() / 2 ** 30);
  const rows = [...figures].map(
    ([name, { scores, requests, metrics }]) =>
      `| ${[name, ...Object.values(scores), requests, ...metrics].join(" | ")} |`,
  );
  return `# What Lighthouse says

\`make audit\` asks it, with its own settings for phones (a slow phone on slow 4G, simulated), about the production build served by the
production server, and fails below ${Object.values(LEAST).join(", ")}, or above ${MOST_REQUESTS} requests before the first content. Of ${RUNS} runs the middle one counts.
It multiplies how long scripts took here by four, so nothing else may be running meanwhile. It wrote this page on ${new Date().toISOString().slice(0, 10)}, at ${revision.trim()}, on
${cpus().length} cores (${cpus()[0]?.model.trim()}), ${memory} GB, ${type()} ${release()}.

| Page | Performance | Accessibility | Best practices | SEO | Requests before content | First content | Largest content | Blocked | Layout shift |
|---|---|---|---|---|---|---|---|---|---|
${rows.join("\n")}
`;
}
