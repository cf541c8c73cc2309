import { randomBytes, randomUUID } from "node:crypto";
import type { Sql } from "#server/backend/postgres/connection.ts";
import type { Env } from "#server/runtime/env.ts";

export interface FirstAdmin {
  email: string;
  /** only if it was just generated; it is never stored in plain text */
  password?: string;
}

/**
 * Creates the first admin if there is none.
 * @returns the new admin, or the longest-serving one
 */
export async function ensureFirstAdmin(sql: Sql, env: Env): Promise<FirstAdmin> {
  const [admin] = await sql<FirstAdmin[]>`
    select users.email from public.admins join auth.users on users.id = admins.user_id
    order by admins.created_at, users.id limit 1`;
  if (admin) return { email: admin.email };
  const email = env.adminEmail ?? "admin@example.com";
  return { email, password: await addAdmin(sql, email, { password: env.adminPassword }) };
}

/**
 * Makes an account an admin or an owner, and creates it if there is none with this address. The
 * first admin becomes the owner. An owner stays one.
 * @param password omitted: a new account gets a random one, an existing account keeps its own
 * @returns the generated password, if any
 */
export async function addAdmin(
  sql: Sql,
  email: string,
  { password, role = "admin" }: { password?: string | undefined; role?: "admin" | "owner" } = {},
) {
  const known = await findUser(sql, email);
  const generated = known || password ? undefined : randomBytes(12).toString("base64url");
  const id = known ?? (await addUser(sql, email, password ?? generated ?? ""));
  await sql`select private.give_roles(${id}, array[${role}])
    where not private.roles_of(${id}) && array['owner', ${role}]`;
  return generated;
}

const normal = (email: string) => email.trim().toLowerCase();

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
