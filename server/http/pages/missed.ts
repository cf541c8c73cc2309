import type { Context } from "hono";
import { isbot } from "isbot";
import { sitePath } from "#contract/site-path.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { addFigures, type FiguresParts, writeRegularly } from "#server/http/figures.ts";
import { createAddressLimiter } from "#server/limits/rate-limit.ts";

/** One address can't fill the list, or push real visits out of it. */
const VISITS = { name: "missed", burst: 20, secondsEach: 3_600 };
/** Paths between two writes; the database takes no more at once. */
const MOST_PATHS = 100;
const WRITE_S = 60;

/** What scanners ask for on every site. */
const SCANNED =
  /\.(php\d?|aspx?|jspx?|cgi|env|git|sql|bak|ini|zip|gz|map)(\/|$)|\/\.|\/(wp-|cgi-bin|phpmyadmin)/;
/** An email address, a phone or order number, or a token: it may be about a person. */
const PERSONAL =
  /@|%40|(\d[-.()+_]*){9}|[0-9a-f]{16}|[0-9a-f]{8}-[0-9a-f]{4}-|(?=[a-z]*\d)[a-z0-9]{24}/;
const SECRET = /^\/(admin|preview|unsubscribe)(\/|$)/;

/** The path to count for a request without a page; undefined if it is a scanner's, or may be about a person. */
export function pathToCount(path: string): string | undefined {
  const spelled = sitePath(path);
  return spelled && !SCANNED.test(spelled) && !PERSONAL.test(spelled) ? spelled : undefined;
}

/** Host and path of the page that linked here, without what may be about a person. */
export function referrerToKeep(referrer: string | undefined): string | null {
  const url = referrer && URL.parse(referrer);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const path = url.pathname.toLowerCase();
  const shown = PERSONAL.test(path) || SECRET.test(path) ? "" : url.pathname;
  return (url.host + shown).slice(0, 300);
}

/** Counts visits of addresses that don't exist, in memory, and adds them to the database's figures now and then. */
export function createMissed({ backend, log }: FiguresParts) {
  const take = createAddressLimiter(VISITS);
  let counted = new Map<string, { visits: number; referrer: string | null }>();

  async function write() {
    if (counted.size === 0) return;
    const entries = [...counted].map(([path, rest]) => ({ path, ...rest }));
    counted = new Map();
    await addFigures(backend, "broken_addresses_count", { counted: entries });
  }

  return {
    /** Counts a visit, unless it is a bot's or a script's, or its address had its share. */
    note(c: Context<AppEnv>) {
      const path = pathToCount(c.req.path);
      const agent = c.req.header("user-agent");
      if (!path || !agent || isbot(agent)) return;
      // The admin's checks of links try addresses, too.
      if (c.req.header("sec-fetch-dest") === "empty") return;
      const known = counted.get(path);
      if ((!known && counted.size >= MOST_PATHS) || take(c.var.clientAddress) > 0) return;
      const referrer = referrerToKeep(c.req.header("referer")) ?? known?.referrer ?? null;
      counted.set(path, { visits: (known?.visits ?? 0) + 1, referrer });
    },
    close: writeRegularly({ backend, log }, "counting broken addresses", WRITE_S, write),
  };
}
