import type { SupabaseClient } from "@supabase/supabase-js";
import { addUser } from "#server/backend/self-hosted/first-admin.ts";
import { signInAt, type TestBackend } from "#tests/support/backend.ts";
import type { Of } from "#tests/tables/facts.ts";

export type Who = "visitor" | "stranger" | "sales" | "editor" | "admin" | "owner";

/** Creates a client for each of the roles in the access table. The test database's admin is its owner. */
export async function signInEveryone(site: TestBackend): Promise<Record<Who, SupabaseClient>> {
  return {
    visitor: site.visitor(),
    stranger: await site.stranger(),
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

/** Expands a fact (its subject, then the result for each role) into one case per role. */
export function perPerson<About extends object, Gets>(
  about: About,
  [visitor, stranger, sales, editor, admin]: Of<Gets>,
): (About & { who: Who; gets: Gets })[] {
  const each: Record<Who, Gets> = { visitor, stranger, sales, editor, admin, owner: admin };
  return (Object.keys(each) as Who[]).map((who) => ({ ...about, who, gets: each[who] }));
}
