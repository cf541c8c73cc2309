import { beforeEach } from "vitest";
import { addWebhook } from "#tests/support/stand-ins/webhooks.ts";
import { tables } from "#tests/tables/index.ts";
import { admin, site, withAdmin } from "../steps.ts";

export { admin, site };
/**
 * What the database guarantees about webhooks. The test's backend sends due deliveries on its own, but skips
 * a webhook that is off, which a test can claim for one delivery.
 */
export function withSite() {
  withAdmin();
  beforeEach(() => site.sql`delete from webhooks`);
}

export async function addLead(more: object = {}): Promise<string> {
  const row = { ...tables.contact_submissions.make(), ...more };
  const [lead] = await site.sql`
    insert into contact_submissions ${site.sql(row)} returning id`;
  return lead?.id;
}

/** A delivery that only a claim by id can take. */
export async function waiting(more: object = {}) {
  const { id: webhook, secret } = await addWebhook(admin, { active: false, ...more });
  const { data } = await admin.rpc("webhook_test", { webhook });
  const delivery: string = data;
  await site.sql`update webhook_deliveries set kind = 'lead.created' where id = ${delivery}`;
  return { webhook, secret, delivery };
}
export const claim = async (delivery: string) =>
  (await site.sql`select webhook_claim(${delivery}) as claim`)[0]?.claim;
