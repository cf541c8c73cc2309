import { createHash } from "node:crypto";
import { z } from "zod";
import { EMAIL } from "#contract/addresses.ts";
import { LEAD_MOST, PLATFORMS_MOST } from "#contract/lead-bounds.ts";
import type { Row } from "#contract/read-csv.ts";
import { isUuid } from "#supabase/functions/_shared/uuid.ts";

/** The accepted column names of each field: the database's, and those of our own export. */
const COLUMNS = {
  key: ["id", "key", "external_id"],
  name: ["name", "full_name"],
  email: ["email", "e_mail", "email_address"],
  business_name: ["business_name", "business", "company"],
  monthly_volume: ["monthly_volume", "volume"],
  platforms: ["platforms", "platform"],
  message: ["message", "text"],
  status: ["status"],
  created_at: ["created_at", "received_utc", "received", "date"],
} as const;

type Field = keyof typeof COLUMNS;

/** The file's column for each field, and the columns that match no field. */
export function matchColumns(columns: readonly string[]) {
  const found = new Map<Field, string>();
  for (const [field, names] of Object.entries(COLUMNS))
    for (const name of names)
      if (columns.includes(name) && !found.has(field as Field)) found.set(field as Field, name);
  const used = new Set(found.values());
  return { found, ignored: columns.filter((name) => name && !used.has(name)) };
}

/** For fields that the form requires and other systems often lack. */
const UNKNOWN = "Unknown";

const tooLong = (what: string, most: number) =>
  `${what} must be at most ${most.toLocaleString("en-US")} characters`;
const most = (what: string, characters: number) =>
  z.string().max(characters, tooLong(what, characters));

const DATE = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?)?$/i;

/** A date, or a date and time; UTC if it has no time zone, which PostgreSQL writes as +00. */
function momentOf(text: string): Date {
  if (!DATE.test(text)) return new Date(Number.NaN);
  if (text.length === 10) return new Date(`${text}T00:00Z`);
  const [, moment, , hours = "+00", minutes = "00"] =
    /^(.*?)(Z|([+-]\d\d):?(\d\d)?)?$/i.exec(text.replace(" ", "T")) ?? [];
  return new Date(`${moment}${hours}:${minutes}`);
}

/** Names with commas between them, or PostgreSQL's list of them: {Etsy,"Big Cartel"}. */
function namesIn(text: string): string[] {
  const list = /^\{(.*)\}$/s.exec(text)?.[1];
  if (list === undefined) return text.split(/[,;]/);
  return [...list.matchAll(/"((?:[^"\\]|\\.)*)"|[^,]+/gs)].map(
    ([name, quoted]) => quoted?.replace(/\\(.)/gs, "$1") ?? name,
  );
}

/** The contact form's limits, without the rules that apply only to visitors. */
const schemaAt = (now: Date) =>
  z.object({
    name: most("Name", LEAD_MOST.name)
      .min(2, "Name must be at least 2 characters")
      .refine((text) => !text.includes("\n"), "Name must be on one line"),
    email: z
      .string()
      .toLowerCase()
      .max(LEAD_MOST.email, "Please enter a valid email address")
      .regex(EMAIL, "Please enter a valid email address"),
    business_name: most("Business name", LEAD_MOST.business_name).transform((text) => text || null),
    monthly_volume: most("Monthly volume", LEAD_MOST.monthly_volume).transform(
      (text) => text.replace(/ orders\/month$/i, "") || UNKNOWN,
    ),
    platforms: z
      .string()
      .transform((text) => namesIn(text).map((name) => name.trim()))
      .transform((names) => [...new Set(names.filter(Boolean))])
      .pipe(
        z
          .array(most("A platform", LEAD_MOST.platform))
          .max(PLATFORMS_MOST, `There must be at most ${PLATFORMS_MOST} platforms`),
      )
      .transform((names) => (names.length > 0 ? names : [UNKNOWN])),
    message: most("Message", LEAD_MOST.message).transform((text) => text || null),
    status: z
      .string()
      .toLowerCase()
      .transform((text) => text || "new")
      .pipe(
        z.enum(["new", "contacted", "responded", "closed"], {
          error: "Status must be new, contacted, responded or closed",
        }),
      ),
    created_at: z.string().transform((text, context) => {
      const moment = text ? momentOf(text) : now;
      if (moment <= now) return moment.toISOString();
      const message = Number.isNaN(moment.getTime())
        ? "The date must be like 2026-11-21 or 2026-11-21 13:45"
        : "The date is in the future";
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }),
  });

export type Lead = z.output<ReturnType<typeof schemaAt>> & { id: string };

/** Our own export adds this before anything a spreadsheet would run as a formula. */
const GUARD = /^'(?=\s*[=+\-@＝＋－＠])/;

const clean = (text: string) =>
  text.replaceAll("\0", "").replace(/\r\n?/g, "\n").replace(GUARD, "").trim();

/**
 * Turns rows into leads. An id comes from the file's own key, or else from the row's full content, so that
 * the same row always becomes the same lead.
 * @param found the column of each field
 * @returns a function that reads one row: the lead, or sentences about what is wrong with it
 */
export function leadReader(found: ReadonlyMap<Field, string>, now: Date) {
  const schema = schemaAt(now);
  const fields = Object.keys(COLUMNS) as Field[];
  return (row: Row): { lead: Lead } | { wrong: string } => {
    if (row.broken) return { wrong: row.broken };
    const raw = Object.fromEntries(
      fields.map((field) => [field, clean(row.values[found.get(field) ?? ""] ?? "")]),
    );
    const parsed = schema.safeParse(raw);
    if (!parsed.success)
      return { wrong: parsed.error.issues.map(({ message }) => message).join("; ") };
    return { lead: { ...parsed.data, id: idOf(raw.key || JSON.stringify(raw)) } };
  };
}

/** A lead that was exported from this site keeps its id. */
function idOf(key: string): string {
  if (isUuid(key)) return key.toLowerCase();
  const hash = createHash("sha256").update(`lead:${key}`).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
