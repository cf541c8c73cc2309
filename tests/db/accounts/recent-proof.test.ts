import { beforeEach, describe, expect, test } from "vitest";
import { functions } from "#tests/access/functions.ts";
import { secretsOfSite } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { tokenWith } from "#tests/support/token.ts";
import { site, withSite } from "../steps.ts";

/** What takes a proof of the last 15 minutes of who is there. */
const SENSITIVE = [
  "admin_backup_download",
  "admin_remove",
  "admin_reset_password",
  "admin_reset_second_factor",
  "admin_set_admin",
  "admin_set_roles",
  "lead_export",
  "lead_person_erase",
  "lead_person_export",
  "set_publishing_rules",
  "set_second_factor_rules",
];
const MINUTES = 60;

let owner: { sub: string; session_id: string };
withSite(async () => {
  const client = await site.admin();
  const { data } = await client.auth.getSession();
  const claims = JSON.parse(atob(data.session?.access_token.split(".")[1] ?? ""));
  owner = { sub: claims.sub, session_id: claims.session_id };
});
beforeEach(() => site.sql`delete from auth.mfa_factors`);

type Way = [method: string, secondsAgo: number];

/** Calls a function as the owner, with a token that names these proofs. */
async function call(name: string, args: object, ways: Way[], aal = "aal1") {
  const [time] = await site.sql`select floor(extract(epoch from now()))::int as now`;
  const amr = ways.map(([method, ago]) => ({ method, timestamp: time?.now - ago }));
  const { jwtSecret } = await secretsOfSite(site);
  const token = await tokenWith(jwtSecret, { ...owner, aal, amr, email: people.admin.email });
  return site.request(`/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: {
      apikey: site.backend.publishableKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(args),
  });
}

test("no other function asks for it", async () => {
  const rows = await site.sql`select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosrc like '%require_recent_proof()%'
    order by 1`;
  expect(rows.map(({ name }) => name)).toEqual(SENSITIVE);
});

describe.each(SENSITIVE)("%s", (name) => {
  const args = functions.find(([known]) => known === name)?.[1] ?? {};

  test("takes a sign-in of the last 15 minutes", async () => {
    const late = await call(name, args, [["password", 15 * MINUTES + 5]]);
    expect(late.status).toBe(428);
    expect(await late.json()).toMatchObject({
      code: "PT428",
      message: "Confirm it's you, then try again.",
    });
    const soon = await call(name, args, [["password", 14 * MINUTES]]);
    expect(soon.status).not.toBe(428);
  });
});

test.each([
  ["none", []],
  ["no list", "password"],
  ["a time that is no number", [{ method: "password", timestamp: "now" }]],
])("a token with %s proves nothing", async (_, amr) => {
  const { jwtSecret } = await secretsOfSite(site);
  const token = await tokenWith(jwtSecret, { ...owner, amr });
  const answer = await site.request("/rest/v1/rpc/lead_export", {
    method: "POST",
    headers: {
      apikey: site.backend.publishableKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ ids: [] }),
  });
  expect(answer.status).toBe(428);
});

test("people with a second factor prove that one, not the password", async () => {
  await site.sql`insert into auth.mfa_factors (id, user_id, factor_type, status)
    values (${crypto.randomUUID()}, ${owner.sub}, 'totp', 'verified')`;
  await site.sql`update auth.sessions set aal = 'aal2' where id = ${owner.session_id}`;
  const ask = (...ways: Way[]) => call("lead_export", { ids: [] }, ways, "aal2");
  const late: Way = ["totp", 16 * MINUTES];
  expect((await ask(late, ["password", 0])).status).toBe(428);
  expect((await ask(["totp", 0], ["password", 16 * MINUTES])).status).toBe(200);
  expect((await ask(["mfa/recovery_code", 0], late)).status).toBe(200);
  expect((await ask(["otp", 0], late)).status).toBe(428);
});
