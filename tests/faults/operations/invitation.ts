import { createHash, randomBytes } from "node:crypto";
import { expect } from "vitest";
import { clientOf } from "#tests/support/backend.ts";
import type { Operation } from "../every-fault.ts";
import { type FaultySite, leftoversAndHistory } from "../site.ts";

interface Invited {
  client: ReturnType<typeof clientOf>;
  email: string;
  token: string;
}

let count = 0;

/** An invited account, and the token of its emailed link. */
async function invited({ sql, t }: FaultySite): Promise<Invited> {
  const email = `invited-${++count}@example.com`;
  await sql`
    with account as (
      insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data)
      values (gen_random_uuid(), 'authenticated', 'authenticated', ${email}, '{}', '{}') returning id)
    insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    select gen_random_uuid(), 'email', id, id, '{}' from account`;
  await sql`insert into admin_invitations (email, had_account, invited_by)
    select ${email}, false, user_id from admins limit 1`;
  return { client: clientOf(t.backend), email, token: await newLink({ sql, t }, email) };
}

/** A new token, as an email would bring it. */
async function newLink({ sql }: Pick<FaultySite, "sql" | "t">, email: string): Promise<string> {
  const token = randomBytes(16).toString("hex");
  const hash = createHash("sha256").update(token).digest("hex");
  await sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, expires_at)
    select id, 'invite', ${hash}, now() + interval '1 day' from auth.users where email = ${email}
    on conflict (user_id, token_type) do update set token_hash = excluded.token_hash`;
  return token;
}

const press = async ({ client, token: token_hash }: Invited) => {
  const { error } = await client.auth.verifyOtp({ token_hash, type: "invite" });
  if (error) throw error;
};

const accept = async ({ client }: Invited) =>
  (await client.rpc("accept_admin_invitation").throwOnError()).data as boolean;

async function isAdmin({ sql }: FaultySite, { email }: Invited): Promise<boolean> {
  const [row] = await sql`select
    (select count(*)::int from admin_invitations where email = ${email}) as invitations,
    (select count(*)::int from admins a join auth.users u on u.id = a.user_id
      where u.email = ${email}) as admins,
    (select count(*)::int from history h join auth.users u on u.id = h.row_id
      where h.table_name = 'admins' and u.email = ${email}) as entries`;
  const done = row?.admins === 1;
  expect(row).toEqual(
    done ? { invitations: 0, admins: 1, entries: 1 } : { invitations: 1, admins: 0, entries: 0 },
  );
  return done;
}

/** The last step: someone who opened the link and chose a password becomes an admin. */
export const accepting = (site: FaultySite) =>
  ({
    name: "accepting an invitation",
    seams: ["database"],
    async arrange() {
      const who = await invited(site);
      await press(who);
      await site.sql`update admin_invitations set password_set_at = clock_timestamp()
        where email = ${who.email}`;
      return who;
    },
    async work(who) {
      if (!(await accept(who))) throw new Error("there was nothing to accept");
    },
    applied: (who) => isAdmin(site, who),
    async again(who, applied) {
      expect(await accept(who)).toBe(!applied);
    },
    leftovers: () => leftoversAndHistory(site),
  }) satisfies Operation<Invited>;

/** All steps: the link, the password, the rights. */
export const joining = (site: FaultySite) => {
  const passwords = ["eleven-pallets-left", "twelve-pallets-left"] as const;
  const choose = async ({ client }: Invited, password: string) => {
    const { error } = await client.auth.updateUser({ password });
    if (error) throw error;
  };
  const signedIn = async ({ client }: Invited) =>
    (await client.auth.getSession()).data.session !== null;
  return {
    name: "joining by an invitation",
    seams: ["database"],
    arrange: () => invited(site),
    async work(who) {
      await press(who);
      await choose(who, passwords[0]);
      if (!(await accept(who))) throw new Error("there was nothing to accept");
    },
    applied: (who) => isAdmin(site, who),
    async again(who, applied) {
      if (!(await signedIn(who)))
        await press(who).catch(async (error) => {
          // The link was used but the response was lost, so request another one.
          expect(error.message).toBe("This link has expired or was already used.");
          await press({ ...who, token: await newLink(site, who.email) });
        });
      if (applied) return;
      await choose(who, passwords[0]).catch((error) => {
        expect(error.message).toBe("Your new password must be different from the old one.");
        return choose(who, passwords[1]);
      });
      expect(await accept(who)).toBe(true);
    },
    leftovers: () => leftoversAndHistory(site),
  } satisfies Operation<Invited>;
};
