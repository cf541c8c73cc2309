import { labelFromKey } from "#app/lib/text/formats.ts";
import { asBackendError, type BackendError } from "./backend-error.ts";

/** The violated constraint without its table: `faq_items_question_required` is `question_required`. */
export function constraintOf({ message = "", details }: BackendError): string | undefined {
  const text = `${message} ${details ?? ""}`;
  const name = /constraint "(\w+)"/.exec(text)?.[1];
  const table = /(?:relation|table) "(\w+)"/.exec(text)?.[1];
  return table && name?.startsWith(`${table}_`) ? name.slice(table.length + 1) : name;
}

/**
 * The field that a database error is about, or undefined. Constraints are named after table, column
 * and rule (supabase/migrations).
 */
export function refusedField<Name extends string>(
  cause: unknown,
  fields: readonly Name[],
): Name | undefined {
  const error = asBackendError(cause);
  if (!/^(22|23)/.test(error.code ?? "")) return undefined;
  const column = /column "(\w+)"/.exec(error.message ?? "")?.[1];
  const rule = constraintOf(error) ?? column ?? "";
  return fields
    .filter((field) => rule === field || rule.startsWith(`${field}_`))
    .sort((a, b) => b.length - a.length)[0];
}

/** Rules with their own message. */
const BY_RULE: Record<string, string> = {
  audit_log_months_is_a_number: "Enter a whole number of months, 3 to 60",
  boolean_is_true_or_false: "Choose on or off",
  calendly_url_is_an_https_address: "The calendar link must start with https://",
  charged_per_goes_with_numbers: "Enter a price and what it is charged per, or neither",
  color_is_hex: "Enter a color like #1A7F5A",
  consent_text_is_short: "Enter a question of at most 300 characters",
  delete_closed_months_is_a_number: "Enter a whole number of months",
  dispatch_days_are_weekdays: "Enter weekdays like Mon, Tue",
  dispatch_holidays_are_dates: "Enter dates like 2026-12-25",
  dispatch_times_are_times: "Enter a time like 14:00",
  estimate_is_an_estimate: "The estimate isn't valid",
  free_storage_orders_is_a_number: "Enter a whole number of orders",
  ga_id_looks_like_g: "Enter an ID like G-ABC123",
  gtm_id_looks_like_gtm: "Enter an ID like GTM-ABC123",
  high_is_an_amount_up_to_a_million: "Enter an amount up to $1,000,000",
  high_not_below_low: "“To” can't be lower than “From”",
  link_label_needs_a_link_url: "Enter a link address, or remove the link label",
  link_url_has_no_password: "A link address can't contain a user name or password",
  link_url_is_a_web_address_or_a_path: "Enter a web address, or a path like /contact",
  link_url_needs_a_link_label: "Enter a link label, or remove the link address",
  low_and_high_come_together: "Enter both From and To",
  low_is_an_amount_up_to_a_million: "Enter an amount up to $1,000,000",
  mime_type_is_allowed: "This type of file can't be added to the library",
  opening_hours_are_hours: "The opening hours aren't valid",
  phone_is_a_number: "Enter a valid phone number",
  platforms_at_least_one: "Choose at least one platform",
  shown_until_is_later_than_shown_from: "The end must be later than the start",
  up_to_goes_with_its_units: "Fill in “Up to”",
  up_to_is_a_number_up_to_10000: "Enter a number up to 10,000",
  web_addresses_are_links: "Enter a web address, or a path like /contact",
  web_addresses_have_no_password: "A web address can't contain a user name or password",
};

/** Generic rules by their name's ending; the rest of the name is the field. */
const BY_ENDING: readonly (readonly [RegExp, (field: string, number: string) => string])[] = [
  [/_required$/, (field) => `${field} is required`],
  [/_at_most_(\d+)_characters$/, (field, most) => `${field} can have at most ${most} characters`],
  [/_at_most_(\d+)$/, (field, most) => `${field} can have at most ${most} entries`],
  [/_at_least_(\d+)_characters$/, (field, least) => `${field} needs at least ${least} characters`],
  [/_not_negative$/, (field) => `${field} can't be negative`],
  [/_on_one_line$/, (field) => `${field} must be on one line`],
  [/_has_no_password$/, (field) => `${field} can't contain a user name or password`],
  [
    /_is_a_web_address_or_a_path$/,
    (field) => `${field} must be a web address, or a path like /contact`,
  ],
  [/_(is|are)_\w+$/, (field) => `${field} isn't valid`],
];

/** A constraint as a readable message; `rule` has no table, as in `constraintOf`. */
export function ruleInWords(rule: string): string {
  const own = BY_RULE[rule];
  if (own) return own;
  for (const [ending, say] of BY_ENDING) {
    const found = ending.exec(rule);
    if (found) return say(labelFromKey(rule.slice(0, found.index)), found[1] ?? "");
  }
  return "A value isn't allowed";
}
