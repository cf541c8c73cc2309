import { expect } from "vitest";
import { askForCheck, listLinks } from "#app/features/site_health/queries.ts";
import { SETTING_MESSAGES } from "#app/features/site_settings/messages.ts";
import { answered } from "#app/lib/data/answers.ts";
import { tableStore } from "#app/lib/data/table-store.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { readPrivacyFacts } from "#app/routes/admin/privacy/facts.ts";
import type { EVERY_MESSAGE } from "#tests/facts/every-message.ts";
import { current } from "../acting.ts";
import { type FactsFor, refusedTo, unreadable } from "../fact.ts";
import { journeys } from "../journeys.ts";
import type { World } from "../world.ts";
import { prepared } from "./sets.ts";

const content = tableStore("site_content", { order: [["page_name", "asc"]] });
const settings = tableStore("site_settings", { order: [["setting_key", "asc"]] });
const all = { q: "", page: 1, pageSize: 1000 };

async function title({ as }: World) {
  const filters = { page_name: "home", section_name: "hero", content_key: "title" };
  const { rows } = await as("admin", () => content.list({ ...all, filters }));
  return rows[0] as (typeof rows)[number];
}

async function company({ as }: World) {
  const filters = { setting_key: "company_name" };
  const { rows } = await as("admin", () => settings.list({ ...all, filters }));
  return rows[0] as (typeof rows)[number];
}

/** Texts and settings that save on blur, and the dashboard's figures. */
export const textMessages: FactsFor<
  Pick<
    typeof EVERY_MESSAGE,
    "content" | "settings" | "waiting" | "preview" | "checks" | "dashboard"
  >
> = {
  content: {
    load: unreadable(() => content.list(all), MESSAGES.content.load),
    save: refusedTo(
      "stranger",
      (_, row: Awaited<ReturnType<typeof title>>) =>
        content.update(row, { content_value: "Not by me" }),
      { before: title, say: MESSAGES.content.save },
    ),
    saved: async (world) => {
      const row = await title(world);
      const content_value = "Packed before the comments load";
      await world.as("admin", () => content.update(row, { content_value }));
      const [stored] = await world.site
        .sql`select content_value from site_content where id = ${row.id}`;
      expect(stored).toEqual({ content_value });
      await world.reads("/", content_value);
    },
  },
  settings: {
    draftFailed: refusedTo("stranger", () => readPrivacyFacts(), {
      why: /Only an admin can do this|You don't have permission to do this/,
    }),
    load: unreadable(() => settings.list(all), SETTING_MESSAGES.load),
    save: refusedTo(
      "stranger",
      (_, row: Awaited<ReturnType<typeof company>>) =>
        settings.update(row, { setting_value: "Mine now" }),
      { before: company, say: SETTING_MESSAGES.save },
    ),
    saved: async (world) => {
      const row = await company(world);
      const setting_value = "Cedar Fulfillment";
      const stored = await world.as("admin", () => settings.update(row, { setting_value }));
      const [now] = await world.site
        .sql`select setting_value from site_settings where setting_key = 'company_name'`;
      expect(now).toEqual({ setting_value });
      await world.reads("/", setting_value);
      await world.as("admin", () => settings.update(stored, { setting_value: row.setting_value }));
    },
    restored: async (world) => {
      const row = await company(world);
      const changed = await world.as("admin", () =>
        settings.update(row, { setting_value: "For a moment" }),
      );
      await world.reads("/", "For a moment");
      const { setting_value } = row;
      await world.as("admin", () => settings.update(changed, { setting_value }));
      const [now] = await world.site
        .sql`select setting_value from site_settings where setting_key = 'company_name'`;
      expect(now).toEqual({ setting_value });
      await world.reads("/", "For a moment", { not: true });
    },
  },
  waiting: {
    saved: journeys["waiting.saved"],
    unsaved: journeys["waiting.unsaved"],
    inSet: async (world) => {
      const { row } = await prepared(world);
      await world.reads("/faqs", row.question, { not: true });
    },
  },
  preview: { load: journeys["preview.load"] },
  checks: {
    site: journeys["checks.site"],
    set: journeys["checks.set"],
    links: refusedTo("stranger", listLinks),
    checkLinks: refusedTo("stranger", askForCheck),
    linksChecked: async ({ as, site }) => {
      expect(await as("admin", askForCheck)).toBeGreaterThan(0);
      await site.sql`update private.outside_links set checked_at = now(), due_at = 'infinity'`;
      expect(await as("admin", askForCheck)).toBe(0);
      const { links } = await as("admin", listLinks);
      expect(links.length).toBeGreaterThan(0);
    },
  },
  dashboard: {
    load: refusedTo("stranger", () => answered(current().client.rpc("admin_dashboard")), {
      say: MESSAGES.dashboard.load,
    }),
  },
};
