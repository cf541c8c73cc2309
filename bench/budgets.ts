import { type PublicPage, publicPages } from "../app/content/index.ts";

interface Budget {
  /** Lighthouse mobile: performance, accessibility, best practices and SEO, each at least this */
  score: number;
  /** largest contentful paint, ms, at most */
  lcp: number;
  /** total blocking time, ms, at most */
  tbt: number;
  /** cumulative layout shift, at most */
  cls: number;
  /** script that the browser fetches, bytes of brotli, at most */
  script: number;
  /** the page and its stylesheets, bytes of brotli, at most */
  page: number;
}

const KB = 1024;
const content = { score: 100, lcp: 1200, tbt: 0, cls: 0, script: 3 * KB, page: 30 * KB };

/** How fast each public page has to be on a first visit; a change here is a decision. */
export const budgets: Record<PublicPage, Budget> = {
  ...(Object.fromEntries(publicPages.map((page) => [page, content])) as Record<PublicPage, Budget>),
  // What all content pages have, and the 2 KB that count a month as one types.
  pricing: { ...content, script: content.script + 2 * KB },
  home: { ...content, lcp: 1100, page: 25 * KB },
  // What all content pages have, and React for the form and the calendar once the page is there.
  contact: { ...content, tbt: 100, script: 75 * KB },
};

/**
 * The admin, median ms in a browser on the server's own machine: from a press in the sidebar to a
 * screen and its content, and to the first rows of a list of thousands.
 */
export const adminTimes = { screen: 200, firstRows: 300 };

/** With 100,000 entries in the history: ms that recording adds to a save, and ms a screen waits for it. */
export const historyTimes = { save: 2, screen: 300 };

/** With 100,000 leads: ms until the inbox has what it searched for. */
export const leadSearch = 300;

/** ms in which /healthz answers while 20 people sign in at once. */
export const healthWhileSigningIn = { p95: 50 };

/** ms until an honest message is stored while visitors send the worst queries they may, each time. */
export const messageAmongWorstQueries = { slowest: 2_000 };

/**
 * While 500 connections ask for the largest answers and read nothing: MB of memory, others' reads to what they
 * take alone, and their p95 and slowest in the first five seconds, in ms.
 */
export const slowReaders = { memory: 300, toAlone: 2, firstP95: 250, firstSlowest: 1_000 };

/** Median ms from a letter typed to the page of the preview: as it stands, and what derives from it. */
export const previewTimes = { typed: 50, derived: 500 };

/** Pages that nobody kept, at 64 connections on two cores; ms for half of them, and for the first after an edit. */
export const renders = { perSecond: 300, p50: 250, firstAfterEdit: 50 };

/** Kept pages of a server that has been up, of a fresh one's and of one nginx worker's; and MB of memory a minute after much work. */
export const steady = { toFresh: 0.95, toNginx: 0.5, memory: 300 };

/** Median ms of `npm start` with 10,000 leads until it is ready. */
export const startTime = 1_500;

/** ms of an import of 10,000 leads. */
export const importTime = 30_000;

/** MB of memory above rest that uploads of 200 MB take, and backups however large the media are. */
export const uploads = { memory: 64 };
export const backups = { memory: 64 };

/** Median ms until a page that was kept carries a change of its content. */
export const changeTime = 1_000;

/**
 * On a slowed-down phone: how much later than the home page's the largest paint of /contact may come,
 * and ms from a press on Send to its errors, painted.
 */
export const paint = { largestToHome: 1.1, interaction: 200 };

/**
 * The admin's first sight, median ms in a browser on the server's own machine until the frame and the
 * screen's heading are painted, on a line of 9 Mbit/s and 60 ms too; and until the dashboard's data are.
 */
export const firstSight = { warm: 400, cold: 700, slowLine: 900, data: 1_000 };

/**
 * The admin's script, bytes of brotli. `firstScreen`: what the dashboard needs, in so many `requests` at
 * most, of which 90 KB are React and its router, 37 the backend's client and the queries, 48 the frame,
 * its messages and the words. `anyScreen`: what any screen needs that is opened first. `eachOther`: what
 * a further one adds to the first and to what comes behind that (app/ui/soon.ts), with its first dialog
 * open.
 */
export const adminBudget = {
  firstScreen: 190 * KB,
  requests: 12,
  anyScreen: 256 * KB,
  eachOther: 43 * KB,
};
