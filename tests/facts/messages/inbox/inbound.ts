import { expect } from "vitest";
import * as mails from "#app/features/inbound_mails/queries.ts";
import { attach, readState } from "#app/lib/data/functions/inbound.ts";
import { INBOUND_MESSAGES as words } from "#app/lib/errors/answer-messages.ts";
import type { EVERY_MESSAGE } from "#tests/facts/every-message.ts";
import { mailArrives } from "#tests/support/mail/arrived.ts";
import { type FactsFor, refusedTo, unreadable } from "../../fact.ts";
import type { World } from "../../world.ts";

const page = { q: "", page: 1, pageSize: mails.PAGE_SIZE };

async function arrived({ site }: World): Promise<string> {
  const { id = "" } = await mailArrives(site.sql, {
    sender: `${crypto.randomUUID()}@example.com`,
    text: "Do you ship candles?",
  });
  return id;
}
async function dismissed(world: World): Promise<string> {
  const mail = await arrived(world);
  await world.as("admin", () => mails.dismiss(mail));
  return mail;
}
async function lead({ site }: World): Promise<string> {
  const [row] = await site.sql`
    insert into contact_submissions (name, email, monthly_volume, platforms, mail_next_attempt_at)
    values ('Ana Ruiz', ${`${crypto.randomUUID()}@example.com`}, '0-50', array['Etsy'], null)
    returning id`;
  return row?.id;
}
const rowOf = async ({ site }: World, mail: string) =>
  (await site.sql`select * from inbound_mails where id = ${mail}`)[0];
const listed = async ({ as }: World, show = "") =>
  (await as("admin", () => mails.list({ ...page, filters: { show } }))).rows.map(({ id }) => id);

export const inboundMessages: FactsFor<Pick<typeof EVERY_MESSAGE, "inbound">> = {
  inbound: {
    load: refusedTo("stranger", () => mails.list(page), { say: words.load }),
    open: unreadable(() => mails.textOf(crypto.randomUUID()), words.open),
    state: refusedTo("stranger", readState, { say: words.state }),
    search: refusedTo("stranger", () => mails.suggestLeads("ana", ""), {
      say: words.search,
    }),
    attach: refusedTo(
      "stranger",
      (_, { mail, to }: { mail: string; to: string }) => attach(mail, to),
      {
        before: async (world) => ({ mail: await arrived(world), to: await lead(world) }),
        say: words.attach,
      },
    ),
    attached: async (world) => {
      const [mail, to] = [await arrived(world), await lead(world)];
      expect(await world.as("admin", () => mails.textOf(mail))).toBe("Do you ship candles?");
      await world.as("admin", () => attach(mail, to));
      expect(await rowOf(world, mail)).toMatchObject({ submission_id: to });
      expect(await listed(world)).not.toContain(mail);
    },
    create: refusedTo("stranger", (_, mail: string) => mails.createLead(mail), {
      before: arrived,
      say: words.create,
    }),
    created: async (world) => {
      const mail = await arrived(world);
      const made = await world.as("admin", () => mails.createLead(mail));
      const [row] = await world.site
        .sql`select message from contact_submissions where id = ${made}`;
      expect(row).toEqual({ message: "Do you ship candles?" });
      await world.site.sql`update contact_submissions set mail_next_attempt_at = null`;
    },
    dismiss: refusedTo("stranger", (_, mail: string) => mails.dismiss(mail), {
      before: arrived,
      say: words.dismiss,
    }),
    dismissed: async (world) => {
      const mail = await dismissed(world);
      expect(await listed(world)).not.toContain(mail);
      expect(await listed(world, mails.DISMISSED)).toContain(mail);
    },
    restore: refusedTo("stranger", (_, mail: string) => mails.dismiss(mail, true), {
      before: dismissed,
      say: words.restore,
    }),
    restored: async (world) => {
      const mail = await dismissed(world);
      await world.as("admin", () => mails.dismiss(mail, true));
      expect(await listed(world)).toContain(mail);
    },
  },
};
