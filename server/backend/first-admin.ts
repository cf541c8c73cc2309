import { randomBytes, randomUUID } from "node:crypto";
import type { Env } from "../env.ts";
import type { Sql } from "./connection.ts";

export interface FirstAdmin {
  email: string;
  /** only when it was generated just now; it is stored nowhere in the clear */
  password?: string;
}

/**
 * Makes the first admin when there is none.
 * @returns who was made, or nothing when an admin exists already
 */
export async function ensureFirstAdmin(sql: Sql, env: Env): Promise<FirstAdmin | undefined> {
  const [table] = await sql`select to_regclass('public.admins') as found`;
  if (!table?.found) return undefined;
  const [admin] = await sql`select 1 from public.admins limit 1`;
  if (admin) return undefined;
  const email = env.adminEmail ?? "admin@example.com";
  return { email, password: await addAdmin(sql, email, env.adminPassword) };
}

/**
 * Makes an account an admin, and the account first when there is none with this address.
 * @param password left out: a new account gets a random one, an existing account keeps its own
 * @returns the generated password, when one was generated
 */
export async function addAdmin(sql: Sql, address: string, password?: string) {
  const email = address.trim().toLowerCase();
  return sql.begin(async (tx) => {
    const [known] = await tx`select id from auth.users where email = ${email}`;
    const id: string = known?.id ?? randomUUID();
    const generated = known || password ? undefined : randomBytes(12).toString("base64url");
    if (!known) await createConfirmedUser(tx as unknown as Sql, id, email, password ?? generated);
    await tx`insert into public.admins (user_id) values (${id}) on conflict do nothing`;
    return generated;
  });
}

async function createConfirmedUser(sql: Sql, id: string, email: string, password = "") {
  const about = { sub: id, email, email_verified: true, phone_verified: false };
  await sql`
    insert into auth.users
      (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values
      (${id}, 'authenticated', 'authenticated', ${email},
       extensions.crypt(${password}, extensions.gen_salt('bf', 10)), now(),
       ${sql.json({ provider: "email", providers: ["email"] })}, ${sql.json(about)})`;
  await sql`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    values (${randomUUID()}, 'email', ${id}, ${id}, ${sql.json(about)})`;
}
