import { defaultFaqItems } from "#app/content/defaults/faq-items.ts";
import { defaultPricingItems, seedPricingItems } from "#app/content/defaults/pricing-items.ts";
import { defaultServices } from "#app/content/defaults/services.ts";
import type { SettingKey } from "#app/content/defaults/site-settings.ts";
import { defaultTestimonials } from "#app/content/defaults/testimonials.ts";
import { catalogueFields, defaultSettings } from "#app/content/index.ts";
import { demoNamedIn } from "./demo-company.ts";
import { ASKED, type AskedTable, type PublicRow, type PublicRows } from "./public-rows.ts";

/** The texts that are looked through together: a step of the onboarding, or a part of its texts. */
export type Part = "company" | "reach" | "hours" | "prices" | "calendar" | `words/${string}`;

/** One text, or one row of a list, that says something of the company to visitors. */
export interface PublicText {
  part: Part;
  /** what a person's word about it is kept under */
  place: string;
  table: AskedTable;
  /** undefined where visitors read the built-in default because there is no row */
  id: string | undefined;
  row: Record<string, string>;
  /** as visitors read it */
  words: string;
  /** "same": still the seed's; "named": speaks of the demo company or its people, however edited */
  demo: "same" | "named" | undefined;
}

const plain = (text: string) => text.trim().replace(/\s+/g, " ");
const LEAST_WORDS = 4;

/** Labels and buttons are anybody's: a few words without a figure say nothing of a company. */
const tells = (key: string, text: string) =>
  !/(^|_)(button|label)$/.test(key) &&
  (plain(text).split(" ").length >= LEAST_WORDS || /\d/.test(text));

/** Every text that visitors read of the company, in the order of the site, and what of it is the demo's. */
export function publicTexts(rows: PublicRows): PublicText[] {
  const ownName = rows.site_settings.find(({ setting_key }) => setting_key === "company_name");
  const names = demoNamedIn(ownName?.setting_value ?? defaultSettings.company_name.setting_value);
  const judged: Judge = (words, isSame) => (names(words) ? "named" : isSame ? "same" : undefined);
  return [
    ...settingTexts(rows, judged),
    ...contentTexts(rows, judged),
    ...LISTS.flatMap((list) => listTexts(list, rows, judged)),
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
    // Of the others only those are texts of the company that name the demo's.
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

/** Stands on the home page only while no testimonial is active (rule L-9). */
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

interface List {
  table: Exclude<AskedTable, "site_settings" | "site_content">;
  part: Part;
  /** the demo's own rows, and by which columns they are known: edited elsewhere they are the demo's still */
  seeds: readonly object[];
  by: readonly string[];
  /** what visitors read while no row is active */
  fallback?: readonly object[];
}

const LISTS: readonly List[] = [
  {
    table: "pricing_items",
    part: "prices",
    seeds: seedPricingItems,
    by: ["service_name", "rate"],
    fallback: defaultPricingItems,
  },
  {
    table: "services",
    part: "words/offers",
    seeds: defaultServices,
    by: ["description"],
    fallback: defaultServices,
  },
  {
    table: "faq_items",
    part: "words/faqs",
    seeds: defaultFaqItems,
    by: ["answer"],
    fallback: defaultFaqItems,
  },
  { table: "testimonials", part: "words/testimonials", seeds: defaultTestimonials, by: ["quote"] },
  { table: "team_members", part: "words/team", seeds: [], by: [] },
  { table: "announcements", part: "words/announcements", seeds: [], by: [] },
];

type Texts = Partial<Record<string, string>>;

const columnsOf = (table: AskedTable) =>
  ASKED.find((asked) => asked.table === table)?.columns.filter((name) => name !== "id") ?? [];

function listTexts(list: List, rows: PublicRows, judged: Judge): PublicText[] {
  const { table, part, seeds, by, fallback = [] } = list;
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
