import { askPage } from "#app/admin-kit/preview/ask-page.ts";
import type { PageFacts, SiteFacts } from "#app/lib/checks/facts.ts";
import { type Finding, finding, merged, newOnes } from "#app/lib/checks/finding.ts";
import { ownTarget } from "#app/lib/checks/link-checks.ts";
import { readFacts } from "#app/lib/checks/read-facts.ts";
import { checkPages, robotsOf, sitemapPaths } from "#app/lib/checks/site-checks.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { openAxeFrame } from "./axe-frame.ts";
import { asVisitor, createScale, sizeOf, withEach } from "./measure.ts";

export interface RunOptions {
  /** public pages besides those in the sitemap */
  paths: readonly string[];
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

/** Own addresses outside the checked pages that are tried; more are left out. */
const MAX_LINKS = 200;

interface Checked {
  facts?: PageFacts;
  /** what was found besides that of the facts */
  findings: readonly Finding[];
}

/**
 * Checks every public page as visitors get it. Throws when the site's own files or axe-core can't be read; a page
 * that can't be read is a finding.
 */
export async function checkSite(options: RunOptions) {
  const { signal } = options;
  const site = await readSite(signal);
  const scale = createScale(signal);
  const frame = await openAxeFrame(signal);
  try {
    const pages = await eachPage(site, options, async (path) => {
      const answer = await asVisitor(path, signal);
      if (!answer.ok) return unread(path, `it answers with error ${answer.status}.`);
      const visitors = await answer.text();
      const preview = await askPage(path, { signal });
      const address = site.origin + path;
      const head = frame.parse(visitors);
      const facts = readFacts({
        path,
        address,
        head,
        body: frame.parse(preview),
        robotsHeader: answer.headers.get("x-robots-tag") ?? undefined,
      });
      const here = location.origin + path;
      const own = Number(answer.headers.get("content-length") ?? visitors.length);
      const images = facts.images.map((image) => ({
        ...image,
        src: asHere(image.src, site.origin),
      }));
      const weighed = await scale(head, here, images, own);
      return { facts: { ...facts, ...weighed }, findings: await frame.check(preview, path) };
    });
    return await findingsOf(pages, site, signal);
  } finally {
    frame.close();
  }
}

/** What a change set makes wrong: findings of its preview that the live pages don't have. */
export async function checkSet(set: string, options: RunOptions): Promise<Finding[]> {
  const { signal } = options;
  const site = await readSite(signal);
  const frame = await openAxeFrame(signal);
  try {
    const live: Checked[] = [];
    const prepared = await eachPage(site, options, async (path) => {
      const [before, after] = [
        await askPage(path, { signal }),
        await askPage(path, { set, signal }),
      ];
      const factsOf = (html: string) => {
        const page = frame.parse(html);
        return readFacts({ path, address: site.origin + path, head: page, body: page });
      };
      // Where nothing changes, nothing new is wrong.
      const read = async (html: string): Promise<Checked> => ({
        facts: factsOf(html),
        findings: before === after ? [] : await frame.check(html, path),
      });
      live.push(await read(before));
      return read(after);
    });
    const known = await findingsOf(live, site, signal);
    return newOnes(await findingsOf(prepared, site, signal), known);
  } finally {
    frame.close();
  }
}

type Site = Pick<SiteFacts, "origin" | "aliases" | "sitemap" | "forbids">;

async function readSite(signal: AbortSignal): Promise<Site> {
  const [sitemap = "", robots = ""] = await Promise.all(
    ["/sitemap.xml", "/robots.txt"].map(async (path) => {
      const answer = await asVisitor(path, signal);
      if (!answer.ok)
        throw Object.assign(new Error(`${path} can't be read.`), { status: answer.status });
      return answer.text();
    }),
  );
  const listed = /<loc>([^<]*)<\/loc>/.exec(sitemap)?.[1];
  const origin = URL.parse(listed ?? "")?.origin ?? location.origin;
  return {
    origin,
    aliases: [location.origin],
    sitemap: sitemapPaths(sitemap),
    forbids: robotsOf(robots),
  };
}

async function eachPage(
  site: Site,
  { paths, signal, onProgress }: RunOptions,
  check: (path: string) => Promise<Checked>,
): Promise<Checked[]> {
  const all = [...new Set([...site.sitemap, ...paths])];
  const checked: Checked[] = [];
  for (const [at, path] of all.entries()) {
    onProgress(at, all.length);
    try {
      checked.push(await check(path));
    } catch (cause) {
      signal.throwIfAborted();
      checked.push(unread(path, reason(cause)));
    }
  }
  onProgress(all.length, all.length);
  return checked;
}

const unread = (path: string, cause: string): Checked => ({
  findings: [finding("page", "unreadable", `The page couldn't be checked: ${cause}`, path)],
});

/** An own address as this browser reaches it, whatever the site's public one is. */
const asHere = (address: string, origin: string) =>
  address.startsWith(`${origin}/`) ? location.origin + address.slice(origin.length) : address;

async function findingsOf(
  checked: readonly Checked[],
  site: Site,
  signal: AbortSignal,
): Promise<Finding[]> {
  const pages = checked.flatMap(({ facts }) => facts ?? []);
  const origins = [site.origin, ...site.aliases];
  const targets = pages.flatMap(({ links }) =>
    links.flatMap(({ href }) => ownTarget(href, origins)?.path ?? []),
  );
  const known = new Set(pages.map(({ path }) => path));
  const statuses = new Map<string, number>();
  const others = [...new Set(targets)].filter((path) => !known.has(path)).slice(0, MAX_LINKS);
  await withEach(others, async (path) => {
    const answer = await asVisitor(path, signal, "HEAD").catch(() => undefined);
    signal.throwIfAborted();
    statuses.set(path, answer?.status ?? 0);
  });
  const sizes: Map<string, Awaited<ReturnType<typeof sizeOf>>> = new Map();
  await withEach([...new Set(pages.map(({ shareImage }) => shareImage))], async (address) => {
    if (address) sizes.set(address, await sizeOf(asHere(address, site.origin), signal));
  });
  return merged([
    ...checked.flatMap(({ findings }) => findings),
    ...checkPages(pages, { ...site, statuses, sizes }),
  ]);
}
