import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { cpus, release, totalmem, type } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import type { Result } from "lighthouse";
import { launchOptions } from "../support/chromium";
import { expect, test } from "../support/fixtures";
import { publicDetailPaths } from "../support/pages";
import { SITE_URL } from "../support/urls";

const PAGES = {
  Home: "/",
  "All Classes": "/all-classes",
  "All Instructors": "/all-instructors",
  "Log In": "/login",
  Register: "/register",
  About: "/about",
  Contact: "/contact",
};
/** The median of these runs counts, because Lighthouse amplifies the load of this machine. */
const RUNS = 3;
const MAX_REQUESTS_BEFORE_CONTENT = 8;
const MAX_LARGEST_CONTENT_MS = 2_000;
const MIN_SCORES = { performance: 97, accessibility: 100, "best-practices": 100, seo: 100 };
const DEBUGGING_PORT = 19222;
const ROOT = path.join(__dirname, "../../..");
const REPORTS = path.join(ROOT, ".test/audit");

type Category = keyof typeof MIN_SCORES;
interface PageResult {
  scores: Record<Category, number>;
  requests: number;
  largestContentMs: number;
  metrics: string[];
}

const results = new Map<string, PageResult>();

test("public pages reach the minimum Lighthouse scores", async () => {
  test.setTimeout(1_200_000);
  const [classPath, instructorPath] = await publicDetailPaths();
  for (const [name, address] of Object.entries({ ...PAGES, Class: classPath, Instructor: instructorPath })) {
    await test.step(name, async () => {
      const result = await medianResult(name, address);
      const { scores, requests, largestContentMs } = saveResult(name, result);
      expect
        .soft(requests, `requests of ${address} before its first content`)
        .toBeLessThanOrEqual(MAX_REQUESTS_BEFORE_CONTENT);
      expect
        .soft(largestContentMs, `milliseconds until the largest content of ${address}`)
        .toBeLessThanOrEqual(MAX_LARGEST_CONTENT_MS);
      const minima = Object.entries(MIN_SCORES) as [Category, number][];
      for (const [category, minimum] of minima) {
        const message = `${category} of ${address}: ${failedAudits(result, category).join("; ")}`;
        expect.soft(scores[category], message).toBeGreaterThanOrEqual(minimum);
      }
    });
  }
  await writeFile(path.join(ROOT, "docs/audit.md"), await auditDocument());
});

async function medianResult(name: string, address: string): Promise<Result> {
  const runs: Result[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runLighthouse(name, address));
  const performance = ({ categories }: Result) => categories.performance?.score ?? 0;
  const median = runs.sort((one, other) => performance(one) - performance(other))[Math.floor(RUNS / 2)];
  if (!median) throw new Error("Lighthouse did not run.");
  return median;
}

/** Runs Lighthouse in a new browser, with its default settings: a simulated slow phone on slow 4G. */
async function runLighthouse(name: string, address: string): Promise<Result> {
  const { default: lighthouse } = await import("lighthouse");
  const options = await launchOptions();
  const args = [...options.args, `--remote-debugging-port=${DEBUGGING_PORT}`];
  const browser = await chromium.launch({ ...options, args });
  try {
    const onlyCategories = Object.keys(MIN_SCORES);
    const run = await lighthouse(SITE_URL + address, {
      port: DEBUGGING_PORT,
      output: "html",
      onlyCategories,
    });
    if (!run) throw new Error("Lighthouse returned no result.");
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

function saveResult(name: string, { categories, audits }: Result): PageResult {
  const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100);
  const scores = Object.fromEntries(
    (Object.keys(MIN_SCORES) as Category[]).map((category) => [category, score(category)]),
  ) as PageResult["scores"];
  const metricIds = [
    "first-contentful-paint",
    "largest-contentful-paint",
    "total-blocking-time",
    "cumulative-layout-shift",
  ];
  const metrics = metricIds.map((id) => audits[id]?.displayValue ?? "?");
  const largestContentMs = audits["largest-contentful-paint"]?.numericValue ?? Number.POSITIVE_INFINITY;
  const result = { scores, requests: requestsBeforeContent(audits), largestContentMs, metrics };
  results.set(name, result);
  return result;
}

/** Counts the requests that started before the first contentful paint, measured without throttling. */
function requestsBeforeContent(audits: Result["audits"]): number {
  const [metrics] = itemsOf(audits.metrics) as { observedFirstContentfulPaint: number }[];
  const requests = itemsOf(audits["network-requests"]) as { url: string; networkRequestTime: number }[];
  if (!metrics || requests.length === 0) throw new Error("Lighthouse reported no requests.");
  return requests.filter(
    ({ url, networkRequestTime }) =>
      url.startsWith("http") && networkRequestTime < metrics.observedFirstContentfulPaint,
  ).length;
}

function itemsOf(audit: Result["audits"][string] | undefined): unknown[] {
  return audit?.details && "items" in audit.details ? (audit.details.items as unknown[]) : [];
}

/** Returns the audits that lower the score, with the beginning of their details. */
function failedAudits({ categories, audits }: Result, category: Category): string[] {
  const weighted = categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return weighted.flatMap(({ id }) => {
    const { score, title, displayValue = "", details } = audits[id] ?? {};
    if (score === undefined || score === null || score >= 0.9) return [];
    const items = details && "items" in details ? JSON.stringify(details.items).slice(0, 600) : "";
    return [`${title} ${displayValue} ${items}`];
  });
}

async function auditDocument(): Promise<string> {
  const { stdout: revision } = await promisify(execFile)("git", ["rev-parse", "--short", "HEAD"], {
    cwd: ROOT,
  });
  const memory = Math.round(totalmem() / 2 ** 30);
  const rows = [...results].map(
    ([name, { scores, requests, metrics }]) =>
      `| ${[name, ...Object.values(scores), requests, ...metrics].join(" | ")} |`,
  );
  return `# Lighthouse results

\`make audit\` runs Lighthouse with its default settings for phones (a simulated slow phone on slow 4G) on the production build, served by the
production server. It fails below the scores ${Object.values(MIN_SCORES).join(", ")}, above ${MAX_REQUESTS_BEFORE_CONTENT} requests before the first content, or above ${MAX_LARGEST_CONTENT_MS / 1000} s until the largest content. The median of ${RUNS} runs counts.
Lighthouse multiplies script times by four, so nothing else may run at the same time. Written on ${new Date().toISOString().slice(0, 10)}, at ${revision.trim()}, on
${cpus().length} cores (${cpus()[0]?.model.trim()}), ${memory} GB, ${type()} ${release()}.

| Page | Performance | Accessibility | Best practices | SEO | Requests before content | First content | Largest content | Blocked | Layout shift |
|---|---|---|---|---|---|---|---|---|---|
${rows.join("\n")}
`;
}
