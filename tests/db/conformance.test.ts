import { execFile } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { tables } from "#tests/tables/index.ts";
import { checkProject } from "../../scripts/conformance/check.ts";

// Disables the server's own jobs, which would fail on the rows broken here.
vi.mock("#server/runtime/jobs.ts", () => ({ every: () => async () => {} }));

/** `npm run conformance` against the built-in backend, which speaks Supabase's protocol. */
let site: TestBackend;
beforeEach(async () => {
  site = await openTestBackend();
  await site.sql`insert into contact_submissions ${site.sql(tables.contact_submissions.make())}`;
});
afterEach(() => site.close());

const info = { clientAddress: "203.0.113.7", requestId: "conformance" };

/** Our gateway allows these only for pages. A hosted project has no such gateway. */
const asPage = (request: Request) => ({
  ...info,
  ...(/\/rpc\/(page_rows|broken_addresses_count|visits_record)$/.test(request.url) && {
    asks: "page" as const,
  }),
});

async function check(credentials: Partial<typeof people>) {
  const { results } = await checkProject({
    url: site.backend.serverUrl,
    key: site.backend.publishableKey,
    credentials,
    fetch(input, init) {
      const request = new Request(input, init);
      return site.backend.fetch(request, asPage(request));
    },
  });
  const of = (verdict: string) =>
    results.filter((one) => one.verdict === verdict).map(({ cell, why }) => `${cell}: ${why}`);
  return {
    differs: of("differs").map((line) => line.replace(/[\da-f]{8}-[-\da-f]{27}/, "…")),
    unknown: of("unknown"),
    held: results.filter((one) => one.verdict === "holds").map(({ cell }) => cell),
  };
}

/** Every row of every table, except the ones that record who did what, who is present, and which links are due. */
async function everything() {
  const names = await site.sql`select table_schema as schema, table_name as name
    from information_schema.tables where table_schema in ('public', 'private') and table_type = 'BASE TABLE'
      and table_name not in ('history', 'history_steps', 'last_editors', 'presence', 'audit_log', 'audit_counts',
        'outside_links', 'outside_link_checks')
    order by 1, 2`;
  const all: Record<string, string[]> = {};
  for (const { schema, name } of names) {
    const rows = await site.sql`select to_jsonb(t)::text as row
      from ${site.sql(schema)}.${site.sql(name)} t order by 1`;
    all[`${schema}.${name}`] = rows.map(({ row }) => row);
  }
  return all;
}

test("finds no difference in a correct project, and leaves nothing behind", async () => {
  const before = await everything();
  const result = await check(people);
  expect(result.differs).toEqual([]);
  expect(await everything()).toEqual(before);
  expect(result.held).toEqual(
    expect.arrayContaining([
      "visitor: select from contact_submissions",
      "visitor: insert into contact_submissions",
      "stranger: update services",
      "admin: delete from services",
      "stranger: call mail_claim",
      "visitor: call the function admin-list-users",
    ]),
  );
  // Only the cells where policies alone decide and the check has no row of its own.
  expect(result.unknown.filter((line) => /: (update|delete)/.test(line)).length).toBe(11);
});

test("writes nothing with the key alone, and reports all of a visitor's cells", async () => {
  const before = await everything();
  const changes = await site.sql`select id from history order by id`;
  const result = await check({});
  expect(result.differs).toEqual([]);
  expect(result.unknown).toEqual(["accounts: settings: the project does not show them"]);
  expect(await everything()).toEqual(before);
  expect(await site.sql`select id from history order by id`).toEqual(changes);
});

test("finds each broken rule, and nothing else", async () => {
  await site.sql`
    grant update on public.services to anon;
    create policy "a" on public.services for update to anon using (true);
    create policy "b" on public.faq_items for select to anon, authenticated using (true);
    create policy "c" on public.contact_submissions for select to authenticated using (true);
    create policy "d" on public.site_settings for insert to authenticated with check (true);
    create policy "e" on public.testimonials for all to authenticated using (true);
    drop policy "Visitors read active prices" on public.pricing_items;
    grant execute on function public.mail_due(integer) to anon;
    revoke execute on function public.page_rows(jsonb) from anon`.simple();
  const { differs } = await check(people);
  const hidden = "1 row came back that must be hidden, such as …";
  const written = "a row of the check's own was written, and it must be refused";
  const stored = "allowed, and it must be refused (the row was too bad to be stored)";
  const [{ prices } = { prices: 0 }] = await site.sql`
    select count(*)::integer as prices from pricing_items where is_active`;
  const missing = `${prices} rows did not come back that must be shown, such as …`;
  expect(differs.toSorted()).toEqual([
    "stranger: delete from testimonials: a row of the check's own was written, and it must be refused",
    `stranger: insert into site_settings: ${stored}`,
    `stranger: insert into testimonials: ${stored}`,
    "stranger: select from contact_submissions: 1 row came back, and none may",
    `stranger: select from faq_items: ${hidden}`,
    `stranger: select from pricing_items: ${missing}`,
    `stranger: select from testimonials: ${hidden}`,
    `stranger: update testimonials: ${written}`,
    "visitor: call mail_due: let in, and it must be refused",
    "visitor: call page_rows: refused, and it must be let in",
    `visitor: select from faq_items: ${hidden}`,
    `visitor: select from pricing_items: ${missing}`,
    "visitor: update services: not refused before any row was looked for",
  ]);
  const left = await site.sql`select title from services where title like 'Conformance%'`;
  expect(left).toEqual([]);
});

test("prints failures, exits with 1, and refuses a secret key", async () => {
  await site.sql`grant execute on function public.mail_claim to anon`;
  const server = serve({
    fetch: (request) => site.backend.fetch(request, asPage(request)),
    port: 0,
  });
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await run(url, site.backend.publishableKey)).toEqual({
    code: 1,
    said: expect.stringMatching(`^differs     visitor: call mail_claim: let in, and it must be refused
can't tell  accounts: settings: the project does not show them
\\d+ hold, 1 differs, 1 can't be checked from outside.
Not asked as someone with a non-admin account: set CONFORMANCE_STRANGER_EMAIL and CONFORMANCE_STRANGER_PASSWORD.
Not asked as an admin: set CONFORMANCE_ADMIN_EMAIL and CONFORMANCE_ADMIN_PASSWORD.
$`),
  });
  server.close();
  expect(await run(url, "sb_secret_x")).toEqual({
    code: 2,
    said: "This is a secret key, which no rule stops. Give the publishable one.\n",
  });
});

const run = (...words: string[]) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const file = join(import.meta.dirname, "../../scripts/conformance/index.ts");
    const child = execFile(process.execPath, [file, ...words], (_, out, err) =>
      resolve({ code: child.exitCode, said: out + err }),
    );
  });
