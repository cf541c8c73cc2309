import * as z from "zod/mini";
import type { SettingType } from "#app/content/index.ts";
import { requiredText } from "#app/lib/data/item-schema.ts";
import { datesOf, minutesOf, weekdaysOf } from "#app/lib/domain/dispatch/dispatch.ts";
import { CREDENTIALS, EMAIL, LINK, withScheme } from "#contract/addresses.ts";
import { isZone } from "#contract/time/wall-time.ts";
import { US_ZONES } from "#contract/time/zone-names.ts";
import { hintsOf } from "./admin/catalog.ts";
import { hasTimes, isInOrder } from "./opening-hours.ts";

export { settingLabels as labels } from "./admin/catalog.ts";

/** The database's length limit. */
const MAX_LENGTH = 5000;

type Check = z.core.CheckFn<string> | z.core.$ZodCheck<string>;

const text = (...checks: Check[]) =>
  z
    .string()
    .check(
      z.trim(),
      ...checks,
      z.maxLength(
        MAX_LENGTH,
        `Please use at most ${MAX_LENGTH.toLocaleString("en-US")} characters`,
      ),
    );

const blankOr = (form: RegExp) => new RegExp(`^$|${form.source}`, form.flags);

/** "1f6" and "#1F6" become #11ff66, as in CSS. */
function sixDigits(color: string): string {
  const digits = color.replace(/^#/, "");
  if (!/^([0-9a-f]{3}|[0-9a-f]{6})$/i.test(digits)) return color;
  return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
}

/** Every time zone that can be chosen, those of the US first. */
export const zoneChoices = () => [
  ...[...US_ZONES].map(([value, label]) => ({ value, label })),
  ...[...Intl.supportedValuesOf("timeZone"), "UTC"]
    .filter((value) => !US_ZONES.has(value))
    .map((value) => ({ value, label: undefined })),
];

/** "eastern", "Eastern Time" and "america/new york" become America/New_York. */
function asZone(typed: string): string {
  const words = typed.toLowerCase().replace(/ time$/, "");
  const isMeant = ({ value, label }: { value: string; label: string | undefined }) =>
    value.toLowerCase() === words.replaceAll(" ", "_") || label?.toLowerCase() === `${words} time`;
  return zoneChoices().find(isMeant)?.value ?? typed;
}

/** "12/25/2026" becomes "2026-12-25". */
const asIsoDate = (typed: string): string =>
  typed.replace(
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/,
    (_, month: string, day: string, year: string) =>
      `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
  );

/** One date a line, each once and in order; "2026-12-25, 1/1/2027" becomes two lines. */
function asDates(typed: string): string {
  const dates = typed.split(/[\s,;]+/).filter(Boolean);
  return [...new Set(dates.map(asIsoDate))].sort().join("\n");
}

const time = () =>
  text(
    z.refine(
      (typed) => typed === "" || minutesOf(typed) !== undefined,
      "Please enter a time, like 14:00",
    ),
  );

const TYPES: Record<SettingType, z.ZodMiniType<string, string>> = {
  text: text(),
  textarea: text(),
  email: text(
    z.maxLength(254, "An email address can have at most 254 characters"),
    z.regex(blankOr(EMAIL), "Please enter an email address, like hello@company.com"),
  ),
  tel: text(
    z.overwrite((typed) => typed.replace(/[\s,]*\bext(?:ension)?\.?\s*(?=\d+$)/i, " x")),
    z.regex(
      /^$|^(?=.*[0-9])[0-9+(). x-]{5,40}$/,
      "Please enter a phone number, like (503) 555-0142",
    ),
  ),
  url: text(
    z.overwrite(withScheme),
    z.regex(blankOr(LINK), "Please enter a full web address, like https://company.com"),
    z.refine(
      (address) => !CREDENTIALS.test(address),
      "Please remove the user name and password. Visitors can see this address",
    ),
  ),
  color: text(
    z.overwrite(sixDigits),
    z.regex(/^#[0-9a-f]{6}$/i, "Please enter a color as # and six digits, like #1F6E4D"),
  ),
  boolean: z.enum(["true", "false"], "Please choose Enabled or Disabled"),
};

/** The rules of settings that have more than their type's. */
export const KEYS: Record<string, z.ZodMiniType<string, string>> = {
  time_zone: text(
    z.overwrite(asZone),
    z.refine(isZone, "Please choose a time zone from the list, like America/New_York"),
  ),
  opening_hours: text(
    z.refine(hasTimes, "Please enter both times for each open day"),
    z.refine(
      isInOrder,
      "Each opening time must be before its closing time, and hours can't overlap",
    ),
  ),
  dispatch_cutoff: time(),
  dispatch_pickup: time(),
  dispatch_days: text(
    z.refine((days) => weekdaysOf(days) !== undefined, "Please choose days, like Mon, Tue, Wed"),
  ),
  dispatch_holidays: text(
    z.overwrite(asDates),
    z.refine(
      (dates) => datesOf(dates) !== undefined,
      "Please enter one date per line, like 2026-12-25",
    ),
  ),
  free_storage_orders: text(
    z.overwrite((typed) => typed.replaceAll(",", "")),
    z.regex(/^([1-9][0-9]{0,6})?$/, "Please enter a whole number of orders, like 100"),
  ),
  delete_closed_months: text(
    z.regex(/^([1-9][0-9]?|1[01][0-9]|120)?$/, "Please enter a whole number of months, 1 to 120"),
  ),
  audit_log_months: text(
    z.regex(/^([3-9]|[1-5][0-9]|60)$/, "Please enter a whole number of months, 3 to 60"),
  ),
  ga_measurement_id: text(
    z.toUpperCase(),
    z.regex(
      /^(G-[A-Z0-9]+)?$/,
      "A measurement ID is G- followed by letters and digits, like G-AB12CD34EF. Find it in Google Analytics under Admin, Data streams.",
    ),
  ),
  consent_text: text(
    z.maxLength(300, "Please use at most 300 characters. The question covers part of the page"),
  ),
  gtm_container_id: text(
    z.toUpperCase(),
    z.regex(
      /^(GTM-[A-Z0-9]+)?$/,
      "A container ID is GTM- followed by letters and digits, like GTM-AB12CD3. Find it at the top of Google Tag Manager.",
    ),
  ),
};

/**
 * The rules for one setting (rule S-2), the same as the database's. Trims, and completes obvious
 * input. Required settings are marked in the defaults.
 */
function settingSchema(key: string, type: SettingType): z.ZodMiniType<string, string> {
  const rules = (Object.hasOwn(KEYS, key) && KEYS[key]) || TYPES[type];
  const { required } = hintsOf(key);
  return required ? z.pipe(requiredText(required), rules) : rules;
}

/** The value to store, or its error. */
export function checkSetting(
  key: string,
  type: SettingType,
  typed: string,
): { value: string } | { error: string } {
  const outcome = settingSchema(key, type).safeParse(typed);
  return outcome.success
    ? { value: outcome.data }
    : { error: outcome.error.issues[0]?.message ?? "This can't be saved" };
}
