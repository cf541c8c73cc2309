import { describe, expect, test } from "vitest";
import type { Tx } from "#server/backend/postgres/connection.ts";
import { people } from "#tests/support/people.ts";
import { sql, withDatabase } from "./steps.ts";

const AN_HOUR = 60;

withDatabase();

interface Flood {
  name?: string;
  /** minutes ago */
  age?: number;
  suspected?: boolean;
  /** each message from its own address */
  addresses?: boolean;
}

/** Stores messages whose email is due. */
const arrive = (
  count: number,
  { name = "Seller", age = 2, suspected = false, addresses = true }: Flood = {},
) => sql`
  insert into contact_submissions
    (name, email, monthly_volume, platforms, spam_reason, created_at, mail_next_attempt_at)
  select ${name} || ' ' || n, ${name.toLowerCase()} || case when ${addresses} then n::text else '' end || '@example.com',
    '0-50', array['Etsy'], case when ${suspected} then 'too fast' end,
    now() - ${age} * interval '1 minute' + n * interval '1 millisecond', now()
  from generate_series(1, ${count}) as n`;

interface Mail {
  id: string;
  name: string;
}

const claimDue = async (): Promise<Mail | undefined> => {
  const [row] = await sql`select mail_due() as mails`;
  return row?.mails[0];
};
const send = async (mail: Mail | undefined) => {
  if (mail) await sql`select mail_done(${mail.id})`;
  return mail?.name;
};
const sendAll = async () => {
  const names: string[] = [];
  for (let mail = await claimDue(); mail; mail = await claimDue())
    names.push((await send(mail)) ?? "");
  return names;
};
const claimNew = async (name: string) => {
  const [row] = await sql`
    select mail_claim(request_id) as claim from contact_submissions where name = ${name}`;
  return row?.claim.state;
};
const waiting = async () => {
  const [row] = await sql`select mail_waiting() as notice`;
  return row?.notice;
};
const anHourLater = async () => {
  await sql`update private.company_mails set claimed_at = claimed_at - interval '1 hour'`;
};
const asAdmin = <Result>(work: (tx: Tx) => Promise<Result>) =>
  sql.begin(async (tx) => {
    const [session] = await tx`insert into auth.sessions (id, user_id)
      select gen_random_uuid(), id from auth.users where email = ${people.admin.email}
      returning id as session_id, user_id as sub`;
    await tx`select set_config('request.jwt.claims', ${JSON.stringify(session)}, true)`;
    return work(tx);
  });
/** Minutes until the notice leaves, as a lead's screen says; null: it is not held back. */
const minutesTo = (name: string) =>
  asAdmin(async (tx) => {
    const [row] = await tx`
      select round(extract(epoch from lead_notice_at(id) - now()) / 60)::int as minutes
      from contact_submissions where name = ${name}`;
    return row?.minutes as number | null;
  });
const left = async () => {
  const [row] = await sql`
    select count(*)::int from contact_submissions where mail_status <> 'sent'`;
  return row?.count;
};

describe("mails to the company in an hour", () => {
  test("are bounded, one more says how many wait, and nothing is lost", async () => {
    await arrive(150);
    expect(await waiting()).toBeNull();
    expect(await sendAll()).toHaveLength(AN_HOUR);
    expect(await waiting()).toMatchObject({ waiting: 90, suspected: 0, an_hour: AN_HOUR });
    expect(await waiting()).toBeNull();

    await anHourLater();
    expect(await sendAll()).toHaveLength(AN_HOUR);
    expect(await waiting()).toMatchObject({ waiting: 30 });
    await anHourLater();
    expect(await sendAll()).toHaveLength(30);
    expect(await waiting()).toBeNull();
    expect(await left()).toBe(0);
  });

  test("are bounded for several processes together", async () => {
    await arrive(80);
    const claims = await Promise.all(Array.from({ length: 80 }, claimDue));
    const held = claims.flatMap((mail) => (mail ? [mail.id] : []));
    expect(held).toHaveLength(AN_HOUR);
    expect(new Set(held).size).toBe(AN_HOUR);
  });

  test("count when deleted, but not when they failed", async () => {
    await arrive(80);
    for (let count = 0; count < 30; count++) {
      const mail = await claimDue();
      await sql`select mail_failed(${mail?.id ?? null}, 'busy')`;
    }
    for (let count = 0; count < 30; count++) await send(await claimDue());
    await sql`delete from contact_submissions where mail_status = 'sent'`;
    expect(await sendAll()).toHaveLength(20);
    await arrive(30, { name: "Later" });
    expect(await sendAll()).toHaveLength(10);
  });

  test("leave room for new leads, and some for waiting ones", async () => {
    await arrive(45);
    const answers: string[] = [];
    for (let count = 1; count <= 45; count++) answers.push(await claimNew(`Seller ${count}`));
    expect(answers.filter((state) => state === "claimed")).toHaveLength(40);
    expect(await sendAll()).toHaveLength(5);
  });

  test("requested by staff have no limit", async () => {
    await arrive(70);
    await sendAll();
    const [sent] =
      await sql`select id, name from contact_submissions where mail_status = 'sent' limit 1`;
    await asAdmin((tx) => tx`select resend_submission_mail(${sent?.id})`);
    expect((await waiting()).waiting).toBe(10);
    expect(await claimNew(sent?.name)).toBe("claimed");
  });
});

describe("a flood gains nothing", () => {
  test("puts real leads before likely spam", async () => {
    await arrive(200, { name: "Spam", suspected: true, age: 60 });
    await arrive(3, { name: "Real" });
    const first = await sendAll();
    expect(first.slice(0, 3).toSorted()).toEqual(["Real 1", "Real 2", "Real 3"]);
    expect(first).toHaveLength(AN_HOUR / 3);
    expect(await claimNew("Spam 199")).toBe("settled");
    expect(await waiting()).toMatchObject({ waiting: 183, suspected: 183 });

    await arrive(50, { name: "Later" });
    expect(await claimNew("Later 1")).toBe("claimed");
    expect((await sendAll()).filter((name) => name.startsWith("Spam"))).toEqual([]);
  });

  test("alternates one address with others", async () => {
    await arrive(300, { name: "Flood", addresses: false, age: 60 });
    for (let count = 0; count < 10; count++) await send(await claimDue());
    await arrive(5, { name: "Honest", age: 30 });
    const next = await sendAll();
    expect(next.slice(0, 5).every((name) => name.startsWith("Honest"))).toBe(true);
  });

  test("alternates the oldest and the newest", async () => {
    await arrive(1, { name: "Early", age: 600 });
    await arrive(500, { name: "Flood", age: 300 });
    await arrive(1, { name: "Late", age: 1 });
    expect((await sendAll()).slice(0, 2)).toEqual(["Early 1", "Late 1"]);
  });
});

test("retries the email about waiting leads after ten minutes", async () => {
  await arrive(61);
  await sendAll();
  const { id } = await waiting();
  await sql`select mail_waiting_failed(${id})`;
  expect(await waiting()).toBeNull();
  await sql`update private.company_mails set claimed_at = claimed_at - interval '10 minutes'`;
  expect((await waiting()).waiting).toBe(1);
});

describe("the email about waiting leads", () => {
  test("counts leads and likely spam separately, and one about spam doesn't block one about leads", async () => {
    await arrive(25, { name: "Spam", suspected: true, age: 60 });
    await sendAll();
    expect(await waiting()).toMatchObject({ waiting: 5, suspected: 5 });
    expect(await waiting()).toBeNull();

    await arrive(200, { name: "Real" });
    expect(await waiting(), "leads are still being sent").toBeNull();
    expect(await sendAll()).toHaveLength(AN_HOUR - AN_HOUR / 3);
    expect(await waiting()).toMatchObject({ waiting: 165, suspected: 5 });
    expect(await waiting()).toBeNull();
  });

  test("counts recent leads, and not those being sent or retried", async () => {
    await arrive(62);
    const first = await claimDue();
    await sql`select mail_failed(${first?.id ?? null}, 'busy')`;
    await claimDue();
    await sendAll();
    expect(await waiting()).toMatchObject({ waiting: 1 });
    await anHourLater();
    await sql`update private.company_mails set claimed_at = now() where submission_id is not null`;
    await sql`insert into private.company_mails (submission_id)
      select gen_random_uuid() from generate_series(1, ${AN_HOUR})`;
    await sql`insert into contact_submissions (name, email, monthly_volume, platforms)
      values ('New', 'new@example.com', '0-50', array['Etsy'])`;
    expect(await waiting()).toMatchObject({ waiting: 2 });
  });
});

describe("the screen of a lead", () => {
  /** Simulates that this many were sent so many minutes ago. */
  const sentAgo = (minutes: number, count: number) => sql`
    insert into private.company_mails (submission_id, claimed_at)
    select gen_random_uuid(), now() - ${minutes} * interval '1 minute' from generate_series(1, ${count})`;

  test("names no time for a notice that leaves within minutes, or has left", async () => {
    await arrive(30);
    await sentAgo(10, 30);
    expect(await minutesTo("Seller 30")).toBeNull();
    await sendAll();
    expect(await minutesTo("Seller 30")).toBeNull();
  });

  test("says when the next one can be sent, alternating oldest and newest", async () => {
    await sentAgo(50, 2);
    await sentAgo(20, 58);
    await arrive(70);
    const turns = await Promise.all(
      ["Seller 1", "Seller 70", "Seller 2", "Seller 69", "Seller 35"].map(minutesTo),
    );
    // Two slots in 10 minutes, 58 in 40, and then the same an hour later.
    expect(turns).toEqual([10, 10, 40, 40, 100]);
  });

  test("sends likely spam after all leads, in the first third of an hour", async () => {
    await sentAgo(30, 20);
    await arrive(1, { name: "Spam", suspected: true });
    expect(await minutesTo("Spam 1")).toBe(30);
    await arrive(40, { name: "Real" });
    expect(await minutesTo("Real 20")).toBeNull();
    expect(await minutesTo("Spam 1"), "an hour after the last leads").toBe(60);
  });
});
