import { sitePath } from "#contract/site-path.ts";

/** What pages report (app/lib/attribution/count.ts). */
const EVENTS = ["view", "started", "sent", "booked", "phone", "email", "vitals"] as const;
export type VisitEvent = (typeof EVENTS)[number];

const METRICS = ["lcp", "inp", "cls"] as const;
/** Of each arrival, what the figures need. The database cleans it (private.clean_attribution). */
const TOUCH = ["landing_page", "referrer", "utm_source", "utm_campaign"] as const;
const MOST = 300;

export interface Beacon {
  event: VisitEvent;
  /** in the spelling of the site's addresses */
  path: string;
  attribution: Record<string, Record<string, string>>;
  vitals: [metric: (typeof METRICS)[number], value: number][];
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @returns undefined for what no page of ours sends */
export function readBeacon(body: string): Beacon | undefined {
  const sent = parse(body);
  if (!isFields(sent)) return undefined;
  const { event: name, attribution, vitals } = sent;
  const event = EVENTS.find((known) => known === name);
  const path = typeof sent.path === "string" ? sitePath(sent.path) : undefined;
  if (!event || !path) return undefined;
  const { first, last } = isFields(attribution) ? attribution : {};
  return {
    event,
    path,
    attribution: { ...touch("first", first), ...touch("last", last) },
    vitals: event === "vitals" ? readVitals(vitals) : [],
  };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function touch(name: string, sent: unknown) {
  if (!isFields(sent)) return {};
  const fields = TOUCH.flatMap((key) => {
    const value = sent[key];
    return typeof value === "string" && value.length <= MOST ? [[key, value]] : [];
  });
  return { [name]: Object.fromEntries(fields) };
}

const readVitals = (sent: unknown): Beacon["vitals"] =>
  METRICS.flatMap((metric): Beacon["vitals"] => {
    const value = isFields(sent) ? sent[metric] : undefined;
    return typeof value === "number" && value >= 0 && value < 1e6 ? [[metric, value]] : [];
  });
