import { randomBytes, randomUUID } from "node:crypto";
import { normal } from "#server/backend/auth/users.ts";
import type { Sql } from "#server/backend/postgres/connection.ts";
import type { Env } from "#server/runtime/env.ts";

/**
 * Creates the first admin if there is none.
 * @returns the new admin, or the longest-serving one
 */
export async function ensureFirstAdmin(
  sql: Sql,
  env: Env,
): Promise<{ email: string; isNew: boolean }> {
  const [admin] = await sql<{ email: string }[]>`
    select users.email from public.admins join auth.users on users.id = admins.user_id
    order by admins.created_at, users.id limit 1`;
  if (admin) return { email: admin.email, isNew: false };
  const email = env.adminEmail ?? "admin@example.com";
  await addAdmin(sql, email, { password: env.adminPassword });
  return { email, isNew: true };
}

/**
 * Makes an account an admin or an owner, and creates it if there is none with this address. The
 * first admin becomes the owner. An owner stays one.
 * @param password omitted: a new account gets a random one, which is printed, and an existing account keeps
 *   its own
 * @returns whether the account is an owner's, and whether its role changed
 */
export async function addAdmin(
  sql: Sql,
  email: string,
  { password, role = "admin" }: { password?: string | undefined; role?: "admin" | "owner" } = {},
) {
  const known = await findUser(sql, email);
  const id =
    known ??
    (await addUser(sql, email, password ?? printedPassword(`Creating an account for ${email}.`)));
  const given = await sql`select private.give_roles(${id}, array[${role}])
    where not private.roles_of(${id}) && array['owner', ${role}]`;
  const [has] = await sql<{ owner: boolean }[]>`
    select 'owner' = any (private.roles_of(${id})) as owner`;
  return { owner: has?.owner === true, changed: given.length > 0 };
}

/**
 * Sets a new password, which is printed, and ends the account's sessions and emailed links.
 * @returns whether there is an account with this address
 */
export async function resetPassword(sql: Sql, email: string): Promise<boolean> {
  const id = await findUser(sql, email);
  if (!id) return false;
  const password = printedPassword(`Resetting the password of ${email}.`);
  await sql.begin(async (tx) => {
    // The database records it, and emails the person. Without email, nobody could confirm the address.
    await tx`update auth.users set
        encrypted_password = extensions.crypt(${password}, extensions.gen_salt('bf', 10)),
        email_confirmed_at = coalesce(email_confirmed_at, now()), recovery_token = '', updated_at = now()
      where id = ${id}`;
    await tx`update public.admin_invitations set password_set_at = null where email = ${normal(email)}`;
    await tx`delete from auth.one_time_tokens where user_id = ${id}`;
    await tx`delete from auth.sessions where user_id = ${id}`;
  });
  return true;
}

/**
 * A new password. It is printed before it is stored, so that no failure or crash in between can lose it, and
 * kept nowhere in plain text.
 */
function printedPassword(reason: string): string {
  const password = randomBytes(12).toString("base64url");
  console.log(`${reason} Password (shown only now): ${password}`);
  return password;
}

async function findUser(sql: Sql, email: string): Promise<string | undefined> {
  const [user] = await sql`select id from auth.users where email = ${normal(email)}`;
  return user?.id;
}

/**
 * Creates an account with a confirmed email address, in one statement, as sign-up would.
 * @returns the user's id
 */
export async function addUser(sql: Sql, address: string, password: string): Promise<string> {
  const id = randomUUID();
  const email = normal(address);
  const about = { sub: id, email, email_verified: true, phone_verified: false };
  await sql`
    with account as (
      insert into auth.users
        (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
      values
        (${id}, 'authenticated', 'authenticated', ${email},
         extensions.crypt(${password}, extensions.gen_salt('bf', 10)), now(),
         ${sql.json({ provider: "email", providers: ["email"] })}, ${sql.json(about)})
      returning id
    )
    insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    select ${randomUUID()}, 'email', ${id}, id, ${sql.json(about)} from account`;
  return id;
}
