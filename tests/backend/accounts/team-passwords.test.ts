import { expect, test } from "vitest";
import { addUser } from "#server/backend/self-hosted/first-admin.ts";
import { signInAt } from "#tests/support/backend.ts";
import { t, withSite } from "./auth-steps.ts";

withSite();

const PASSWORD = "pallet-jack-42";
const SHORT = "Password must be at least 10 characters long.";
const COMMON = "This password is common and easy to guess. Please choose another.";

type Role = "owner" | "admin" | "editor" | "sales";

/** Someone with these roles who is signed in. */
async function person(...roles: Role[]) {
  const email = `${crypto.randomUUID()}@example.com`;
  const id = await addUser(t.sql, email, PASSWORD);
  if (roles.includes("owner") || roles.includes("admin"))
    await t.sql`insert into admins (user_id, is_owner) values (${id}, ${roles.includes("owner")})`;
  else if (roles.length > 0)
    await t.sql`insert into staff (user_id, is_editor, is_sales)
      values (${id}, ${roles.includes("editor")}, ${roles.includes("sales")})`;
  const { client } = await signInAt(t.backend, { email, password: PASSWORD });
  return async (password: string) => {
    const change = { password, current_password: PASSWORD };
    return (await client.auth.updateUser(change)).error?.message;
  };
}

test.each<[Role[]]>([[["owner"]], [["admin"]], [["editor"]], [["sales"]], [["editor", "sales"]]])(
  "%s choose a good password",
  async (roles) => {
    const change = await person(...roles);
    expect(await change("six-77")).toBe(SHORT);
    expect(await change("password123")).toBe(COMMON);
    expect(await change("tape-gun-2026")).toBeUndefined();
  },
);

test("an account without a role needs six characters", async () => {
  const change = await person();
  expect(await change("six-7")).toMatch(/at least 6 characters/);
  expect(await change("six-77")).toBeUndefined();
});
