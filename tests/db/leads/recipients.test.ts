import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { now } from "#tests/support/clock.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";

// A database without a server, which would send due emails.
let url: string;
let sql: Sql;
beforeAll(async () => {
  url = await createTestDatabase(inject("clusterUrl"));
  sql = connect(url);
  await sql`insert into site_settings (setting_key, setting_value)
    values ('contact_email', 'office@example.com')
    on conflict (setting_key) do update set setting_value = excluded.setting_value`;
});
afterAll(async () => {
  await sql.end();
  await dropTestDatabase(url);
});
beforeEach(async () => {
  await sql`delete from lead_recipients`;
  await sql`delete from contact_submissions`;
  await sql`delete from private.company_mails`;
});

const list = (email: string, more: object = {}) =>
  sql`insert into lead_recipients ${sql({ email, ...more })}`;

/** The recipients of a lead's notice, as its sender gets them. */
async function recipientsOf(platforms: string[], monthly_volume: string): Promise<string[]> {
  const lead = { name: "Ana", email: "ana@example.com", platforms, monthly_volume };
  await sql`insert into contact_submissions ${sql({ ...lead, mail_next_attempt_at: now() })}`;
  const [row] = await sql`select mail_due() as mails`;
  return row?.mails[0].recipients;
}

describe("recipients of a lead", () => {
  test("is the contact email, while nobody is listed or wants it", async () => {
    expect(await recipientsOf(["Etsy"], "0-50")).toEqual(["office@example.com"]);
    await list("dana@example.com", { platforms: ["Shopify"] });
    await list("noor@example.com", { is_active: false });
    expect(await recipientsOf(["Etsy"], "0-50")).toEqual(["office@example.com"]);
  });

  test("are those subscribed to its platform and volume, in one email", async () => {
    await list("all@example.com");
    await list("shops@example.com", { platforms: ["Shopify", "Etsy"] });
    await list("large@example.com", { volumes: ["1000+"] });
    await list("both@example.com", { platforms: ["Etsy"], volumes: ["1000+"] });
    const namesOf = async (platforms: string[], volume: string) =>
      (await recipientsOf(platforms, volume)).map((address) => address.split("@")[0]);
    expect(await namesOf(["Etsy", "Amazon"], "0-50")).toEqual(["all", "shops"]);
    expect(await namesOf(["Amazon"], "1000+")).toEqual(["all", "large"]);
    expect(await namesOf(["Etsy"], "1000+")).toEqual(["all", "shops", "large", "both"]);
  });

  test("are those subscribed to every lead, once the hour's emails are used", async () => {
    await list("shops@example.com", { platforms: ["Etsy"] });
    await sql`insert into contact_submissions
      (name, email, monthly_volume, platforms, mail_next_attempt_at)
      select 'Seller', n || '@example.com', '0-50', array['Etsy'], now()
      from generate_series(1, 70) as n`;
    for (let sent = 0; sent < 60; sent++) await sql`select mail_due()`;
    const waiting = async () => (await sql`select mail_waiting() as mail`)[0]?.mail;
    expect(await waiting()).toMatchObject({ waiting: 10, recipients: ["office@example.com"] });
    await list("all@example.com");
    await sql`delete from private.company_mails where submission_id is null`;
    expect(await waiting()).toMatchObject({ recipients: ["all@example.com"] });
  });

  test("are bounded in number", async () => {
    await sql`insert into lead_recipients (email)
      select n || '@example.com' from generate_series(1, 50) as n`;
    await expect(list("one-more@example.com")).rejects.toThrow(
      "At most 50 addresses can get lead notifications.",
    );
  });
});
