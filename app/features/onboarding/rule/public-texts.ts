import { defaultFaqItems } from "#app/content/defaults/faq-items.ts";
import { defaultPricingItems, seedPricingItems } from "#app/content/defaults/pricing-items.ts";
import { defaultServices } from "#app/content/defaults/services.ts";
import type { SettingKey } from "#app/content/defaults/site-settings.ts";
import { defaultTestimonials } from "#app/content/defaults/testimonials.ts";
import { catalogueFields, defaultSettings } from "#app/content/index.ts";
import { demoNamedIn } from "./demo-company.ts";
import { ASKED, type AskedTable, type PublicRow, type PublicRows } from "./public-rows.ts";

/** A group of texts to review together: an onboarding step, or a part of its texts. */
export type Part = "company" | "reach" | "hours" | "prices" | "calendar" | `words/${string}`;

/** One text, or one list row, that tells visitors about the company. */
export interface PublicText {
  part: Part;
  /** the key under which a person's decision about it is stored */
  place: string;
  table: AskedTable;
  /** undefined where there is no row, so visitors see the built-in default */
  id: string | undefined;
  row: Record<string, string>;
  /** as visitors see it */
  words: string;
  /** "same": unchanged from the seed; "named": mentions the demo company or its people */
  demo: "same" | "named" | undefined;
}

const plain = (text: string) => text.trim().replace(/\s+/g, " ");
const LEAST_WORDS = 4;

/** Labels and buttons are generic: a few words without a number say nothing about a company. */
const tells = (key: string, text: string) =>
  !/(^|_)(button|label)$/.test(key) &&
  (plain(text).split(" ").length >= LEAST_WORDS || /\d/.test(text));

/** Every text visitors see about the company, in site order, with which ones are demo content. */
export function publicTexts(rows: PublicRows): PublicText[] {
  const ownName = rows.site_settings.find(({ setting_key }) => setting_key === "company_name");
  const names = demoNamedIn(ownName?.setting_value ?? defaultSettings.company_name.setting_value);
  const judged: Judge = (words, isSame) => (names(words) ? "named" : isSame ? "same" : undefined);
  return [
    ...settingTexts(rows, judged),
    ...contentTexts(rows, judged),
    ...(Object.keys(LISTS) as ListTable[]).flatMap((table) => listTexts(table, rows, judged)),
  ];
}

type Judge = (words: string, isSame: boolean) => PublicText["demo"];

const SETTINGS: Partial<Record<SettingKey, Part>> = {
  company_name: "company",
  site_title: "company",
  site_description: "company",
  site_keywords: "company",
  contact_email: "reach",
  contact_phone: "reach",
  website_url: "reach",
  dispatch_cutoff: "hours",
  dispatch_pickup: "hours",
  free_storage_orders: "prices",
};

function settingTexts({ site_settings }: PublicRows, judged: Judge): PublicText[] {
  const stored = new Map(site_settings.map((row) => [row.setting_key, row]));
  const keys = new Set([...Object.keys(SETTINGS), ...stored.keys()]);
  return [...keys].flatMap((setting_key) => {
    const row = stored.get(setting_key);
    const part = SETTINGS[setting_key as SettingKey];
    const usual = part && defaultSettings[setting_key as SettingKey].setting_value;
    const words = row?.setting_value ?? usual ?? "";
    const demo = judged(words, usual !== undefined && plain(words) === plain(usual));
    // Other settings count only if they name the demo company.
    if (plain(words) === "" || !(part || demo)) return [];
    return [
      {
        part: part ?? "company",
        place: `site_settings/${setting_key}`,
        words,
        demo,
        table: "site_settings" as const,
        id: row?.id,
        row: { setting_key, setting_value: words },
      },
    ];
  });
}

/** Shown on the home page only while no testimonial is active (rule L-9). */
const isStandIn = (section: string, key: string) =>
  section === "testimonial" && /^(quote|author_)/.test(key);

function partOf(page: string, section: string, key: string): Part {
  if (key === "calendly_url") return "calendar";
  return page === "contact" && section === "business_hours" ? "hours" : `words/${page}`;
}

function contentTexts({ site_content, testimonials }: PublicRows, judged: Judge): PublicText[] {
  const path = (row: Omit<PublicRow<"site_content">, "id" | "content_value">) =>
    `${row.page_name}.${row.section_name}.${row.content_key}`;
  const stored = new Map(site_content.map((row) => [path(row), row]));
  return catalogueFields.flatMap(({ field, ...at }) => {
    const { page_name, section_name, content_key } = at;
    if (testimonials.length > 0 && isStandIn(section_name, content_key)) return [];
    const row = stored.get(path(at));
    const words = row?.content_value ?? field.value;
    if (plain(words) === "" || field.type === "json") return [];
    const isSame = plain(words) === plain(field.value);
    const demo = judged(words, isSame);
    if (demo !== "named" && (field.type === "url" || !tells(content_key, words))) return [];
    return [
      {
        part: partOf(page_name, section_name, content_key),
        words,
        demo,
        place: `site_content/${path(at)}`,
        table: "site_content" as const,
        id: row?.id,
        row: { ...at, content_value: words },
      },
    ];
  });
}

type ListTable = Exclude<AskedTable, "site_settings" | "site_content">;

interface List {
  part: Part;
  /** the demo's rows, and the columns that identify them, even if others were edited */
  seeds: readonly object[];
  by: readonly string[];
  /** what visitors see while no row is active */
  fallback?: readonly object[];
}

/** In the order in which people review them. */
const LISTS: Record<ListTable, List> = {
  pricing_items: {
    part: "prices",
    seeds: seedPricingItems,
    by: ["service_name", "rate"],
    fallback: defaultPricingItems,
  },
  services: {
    part: "words/offers",
    seeds: defaultServices,
    by: ["description"],
    fallback: defaultServices,
  },
  faq_items: {
    part: "words/faqs",
    seeds: defaultFaqItems,
    by: ["answer"],
    fallback: defaultFaqItems,
  },
  testimonials: { part: "words/testimonials", seeds: defaultTestimonials, by: ["quote"] },
  team_members: { part: "words/team", seeds: [], by: [] },
  announcements: { part: "words/announcements", seeds: [], by: [] },
};

type Texts = Partial<Record<string, string>>;

const columnsOf = (table: AskedTable) =>
  ASKED.find((asked) => asked.table === table)?.columns.filter((name) => name !== "id") ?? [];

function listTexts(table: ListTable, rows: PublicRows, judged: Judge): PublicText[] {
  const { part, seeds, by, fallback = [] } = LISTS[table];
  const known = (row: Texts) => by.map((column) => plain(row[column] ?? "")).join("\n");
  const demos = new Set((seeds as readonly Texts[]).map(known));
  const active: readonly Texts[] = rows[table];
  const shown = active.length > 0 ? active : (fallback as readonly Texts[]);
  return shown.map((all, at) => {
    const row = Object.fromEntries(columnsOf(table).map((name) => [name, all[name] ?? ""]));
    const words = Object.values(row).filter((text) => text !== "");
    return {
      part,
      place: `${table}/${all.id ?? `default-${at}`}`,
      table,
      id: all.id,
      row,
      words: words.join(" · "),
      demo: judged(words.join("\n"), demos.has(known(row))),
    };
  });
}
