import { catalogue } from "#app/content/catalogue.ts";
import { featuredTestimonial } from "#app/content/defaults/featured-testimonial.ts";
import { defaultSettings } from "#app/content/defaults/site-settings.ts";
import { defaultTestimonials } from "#app/content/defaults/testimonials.ts";

const FULL_NAME = defaultSettings.company_name.setting_value;

/** The demo company's short name. */
export const DEMO_NAME = FULL_NAME.split(" ")[0] ?? FULL_NAME;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const word = (text: string, flags = "") =>
  new RegExp(`(?<![\\p{L}\\d])${escaped(text)}(?![\\p{L}\\d])`, `u${flags}`);
const host = (address: string) => new URL(address).host;

/** The demo's phone number in any format: (503) 555-0142, 503.555.0142. */
const phone = new RegExp(
  defaultSettings.contact_phone.setting_value.match(/\d+/g)?.join("\\D{0,3}") ?? "",
);
const calendar = new URL(catalogue.contact.onboarding_call.calendly_url.value);

/** Names, which a company may share; then traces that only the demo has. */
const NAMES = [FULL_NAME, DEMO_NAME];
const TRACES = [
  phone,
  word(host(defaultSettings.website_url.setting_value), "i"),
  word(calendar.host + calendar.pathname.split("/", 2).join("/"), "i"),
  ...[featuredTestimonial, ...defaultTestimonials].flatMap(({ author_name, author_company }) => [
    word(author_name),
    word(author_company),
  ]),
];

/** What of the demo company a text shows, for a text that `demoNamedIn` finds. */
export function demoTraceIn(text: string): "name" | "number" | "person" {
  if (new RegExp(escaped(DEMO_NAME), "i").test(text)) return "name";
  return phone.test(text) ? "number" : "person";
}

/**
 * Returns a check: whether a text mentions the demo company or its invented people, even if edited.
 * @param ownName the site's company name; if it shares a name with the demo ("Evergreen
 *   Logistics"), that name doesn't count
 */
export function demoNamedIn(ownName: string): (text: string) => boolean {
  const isDemo = ownName.trim() === FULL_NAME;
  const names = NAMES.map((name) => word(name)).filter((name) => isDemo || !name.test(ownName));
  return (text) => [...names, ...TRACES].some((trace) => trace.test(text));
}
