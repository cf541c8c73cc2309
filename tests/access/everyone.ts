import type { SupabaseClient } from "@supabase/supabase-js";
import { addUser } from "#server/backend/self-hosted/first-admin.ts";
import { signInAt, type TestBackend } from "#tests/support/backend.ts";
import type { Of } from "#tests/tables/facts.ts";

/** half: an owner who has a second factor, signed in with only the password */
export type Who = "visitor" | "stranger" | "half" | "sales" | "editor" | "admin" | "owner";

/** Creates a client for each of the roles in the access table. The test database's admin is its owner. */
export async function signInEveryone(site: TestBackend): Promise<Record<Who, SupabaseClient>> {
  return {
    visitor: site.visitor(),
    stranger: await site.stranger(),
    half: await signInHalf(site),
    sales: await signInStaff(site, "sales"),
    editor: await signInStaff(site, "editor"),
    admin: await signInStaff(site, "admin"),
    owner: await site.admin(),
  };
}

/** Signs in a new person with this role. */
export async function signInStaff(site: TestBackend, role: "sales" | "editor" | "admin") {
  const person = {
    email: `${role}-${crypto.randomUUID()}@example.com`,
    password: "pallet-jack-43",
  };
  const id = await addUser(site.sql, person.email, person.password);
  if (role === "admin") await site.sql`insert into admins (user_id) values (${id})`;
  else
    await site.sql`insert into staff (user_id, is_editor, is_sales)
      values (${id}, ${role === "editor"}, ${role === "sales"})`;
  return (await signInAt(site.backend, person)).client;
}

/** Signs in a new owner whose second factor this session didn't prove. */
async function signInHalf(site: TestBackend) {
  const person = { email: `half-${crypto.randomUUID()}@example.com`, password: "pallet-jack-43" };
  const id = await addUser(site.sql, person.email, person.password);
  await site.sql`insert into admins (user_id, is_owner) values (${id}, true)`;
  await site.sql`insert into auth.mfa_factors (id, user_id, factor_type, status)
    values (${crypto.randomUUID()}, ${id}, 'totp', 'verified')`;
  return (await signInAt(site.backend, person)).client;
}

/** Expands a fact (its subject, then the result for each role) into one case per role. */
export function perPerson<About extends object, Gets>(
  about: About,
  [visitor, stranger, sales, editor, admin]: Of<Gets>,
): (About & { who: Who; gets: Gets })[] {
  const half = stranger;
  const each: Record<Who, Gets> = { visitor, stranger, half, sales, editor, admin, owner: admin };
  return (Object.keys(each) as Who[]).map((who) => ({ ...about, who, gets: each[who] }));
}
