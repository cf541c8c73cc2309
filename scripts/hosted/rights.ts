import { connect } from "#server/backend/postgres/connection.ts";
import { privilegesOf } from "./privileges.ts";

/**
 * Every privilege of visitors, of signed-in users and of the secret key, and every policy, one line each. A
 * push must produce the same lines whatever default privileges a project has.
 */
export async function rightsOf(url: string): Promise<string[]> {
  const sql = connect(url, 1);
  try {
    const held = await privilegesOf(sql, ["anon", "authenticated", "service_role"]);
    const rows = await sql`
      select format('%s %s %s', p.oid::regprocedure, role, has_function_privilege(role, p.oid, 'execute'))
        from pg_proc p, unnest(array['anon', 'authenticated', 'service_role']) role
        where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      union all
      select format('%s.%s %s %s %s %s %s', schemaname, tablename, policyname, cmd, roles, qual, with_check)
        from pg_policies where schemaname in ('public', 'private', 'storage')
      order by 1`;
    return [...held.filter(isOurs), ...rows.map(({ line }) => line as string)];
  } finally {
    await sql.end();
  }
}

/** The project owns the other schemas, and what its own roles grant on objects they create there. */
const isOurs = (line: string) => /^(default for \S+ in public|\w+ (public|private)\b)/.test(line);

/** Makes the project one that exposes each new table automatically. */
export async function giveAllByItself(url: string): Promise<void> {
  const sql = connect(url, 1);
  for (const kind of ["tables", "functions", "sequences"])
    await sql.unsafe(
      `alter default privileges in schema public grant all on ${kind} to anon, authenticated, service_role`,
    );
  await sql`grant all on storage.buckets, storage.objects to anon, authenticated, service_role`;
  await sql.end();
}

/** Makes the project one that doesn't expose new tables automatically. */
export async function giveNothingByItself(url: string): Promise<void> {
  const sql = connect(url, 1);
  for (const kind of ["tables", "functions", "sequences"])
    await sql.unsafe(
      `alter default privileges in schema public revoke all on ${kind} from anon, authenticated, service_role`,
    );
  await sql.end();
}
