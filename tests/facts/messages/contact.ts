import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type ContactMessage, submitContact } from "#app/features/contact_submissions/submit.ts";
import { CONTACT_MESSAGES } from "#app/lib/errors/contact-messages.ts";
import type { FactsFor } from "../fact.ts";
import type { World } from "../world.ts";
import { withoutMail } from "./accounts/without-mail.ts";

const message = (email: string): ContactMessage => ({
  requestId: randomUUID(),
  values: {
    name: "Ada Park",
    email,
    business_name: null,
    monthly_volume: "51-100",
    platforms: ["Etsy"],
    message: "Lip oils & sets",
  },
  trap: null,
  filledInMs: 60_000,
});

const stored = ({ site }: World, { requestId }: ContactMessage) =>
  site.sql`select mail_status from contact_submissions where request_id = ${requestId}`;

async function company({ site }: World): Promise<string> {
  const [row] =
    await site.sql`select setting_value from site_settings where setting_key = 'contact_email'`;
  return row?.setting_value;
}

const without = (sentence: string) => sentence.split("§");

export const contactMessages: FactsFor<{ contact: typeof CONTACT_MESSAGES }> = {
  contact: {
    sent: async (world) => {
      const sent = message("ada-sent@example.com");
      const outcome = await submitContact(world.client("visitor"), sent);
      expect(outcome).toEqual({ state: "sent", message: CONTACT_MESSAGES.sent });
      expect(await stored(world, sent)).toEqual([{ mail_status: "sent" }]);
      const mails = await world.mailsTo(await company(world));
      const [mail] = mails.filter(({ replyTo }) => replyTo?.[0]?.address === sent.values.email);
      expect(mail?.text).toContain("Lip oils & sets");
    },
    unavailable: async (world) => {
      const outcome = await world.unchanged(() =>
        submitContact(world.client("cut off"), message("ada-away@example.com")),
      );
      expect(outcome).toEqual({ state: "failed", message: CONTACT_MESSAGES.unavailable });
    },
    insertFailed: async (world) => {
      const refused = message("not an address");
      const outcome = await world.unchanged(() => submitContact(world.client("visitor"), refused));
      expect(outcome.state).toBe("failed");
      for (const part of without(CONTACT_MESSAGES.insertFailed("§")))
        expect(outcome.message).toContain(part);
      expect(await stored(world, refused)).toHaveLength(0);
    },
    mailFailed: async (world) => {
      const unsent = message("ada-kept@example.com");
      const outcome = await withoutMail(world, () =>
        submitContact(world.client("visitor"), unsent),
      );
      expect(outcome.state).toBe("saved");
      for (const part of without(CONTACT_MESSAGES.mailFailed("§")))
        expect(outcome.message).toContain(part);
      expect(await stored(world, unsent)).toHaveLength(1);
      // "We'll still get your message": the server retries automatically.
      const [row] = await world.site
        .sql`select mail_next_attempt_at as due from contact_submissions where request_id = ${unsent.requestId}`;
      expect(row?.due).toBeInstanceOf(Date);
    },
  },
};
