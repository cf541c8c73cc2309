import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withConnection } from "#server/backend/postgres/connection.ts";
import { AUTH_HELPERS, MAILED_LINKS } from "#server/backend/self-hosted/bootstrap.ts";
import {
  AUTH_TABLES,
  STORAGE_TABLES,
} from "#server/backend/self-hosted/migrations/supabase-schemas.ts";
import { fetchMigrations } from "./tools.ts";

const SQL = readFileSync(join(import.meta.dirname, "project.sql"), "utf8");

/** Where the project's auth and storage tables come from. */
export type Origin = "Supabase's own migrations" | "this repository's statement of them";

/** Sets up the database `postgres` like a new project. @param url the connection URL for a role */
export async function makeProject(url: (role: string) => string): Promise<Origin> {
  await withConnection(url("supabase_admin"), async (sql) => {
    await sql.unsafe(SQL).simple();
    await sql.unsafe("alter database postgres owner to postgres").simple();
  });
  const [auth, storage] = [fetchMigrations("auth"), fetchMigrations("storage")];
  await withConnection(url("supabase_auth_admin"), async (sql) => {
    await sql`set search_path = auth`;
    if (!auth) return sql.unsafe(`${AUTH_TABLES}${MAILED_LINKS}${AUTH_HELPERS}`).simple();
    for (const text of files(auth, /\.up\.sql$/)) await sql.unsafe(inNamespace(text)).simple();
    return undefined;
  });
  await withConnection(url("supabase_storage_admin"), async (sql) => {
    await sql`set search_path = storage`;
    if (!storage) return sql.unsafe(STORAGE_TABLES).simple();
    const settings = {
      install_roles: "false",
      multitenant: "true",
      super_user: "supabase_storage_admin",
    };
    for (const [name, value] of Object.entries(settings))
      await sql`select set_config(${`storage.${name}`}, ${value}, false)`;
    for (const text of files(storage, /^\d+-.*\.sql$/)) await sql.unsafe(text).simple();
    return undefined;
  });
  return auth && storage ? "Supabase's own migrations" : "this repository's statement of them";
}

const files = (folder: string, pattern: RegExp) =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"));

/** The auth migrations are templates; the only variable is the schema's name. */
const inNamespace = (text: string) =>
  text
    .replaceAll(/\{\{-?\s*index \.Options "Namespace"\s*-?\}\}/g, "auth")
    .replaceAll(/\{\{.*?\}\}/gs, "");
