import { expect } from "vitest";
import type { PRIVACY_MESSAGES } from "#app/features/privacy/messages.ts";
import * as privacy from "#app/features/privacy/queries.ts";
import { type FactsFor, refusedTo } from "../../fact.ts";
import type { World } from "../../world.ts";

let count = 0;

/** Adds a lead. @returns its email address */
async function someone({ site }: World): Promise<string> {
  const email = `gone${++count}@example.com`;
  const row = { name: "Ana Ruiz", email, monthly_volume: "0-50", platforms: ["Etsy"] };
  await site.sql`insert into contact_submissions ${site.sql({ ...row, mail_next_attempt_at: null })}`;
  return email;
}

const messagesOf = ({ site }: World, email: string) =>
  site.sql`select from contact_submissions where email = ${email}`;

export const privacyMessages: FactsFor<{ privacy: typeof PRIVACY_MESSAGES }> = {
  privacy: {
    load: refusedTo("stranger", () => privacy.find("ana@example.com")),
    exported: async (world) => {
      const email = await someone(world);
      const file = await world.as("admin", () => privacy.exportAll(email));
      const { tables } = JSON.parse(await file.text());
      expect(tables.contact_submissions).toMatchObject([{ name: "Ana Ruiz", email }]);
    },
    exportFailed: refusedTo("stranger", (_, email: string) => privacy.exportAll(email), {
      before: someone,
    }),
    erased: async (world) => {
      const email = await someone(world);
      await world.as("admin", () => privacy.erase(email));
      expect(await messagesOf(world, email)).toEqual([]);
    },
    eraseFailed: refusedTo("stranger", (_, email: string) => privacy.erase(email), {
      before: someone,
    }),
  },
};
