import * as z from "zod/mini";
import type { ContactField, ContactFieldName } from "#app/content/index.ts";
import type { Attribution } from "#app/lib/attribution/touch.ts";
import { BOUNDS, type LeadEstimate } from "#app/lib/domain/prices/month.ts";
import { isUnreadable, visibleText } from "#app/lib/text/visible-text.ts";
import { EMAIL } from "#contract/addresses.ts";
import { LEAD_MOST, PLATFORMS_MOST } from "#contract/lead-bounds.ts";
import type { ContactEntries } from "./entries.ts";

const tooLong = (what: string, most: number) =>
  `${what} must be at most ${most.toLocaleString("en-US")} characters`;

type Check = z.core.$ZodCheck<string>;

/** Removes invisible characters and surrounding white space. */
const line = () => z.overwrite<string>((text) => visibleText(text).trim());
const lines = () => z.overwrite<string>((text) => visibleText(text, "\n").toWellFormed().trim());

const readable = (what: string) =>
  z.refine<string>((text) => !isUnreadable(text), `${what} contains an invalid character`);

const optional = (
  what: string,
  most: number,
  required: ContactField | undefined,
  ...clean: Check[]
) =>
  z.pipe(
    z
      .string()
      .check(
        ...clean,
        z.minLength(required ? 1 : 0, `Please fill in "${required?.label}"`),
        z.maxLength(most, tooLong(what, most)),
      ),
    z.transform((text) => text || null),
  );

/**
 * Rule C-2, with its messages, for a form with these fields. Trims, lowercases the email, and turns
 * blank optional answers into null. The server's action, the form and the tests share it.
 */
function contactSchema(fields: readonly ContactField[]) {
  const required = (name: ContactFieldName) =>
    fields.find((one) => one.name === name && one.required);
  return z.object({
    name: z.string().check(
      line(),
      z.overwrite((name) => name.replace(/\s+/g, " ")),
      z.minLength(2, "Name must be at least 2 characters"),
      z.maxLength(LEAD_MOST.name, tooLong("Name", LEAD_MOST.name)),
      readable("Name"),
    ),
    email: z
      .string()
      .check(
        line(),
        z.toLowerCase(),
        z.maxLength(LEAD_MOST.email, "Please enter a valid email address"),
        z.regex(EMAIL, "Please enter a valid email address"),
      ),
    business_name: optional(
      "Business name",
      LEAD_MOST.business_name,
      required("business_name"),
      line(),
      readable("Business name"),
    ),
    monthly_volume: z
      .string()
      .check(
        line(),
        z.minLength(1, "Please select your monthly order volume"),
        z.maxLength(LEAD_MOST.monthly_volume, "Please select your monthly order volume"),
      ),
    platforms: z
      .array(z.string().check(line(), z.minLength(1), z.maxLength(LEAD_MOST.platform)))
      .check(
        z.minLength(1, "Please select at least one platform"),
        z.maxLength(PLATFORMS_MOST, `Please select at most ${PLATFORMS_MOST} platforms`),
      ),
    message: optional("Message", LEAD_MOST.message, required("message"), lines()),
  });
}

/** A valid form, as stored. */
export type ContactValues = z.output<ReturnType<typeof contactSchema>>;

export type ContactErrors = Partial<Record<ContactFieldName, string>>;

/** Cached by the page's one fields array: building a schema costs more than a check. */
const schemas = new WeakMap<readonly ContactField[], ReturnType<typeof contactSchema>>();

function schemaOf(fields: readonly ContactField[]) {
  const made = schemas.get(fields) ?? contactSchema(fields);
  schemas.set(fields, made);
  return made;
}

const amount = z.number().check(z.minimum(0), z.maximum(1e15));
const figure = ({ least, most }: { least: number; most: number }) =>
  z.number().check(z.minimum(least), z.maximum(most));

const leadEstimateSchema = z.strictObject({
  orders: figure(BOUNDS.orders),
  items: figure(BOUNDS.items),
  cubic_feet: figure(BOUNDS.cubic_feet),
  returns: z.boolean(),
  size: z.optional(z.enum(["small", "large"])),
  cartons: z.optional(figure(BOUNDS.cartons)),
  ounces: z.optional(figure(BOUNDS.ounces)),
  low: amount,
  high: amount,
});

/**
 * The estimate that a form carries, by the database's rules. An invalid one counts as none: nobody
 * typed it, so nobody could fix it.
 */
export function readLeadEstimate({ estimate }: ContactEntries): LeadEstimate | null {
  if (!estimate) return null;
  try {
    const { data } = leadEstimateSchema.safeParse(JSON.parse(estimate));
    return data && data.low <= data.high ? data : null;
  } catch {
    return null;
  }
}

/**
 * Where the visitor came from, as the page's script adds it. The database normalizes and limits it.
 * Our script never writes an escaped character, and the database could reject the message for one.
 */
export function readAttribution(form: FormData): Attribution | null {
  const text = form.get("attribution");
  if (typeof text !== "string" || text.includes("\\")) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Checks a form; `errors` holds the first message for each invalid field. */
export function checkEntries(
  fields: readonly ContactField[],
  entries: ContactEntries,
): { values: ContactValues } | { errors: ContactErrors } {
  const parsed = z.safeParse(schemaOf(fields), entries);
  if (parsed.success) return { values: parsed.data };
  const errors: ContactErrors = {};
  for (const { path, message } of parsed.error.issues)
    errors[path[0] as ContactFieldName] ??= message;
  return { errors };
}

/** The value of the honeypot field; null when it is empty. */
export function readTrap(form: FormData): string | null {
  const value = form.get("reference_link");
  return typeof value === "string" && value.trim() ? value : null;
}

/** Whether a person or autofill filled in the form, so that its speed doesn't matter. */
export const isByPerson = (form: FormData) => form.has("person");

/**
 * When the server rendered the posted form's page, in epoch milliseconds; undefined if unknown. A
 * cached page is older than the visit, never newer, so nobody seems faster than they were.
 */
export function readOpenedAt(form: FormData, now: number): number | undefined {
  const value = form.get("opened_at");
  const openedAt = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : 0;
  return openedAt > 0 && openedAt <= now ? openedAt : undefined;
}
