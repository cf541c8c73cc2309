import { type PublicPage, publicPages } from "../app/content/index.ts";

interface Budget {
  /** Lighthouse mobile: minimum for each of performance, accessibility, best practices and SEO */
  score: number;
  /** largest contentful paint: maximum, ms */
  lcp: number;
  /** total blocking time: maximum, ms */
  tbt: number;
  /** cumulative layout shift: maximum */
  cls: number;
  /** scripts that the browser fetches: maximum bytes, brotli */
  script: number;
  /** the page and its stylesheets: maximum bytes, brotli */
  page: number;
}

const KB = 1024;
const content = { score: 100, lcp: 1250, tbt: 0, cls: 0, script: 3 * KB, page: 30 * KB };

/** Performance budget of each public page on a first visit. Changing one is a decision. */
export const budgets: Record<PublicPage, Budget> = {
  ...(Object.fromEntries(publicPages.map((page) => [page, content])) as Record<PublicPage, Budget>),
  // The content pages' script, plus 2 KB that update the monthly estimate while the visitor types.
  pricing: { ...content, script: content.script + 2 * KB },
  home: { ...content, page: 25 * KB },
  // The content pages' script, plus Preact for the form and the calendar, loaded after the page.
  contact: { ...content, tbt: 100, script: 28 * KB },
};

/**
 * Admin navigation: median ms in a browser on the server's machine, from a click in the sidebar to
 * a screen with its content, and to the first rows of a list of thousands.
 */
export const adminTimes = { screen: 200, firstRows: 300 };

/** With 100,000 history entries: ms that recording adds to a save, and ms a screen waits for history data. */
export const historyTimes = { save: 2, screen: 300 };

/**
 * With 200,000 leads: median ms for what indexes answer (dashboard, filter choices, lists, searches), and for
 * a search for a word that almost every lead contains, which reads them all.
 */
export const leadTimes = { byIndex: 200, commonWord: 600 };

/** Five years of 10,000 page views a day: MB with indexes, and median ms for the figures of any period. */
export const visitFigures = { size: 200, screen: 300 };

/** ms until /healthz answers while 20 people sign in at once. */
export const healthWhileSigningIn = { p95: 50 };

/** ms until a legitimate message is stored, at the slowest, while visitors send the worst allowed queries. */
export const messageAmongWorstQueries = { slowest: 2_000 };

/**
 * While 500 connections request the largest responses and read nothing: MB of memory, other clients' response
 * time relative to running alone, and their p95 and slowest in the first five seconds, in ms.
 */
export const slowReaders = { memory: 300, toAlone: 2, firstP95: 250, firstSlowest: 1_000 };

/** Live preview: median ms from a keystroke to the updated text, and to values derived from it. */
export const previewTimes = { typed: 50, derived: 500 };

/** Uncached pages, 64 connections, two cores: rate, median ms, and ms to the first new page after an edit. */
export const renders = { perSecond: 250, p50: 300, firstAfterEdit: 50 };

/** Cached pages after long uptime: rate relative to a fresh server and to nginx; MB a minute after load. */
export const steady = { toFresh: 0.95, toNginx: 0.5, memory: 300 };

/** MB at rest and during light traffic, and the latter relative to its second ten minutes. */
export const memory = { rest: 140, working: 220, growth: 1.05 };

/** Median ms until `npm start` is ready, with 10,000 leads. */
export const startTime = 1_500;

/** ms until the first `npm start` is ready, in a clone and in an unpacked release; npm's cache is empty. */
export const firstStart = { clone: 60_000, release: 30_000 };

/** ms to import 10,000 leads. */
export const importTime = 30_000;

/** MB of memory above rest, for uploads of 200 MB and for backups with media of any size. */
export const uploads = { memory: 64 };
export const backups = { memory: 64 };

/** Median ms until a cached page shows a change to its content. */
export const changeTime = 1_000;

/**
 * On a throttled phone: the largest paint of /contact relative to the home page's, and ms from a press on
 * Send until the errors are painted.
 */
export const paint = { largestToHome: 1.1, interaction: 200 };

/**
 * First load of the admin: median ms, in a browser on the server's machine, until the frame and the heading
 * are painted, also on a 9 Mbit/s, 60 ms connection. `data`: until the dashboard's data appear. `screen`: until
 * another screen that is opened first has its content, on that connection.
 */
export const firstSight = { warm: 400, cold: 700, slowLine: 900, data: 1_000, screen: 1_200 };

/**
 * The admin's script in bytes of brotli. `firstScreen`: what the dashboard needs, in at most `requests`
 * requests: React and its router 90 KB, the backend client and queries 37, the frame, messages and strings
 * 48. `anyScreen`: what any screen needs when it is opened first, in at most `anyRequests`. `eachOther`: what
 * one more screen adds to the first screen and the code loaded after it (app/ui/prefetch.ts), with the
 * screen's first dialog open.
 */
export const adminBudget = {
  firstScreen: 190 * KB,
  requests: 10,
  anyScreen: 278 * KB,
  anyRequests: 32,
  eachOther: 30 * KB,
};
