import { createHash } from "node:crypto";
import type { Context } from "hono";
import { isbot } from "isbot";
import type { AppEnv } from "#server/http/app-env.ts";
import { addFigures, type FiguresParts, writeRegularly } from "#server/http/figures.ts";
import { asksNotToBeTracked } from "#server/http/pages/consent.ts";
import { refuse } from "#server/http/plain-answer.ts";
import { createAddressLimiter } from "#server/limits/rate-limit.ts";
import { type Beacon, readBeacon } from "./beacon.ts";

/** Bytes: an attribution with the longest campaign is shorter. */
export const VISIT_BODY_MAX = 8 * 1024;
/** An office stays below; a stranger with one address can't invent a crowd. */
const EVENTS = { name: "visits", burst: 120, secondsEach: 5 };
/** Between two writes; the database takes no more at once. */
const MOST = { visitors: 1_000, views: 5_000, vitals: 300 };
const WRITE_S = 5;
/** Without visits, too: it ends the database's day. */
const EMPTY_WRITE_MS = 3_600_000;
/** Visitors in one call: our gateway takes 64 KB. */
const EACH = 20;

interface Seen {
  device: "phone" | "tablet" | "desktop";
  attribution: Beacon["attribution"];
  path: string;
  views: Record<string, number>;
  started?: true;
  sent?: true;
  booked?: true;
  phone: number;
  email: number;
}

interface VisitsOptions extends FiguresParts {
  loadRenderer(): Promise<{ addresses: ReadonlySet<string> }>;
  /** milliseconds; tests inject their own */
  now?: () => number;
}

const deviceOf = (agent: string): Seen["device"] => {
  if (/iPad|Tablet|Android(?!.*Mobi)/i.test(agent)) return "tablet";
  return /Mobi|iPhone|iPod/i.test(agent) ? "phone" : "desktop";
};

/**
 * Counts what pages report of their visitors, in memory, and adds it to the database's figures now and then. The
 * database hashes the hash made here with a salt of the day, and stores neither.
 */
export function createVisits({ backend, log, loadRenderer, now = Date.now }: VisitsOptions) {
  const take = createAddressLimiter(EVENTS);
  let seen = new Map<string, Seen>();
  let vitals: { metric: string; value: number; samples: number }[] = [];
  let views = 0;
  let written = now();

  async function write() {
    if (seen.size === 0 && vitals.length === 0 && now() - written < EMPTY_WRITE_MS) return;
    const visitors = [...seen].map(([visitor, rest]) => ({ visitor, ...rest }));
    let measured = vitals;
    seen = new Map();
    vitals = [];
    views = 0;
    written = now();
    const each = backend.kind === "hosted" ? MOST.visitors : EACH;
    do {
      const seen = visitors.splice(0, each);
      await addFigures(backend, "visits_record", { seen, vitals: measured });
      measured = [];
    } while (visitors.length > 0);
  }

  function measure(measured: Beacon["vitals"]) {
    const capacity = MOST.vitals - vitals.length;
    const more = measured.map(([metric, value]) => ({ metric, value, samples: 1 }));
    vitals.push(...more.slice(0, capacity));
  }

  function note(visitor: string, agent: string, { event, path, attribution, vitals }: Beacon) {
    if (event === "vitals") return measure(vitals);
    const isFull = seen.size >= MOST.visitors && !seen.has(visitor);
    if (isFull || (event === "view" && views >= MOST.views)) return;
    const one: Seen = seen.get(visitor) ?? {
      device: deviceOf(agent),
      attribution,
      path,
      views: {},
      phone: 0,
      email: 0,
    };
    seen.set(visitor, one);
    if (event === "view") {
      views += 1;
      one.views[path] = (one.views[path] ?? 0) + 1;
    } else if (event === "phone" || event === "email") one[event] += 1;
    else one[event] = true;
  }

  return {
    /**
     * Answers a page's report. It counts unless it is a bot's, the browser asks not to be tracked, the address had
     * its share, or visitors have no such page.
     */
    async take(c: Context<AppEnv>): Promise<Response> {
      const beacon = readBeacon(await c.req.text());
      if (!beacon) return refuse(c, "bad_visit", 400, "This isn't a report of a visit.");
      const { host = "", "user-agent": agent } = c.env.incoming.headers;
      const { addresses } = await loadRenderer();
      if (
        agent &&
        !isbot(agent) &&
        !asksNotToBeTracked(c.env.incoming.headers) &&
        addresses.has(beacon.path) &&
        !/^\/admin(\/|$)/.test(beacon.path) &&
        take(c.var.clientAddress) === 0
      ) {
        const parts = [c.var.clientAddress, agent, host].join("\n");
        note(createHash("sha256").update(parts).digest("base64url"), agent, beacon);
      }
      return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
    },
    close: writeRegularly({ backend, log }, "counting visits", WRITE_S, write),
  };
}
