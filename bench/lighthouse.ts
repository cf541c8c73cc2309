/**
 * Runs Lighthouse (mobile) on every public page of the built server and prints scores, timings and bytes as a
 * table. Fails when a page exceeds its budget (budgets.ts). Timings are the median of three runs.
 *
 * Needs a build (npm run build) and Chromium (CHROMIUM_PATH, or Debian's). The first run downloads Lighthouse.
 * With its packages it is 150 MB, too much for everyone who installs this program.
 * Run: npm run lighthouse [-- --runs=1 home pricing]
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type PublicPage, pagePath, publicPages } from "../app/content/index.ts";
import { chromiumPath } from "../scripts/chromium.mjs";
import { openOurs } from "../scripts/tools/server.ts";
import { budgets } from "./budgets.ts";
import { report } from "./tools/report.ts";
import { median } from "./tools/timing.ts";

const FLAGS =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

const LIGHTHOUSE = "lighthouse@13.5.0";

/** The parts of Lighthouse's report that are read here. */
interface Result {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    { id: string; score: number | null; numericValue?: number; details?: { items?: Fetched[] } }
  >;
}

interface Fetched {
  url: string;
  resourceType?: string;
}

/** Bytes that a browser with brotli support would fetch. */
async function weigh(requests: Fetched[], ...types: string[]): Promise<number> {
  const sizes = requests
    .filter(({ resourceType = "" }) => types.includes(resourceType))
    .map(async ({ url }) => {
      const { headers } = await fetch(url, { headers: { "accept-encoding": "br" } });
      return Number(headers.get("content-length"));
    });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

const run = promisify(execFile);

/** Runs one audit. Retries when the machine was too busy for the browser to paint in time. */
async function audit(url: string, tries = 3): Promise<Result> {
  const { stdout } = await run(
    "npx",
    ["--yes", LIGHTHOUSE, url, "--output=json", "--quiet", `--chrome-flags=${FLAGS}`],
    { env: { ...process.env, CHROME_PATH: chromiumPath() }, maxBuffer: 64 * 1024 * 1024 },
  );
  const result: Result = JSON.parse(stdout);
  if (result.audits["largest-contentful-paint"]?.numericValue !== undefined) return result;
  if (tries > 1) return audit(url, tries - 1);
  throw new Error(`Lighthouse gave no result for ${url}`);
}

async function measure(page: PublicPage, siteUrl: string, runs: number) {
  const results: Result[] = [];
  for (let round = 0; round < runs; round++) results.push(await audit(siteUrl + pagePath(page)));
  const last = results.at(-1) as Result;
  const middle = (read: (lhr: Result) => number) => median(results.map(read));
  const score = (id: string) => middle((lhr) => Math.round((lhr.categories[id]?.score ?? 0) * 100));
  const timing = (id: string) => middle((lhr) => lhr.audits[id]?.numericValue ?? Number.NaN);
  const requests = last.audits["network-requests"]?.details?.items ?? [];
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    practices: score("best-practices"),
    seo: score("seo"),
    lcp: Math.round(timing("largest-contentful-paint")),
    tbt: Math.round(timing("total-blocking-time")),
    cls: Number(timing("cumulative-layout-shift").toFixed(3)),
    script: await weigh(requests, "Script"),
    page: await weigh(requests, "Document", "Stylesheet"),
    failed: Object.values(last.audits)
      .filter((entry) => entry.score !== null && entry.score < 1 && weighs(last, entry.id))
      .map((entry) => entry.id),
  };
}

/** Whether an audit affects a score. */
const weighs = (lhr: Result, id: string) =>
  Object.values(lhr.categories).some(({ auditRefs }) =>
    auditRefs.some((ref) => ref.id === id && ref.weight > 0),
  );

type Measured = Awaited<ReturnType<typeof measure>>;

const SCORES = ["performance", "accessibility", "practices", "seo"] as const;
const UNITS = { lcp: "ms", tbt: "ms", cls: "", script: "bytes", page: "bytes" } as const;

const rows = (page: PublicPage, measured: Measured) => [
  ...SCORES.map((key) => ({
    what: `${page}: ${key}`,
    measured: measured[key],
    atLeast: budgets[page].score,
  })),
  ...(Object.keys(UNITS) as (keyof typeof UNITS)[]).map((key) => ({
    what: `${page}: ${key}`,
    measured: measured[key],
    unit: UNITS[key],
    atMost: budgets[page][key],
  })),
];

const chosen = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const runs = Number(/--runs=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 3);
const pages = publicPages.filter((page) => chosen.length === 0 || chosen.includes(page));

await using site = await openOurs("lighthouse");
const all: ReturnType<typeof rows> = [];
for (const page of pages) {
  const measured = await measure(page, site.url, runs);
  all.push(...rows(page, measured));
  if (measured.failed.length > 0) console.log(`${page}: ${measured.failed.join(", ")}`);
}
report(all);
